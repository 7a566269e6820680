import { Suspense, useEffect, useState } from 'react';
import styles from './app.module.css';
import { AskedNotice, type AskedState, AskForData, useAsked } from './asked.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { exporter } from './exporter.ts';
import { LISTED_PAGES, listedPage, PAGES } from './pages/index.ts';
import { Palette } from './palette.tsx';
import { ReadBackDialog } from './read-back.tsx';
import { ShortcutsDialog } from './shortcuts.tsx';
import { PoolRefusal, StandingStrip, useIsPoolRefused } from './standing.tsx';
import { loadTransfer } from './store/actions.ts';
import { formatAddress } from './store/address.ts';
import { answerOffer, cancelLoad, openPage, POOL_REFUSED, reload, useApp } from './store/app-store.ts';
import { openOtherTransfer } from './store/compare.ts';
import { LONGEST_LINK, shareLink } from './store/share.ts';
import { toggleTheme, useTheme } from './store/theme.ts';
import { ExporterArea } from './ui/export/exporter.ts';
import { AppBar, CopyLinkButton, ThemeToggle } from './ui/parts/AppBar.tsx';
import { ReplicaBadge } from './ui/parts/Badge.tsx';
import { Button } from './ui/parts/Button.tsx';
import { IconSearch } from './ui/parts/icons.tsx';
import { Message } from './ui/parts/Message.tsx';
import { ProgressBar, Skeleton } from './ui/parts/Skeleton.tsx';
import { ToastArea, useToast } from './ui/parts/Toast.tsx';
import { timeLeft } from './ui/parts/time-left.ts';
import { useShortcuts } from './ui/table/use-shortcuts.ts';

/** Shell: navigation, drop target, loading and errors. Pages fill the rest. */
export function App() {
  return (
    <ExporterArea value={exporter}>
      <ToastArea>
        <Shell />
      </ToastArea>
    </ExporterArea>
  );
}

function Shell() {
  const page = useApp((state) => state.page);
  const datasetId = useApp((state) => state.dataset?.id ?? 0);
  // Figures of the last selection, while those of the one that is named are computed.
  const isStale = useApp((state) => state.evaluating.kind === 'running' && state.curves !== null);
  const isOver = useDropTarget();
  const isRefused = useIsPoolRefused();
  const asked = useAsked();
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts' | null>(null);
  usePaletteKey(() => setOverlay('palette'));
  useShortcuts({ '?': () => setOverlay('shortcuts') });
  const found = PAGES.find(({ id }) => id === page) ?? PAGES[0];
  const { Page, title } = found;
  const isBare = 'isBare' in found && !isRefused;
  useEffect(() => {
    document.title = `${title} · Stopscope`;
  }, [title]);
  return (
    <div className={styles.app} data-stale={isStale || undefined} data-bare={isBare || undefined}>
      <button type="button" className={styles.skip} onClick={skipToMain}>
        Skip to content
      </button>
      {!isBare && <Bar onPalette={() => setOverlay('palette')} />}
      <Notices asked={asked} />
      <StandingStrip isShown={!isBare} />
      <Suspense fallback={<Skeleton width="100%" height={400} label="Opening the page" />}>
        <ErrorBoundary resetKey={`${page} ${datasetId} ${isRefused}`}>
          {isRefused ? (
            <PoolRefusal />
          ) : asked.kind === 'missing' && page !== 'data' ? (
            <AskForData asked={asked.asked} />
          ) : (
            <Page />
          )}
        </ErrorBoundary>
      </Suspense>
      <Palette isOpen={overlay === 'palette'} onClose={() => setOverlay(null)} />
      <ReadBackDialog />
      <ShortcutsDialog page={page} isOpen={overlay === 'shortcuts'} onClose={() => setOverlay(null)} />
      {isOver && (
        <div className={styles.over} aria-hidden="true">
          <p>Drop to read</p>
          <span>Files stay on this machine.</span>
        </div>
      )}
    </div>
  );
}

function Bar({ onPalette }: { readonly onPalette: () => void }) {
  const page = useApp((state) => state.page);
  const view = useApp((state) => state.view);
  const dataset = useApp((state) => state.dataset);
  const theme = useTheme((state) => state.theme);
  const toast = useToast();
  const href = (id: string) => formatAddress({ page: id, view });
  const copy = async () => {
    try {
      const { link, left } = shareLink();
      await navigator.clipboard.writeText(link);
      const words = left === null ? undefined : `To stay below ${LONGEST_LINK} characters it goes without ${left}.`;
      toast('Link copied. It holds the view, not the data.', words);
    } catch {
      toast('The clipboard is closed to this page. Copy the address bar instead.');
    }
  };
  return (
    <AppBar
      homeHref={href('explore')}
      items={LISTED_PAGES.map(({ id, title }) => ({
        href: href(id),
        label: title,
        isCurrent: id === listedPage(page),
      }))}
    >
      {dataset?.notice && <ReplicaBadge notice={dataset.notice} href="samples/index.html" />}
      {dataset && (
        <button
          type="button"
          className={styles.dataset}
          onClick={() => openPage('data')}
          title="What was read, and other data"
        >
          {dataset.name}
        </button>
      )}
      <Button look="quiet" className={styles.paletteButton} aria-label="Command palette, Ctrl K" onClick={onPalette}>
        <IconSearch size={16} />
        <kbd>Ctrl K</kbd>
      </Button>
      <ThemeToggle theme={theme} onToggle={toggleTheme} />
      <CopyLinkButton onCopy={copy} />
    </AppBar>
  );
}

function Notices({ asked }: { readonly asked: AskedState }) {
  const page = useApp((state) => state.page);
  const loading = useApp((state) => state.loading);
  const evaluating = useApp((state) => state.evaluating);
  const crash = useApp((state) => state.crash);
  const offered = useApp((state) => state.offered);
  return (
    <div className={styles.notices} aria-live="polite">
      <AskedNotice state={asked} page={page} />
      {offered !== null && (
        <div className={styles.notice}>
          <Message
            kind="note"
            title={`This link opens data from ${offered}`}
            action={{ label: 'Open it', onAct: () => answerOffer(true) }}
          >
            Nothing was fetched yet. It is read on this machine, and nothing is sent there but the request for it.
          </Message>
          <Button size="small" look="quiet" onClick={() => answerOffer(false)}>
            Not now
          </Button>
        </div>
      )}
      {loading.kind === 'running' && (
        <div className={styles.notice}>
          <ProgressBar
            label={`Reading ${loading.what}`}
            fraction={
              loading.progress && loading.progress.total > 0 ? loading.progress.done / loading.progress.total : null
            }
            detail={loading.progress ? describeProgress(loading.progress, loading.elapsedMs ?? 0) : 'opening'}
            onCancel={cancelLoad}
          />
        </div>
      )}
      {loading.kind === 'failed' && (
        <div className={styles.notice}>
          <Message
            kind="error"
            title={loading.problem.message}
            action={{ label: 'Choose other data', onAct: () => openPage('data') }}
          >
            {loading.problem.effect}
          </Message>
          <Button size="small" look="quiet" onClick={cancelLoad}>
            Dismiss
          </Button>
        </div>
      )}
      {crash && (
        <div className={styles.notice}>
          <Message kind="error" title={crash.message} action={{ label: 'Read again', onAct: reload }}>
            {crash.effect}
          </Message>
        </div>
      )}
      {evaluating.kind === 'failed' && evaluating.problem.code !== POOL_REFUSED && !crash && (
        <div className={styles.notice}>
          <Message kind="error" title={evaluating.problem.message} action={{ label: 'Read again', onAct: reload }}>
            {evaluating.problem.effect}
          </Message>
        </div>
      )}
    </div>
  );
}

const MEGABYTE = 1_000_000;
const describeProgress = (
  { done, total }: { readonly done: number; readonly total: number },
  elapsedMs: number,
): string => {
  const left = timeLeft(done, total, elapsedMs);
  return `${(done / MEGABYTE).toFixed(1)} of ${(total / MEGABYTE).toFixed(1)} MB${left === null ? '' : `, ${left}`}`;
};

function skipToMain() {
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
}

/** Ctrl or Cmd + K, wherever the focus is. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}

/** The whole window takes files. */
function useDropTarget(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      // On the page that compares, what is dropped is the second run.
      const isSecond = useApp.getState().page === 'compare' && useApp.getState().dataset !== null;
      void (isSecond ? openOtherTransfer(event.dataTransfer) : loadTransfer(event.dataTransfer));
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener as EventListener);
    };
  }, []);
  return isOver;
}
