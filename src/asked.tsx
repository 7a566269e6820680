import { useEffect } from 'react';
import styles from './app.module.css';
import { openDemo, openPage, useApp } from './store/app-store.ts';
import { type Asked, hashOfRun, matchAsked } from './store/data-hash.ts';
import { openFromDevice, refreshKept, useKept } from './store/kept.ts';
import { Button } from './ui/parts/Button.tsx';
import { EmptyState, Message } from './ui/parts/Message.tsx';

export type AskedState =
  | { readonly kind: 'none' }
  /** Nothing is open: the files are asked for. */
  | { readonly kind: 'missing'; readonly asked: Asked }
  | { readonly kind: 'other'; readonly asked: Asked; readonly open: string; readonly hash: string | null };

/** How what is open stands to the data that a link was made on. What matches is forgotten. */
export function useAsked(): AskedState {
  const asked = useApp((state) => state.asked);
  const dataset = useApp((state) => state.dataset);
  const fileHashes = useApp((state) => state.fileHashes);
  const isLoading = useApp((state) => state.loading.kind === 'running');
  const hash = hashOfRun(dataset, fileHashes);
  const match = asked === null || dataset === null ? null : matchAsked(asked, dataset, hash).kind;
  useEffect(() => {
    if (match === 'same') useApp.setState({ asked: null });
  }, [match]);
  if (asked === null || isLoading) return { kind: 'none' };
  if (dataset === null) return asked.name === null ? { kind: 'none' } : { kind: 'missing', asked };
  return match === 'other' ? { kind: 'other', asked, open: dataset.name, hash } : { kind: 'none' };
}

const hashWords = ({ hash }: Asked): string => (hash === null ? '' : `, SHA-256 ${hash}`);

/** In the place of a page, where a link is about data that is not here. */
export function AskForData({ asked }: { readonly asked: Asked }) {
  const { datasets } = useKept();
  useEffect(() => void refreshKept(), []);
  const known = datasets.find(({ name }) => name === asked.name);
  return (
    <main className={styles.ask}>
      <h1 className="sr">Data of the link</h1>
      <EmptyState
        title={`This link is about ${asked.name}`}
        isDropZone
        actions={[
          { label: 'Choose files', onAct: () => openPage('data'), isMain: true },
          ...(known === undefined
            ? []
            : [{ label: 'Open it from this device', onAct: () => void openFromDevice(known.id) }]),
          { label: 'Open the demo instead', onAct: openDemo },
        ]}
      >
        A link holds the view, not the data. Drop the files of {asked.name}
        {asked.hash === null ? '' : ` (SHA-256 ${asked.hash}\u2026)`} here and the view opens on them. Whether they are
        the same is checked on this machine; nothing is sent anywhere.
        <SecondRun asked={asked} />
      </EmptyState>
    </main>
  );
}

/** A comparison is of two runs: the other one is asked for as soon as this one is open. */
function SecondRun({ asked: { page, view } }: { readonly asked: Asked }) {
  const { second } = view;
  if (page !== 'compare' || second === null) return null;
  const hash = second.hash === null ? '' : ` (SHA-256 ${second.hash}\u2026)`;
  return (
    <>
      <br />
      {second.name === null
        ? 'It is compared with a sample, which opens by itself.'
        : `It is compared with ${second.name}${hash}, which is asked for next.`}
    </>
  );
}

/** Above a page: what is open is not what the link is about. */
export function AskedNotice({ state, page }: { readonly state: AskedState; readonly page: string }) {
  const forget = () => useApp.setState({ asked: null });
  if (state.kind === 'missing' && page === 'data') {
    return (
      <div className={styles.notice}>
        <Message kind="note" title={`The link is about ${state.asked.name}${hashWords(state.asked)}`}>
          Its view opens as soon as the files are here.
        </Message>
      </div>
    );
  }
  if (state.kind !== 'other') return null;
  const { asked, open, hash } = state;
  return (
    <div className={styles.notice}>
      <Message
        kind="warning"
        title={`The link was made on other data: ${asked.name ?? 'this sample in another version'}${hashWords(asked)}`}
        action={{ label: 'Choose files', onAct: () => openPage('data') }}
      >
        {`Open is ${open}${hash === null ? '' : `, SHA-256 ${hash.slice(0, 16)}`}. The link's threshold and question numbers may mean something else here.`}
      </Message>
      <Button size="small" look="quiet" onClick={forget}>
        Keep what is open
      </Button>
    </div>
  );
}
