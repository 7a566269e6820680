import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { STATE_MARKS_COLUMN } from '../../core/questions/index.ts';
import type { Problem } from '../../core/result.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { LAB } from '../../store/lab-tasks.ts';
import { policyInForce } from '../../store/policy-ref.ts';
import { changeQuestions, needRows, openAt, rowAt, useQuestions, watchQuestions } from '../../store/questions.ts';
import { fetchRows, rowsAsText } from '../../store/questions-export.ts';
import { openQuestionPage } from '../../store/questions-links.ts';
import { needsTexts, readTexts } from '../../store/text-reading.ts';
import { formatCount, formatThreshold } from '../../ui/parts/format.ts';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { ProgressBar, Skeleton } from '../../ui/parts/Skeleton.tsx';
import { useToast } from '../../ui/parts/Toast.tsx';
import type { GridLayout, GridSort, RowRange } from '../../ui/table/grid-types.ts';
import { VirtualTable } from '../../ui/table/VirtualTable.tsx';
import { defaultLayout, flipColumns, foldedColumns, type QuestionColumn, questionColumns } from './columns.tsx';
import { FacetSheet } from './FacetSheet.tsx';
import { Facets } from './Facets.tsx';
import { filterWords } from './filters.ts';
import styles from './questions.module.css';
import { SidePanel } from './SidePanel.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useLayout } from './use-layout.ts';
import { useIsNarrow, useIsPhone } from './use-width.ts';
import { wishFor } from './wish.ts';

/** More rows than this are no copy but an export. */
const MOST_COPIED = 10_000;
const NO_LAYOUT: GridLayout = { order: [], hidden: [], widths: {}, pinned: [] };

/** Facets, table and the open question. Also the lower part of the flip ledger, which lists only what changes. */
export function TableTab({ dataset, head }: { readonly dataset: DatasetHandle; readonly head?: ReactNode }) {
  const view = useApp((state) => state.view);
  const { questions } = view;
  const isFlips = questions.tab === 'flips';
  const [isMoreOpen, setMoreOpen] = useState(false);
  const byStates = questions.filters.some(({ column }) => column === STATE_MARKS_COLUMN);
  const wish = useMemo(() => wishFor(dataset, isFlips, isMoreOpen, byStates), [dataset, isFlips, isMoreOpen, byStates]);
  useEffect(() => watchQuestions(wish), [wish]);
  const table = useQuestions((state) => state.table);
  const status = useQuestions((state) => state.status);
  const isNarrow = useIsNarrow();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const columns = useColumns(dataset, isFlips, questions.open !== null);
  const fallback = useMemo(() => defaultLayout(dataset.metaNames), [dataset]);
  const { layout, change, reset } = useLayout(fallback);
  const policy = policyInForce(dataset, view);
  const facets = table && (
    <Facets
      table={table}
      filters={questions.filters}
      metaNames={dataset.metaNames}
      threshold={policy.kind === 'threshold' ? formatThreshold(policy.threshold) : null}
      isFlips={isFlips}
      isMoreOpen={isMoreOpen}
      onMore={setMoreOpen}
    />
  );
  return (
    <div className={styles.columns}>
      {!isNarrow && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={styles.facets} aria-label="Filters" tabIndex={0}>
          {facets ?? <Skeleton width="100%" height={320} label="Counting" />}
        </section>
      )}
      {isNarrow && (
        <FacetSheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} count={table?.count ?? 0}>
          {facets}
        </FacetSheet>
      )}
      <main className={styles.table}>
        {head}
        <Toolbar
          dataset={dataset}
          columns={columns.all}
          layout={columns.isOwn ? layout : null}
          onLayout={change}
          onReset={reset}
          onFilters={isNarrow ? () => setSheetOpen(true) : null}
        />
        {status.kind === 'failed' && <Failure problem={status.problem} />}
        {status.kind === 'failed' && needsTexts(status.problem) ? null : table === null ? (
          <Skeleton width="100%" height={320} label="Reading the questions" />
        ) : (
          <Rows
            columns={columns.all}
            layout={columns.isOwn ? layout : NO_LAYOUT}
            onLayout={columns.isOwn ? change : ignore}
          />
        )}
      </main>
      {questions.open !== null && <SidePanel dataset={dataset} id={questions.open} />}
    </div>
  );
}

/** Why there is no list; where it needs the texts of the run, how far they are read. */
function Failure({ problem }: { readonly problem: Problem }) {
  const { status, progress } = LAB.texts.use();
  if (!needsTexts(problem)) {
    return (
      <Message kind="error" title={problem.message}>
        {problem.effect}
      </Message>
    );
  }
  if (status.kind === 'running') {
    return (
      <ProgressBar
        label="Texts are being read"
        fraction={progress === null ? null : progress.done / Math.max(1, progress.total)}
        detail={progress === null ? 'texts' : `texts, ${formatCount(progress.done)} of ${formatCount(progress.total)}`}
        onCancel={LAB.texts.cancel}
      />
    );
  }
  return (
    <Message kind="warning" title={problem.message} action={{ label: 'Read the texts', onAct: readTexts }}>
      {problem.effect}
    </Message>
  );
}

const ignore = () => {};

/** The columns in force; `isOwn`: those that a person arranges. */
function useColumns(dataset: DatasetHandle, isFlips: boolean, isPanelOpen: boolean) {
  const isPhone = useIsPhone();
  return useMemo((): { all: readonly QuestionColumn[]; isOwn: boolean } => {
    const isFolded = isPanelOpen || isPhone;
    if (isFlips) return { all: flipColumns(isFolded, isPhone), isOwn: false };
    if (isFolded) return { all: foldedColumns(isPhone), isOwn: false };
    return { all: questionColumns(dataset.metaNames), isOwn: true };
  }, [dataset, isFlips, isPanelOpen, isPhone]);
}

function Rows(props: {
  readonly columns: readonly QuestionColumn[];
  readonly layout: GridLayout;
  readonly onLayout: (layout: GridLayout) => void;
}) {
  const { columns, layout, onLayout } = props;
  const table = useQuestions((state) => state.table);
  const blocks = useQuestions((state) => state.blocks);
  const position = useQuestions((state) => state.position);
  const sort = useApp((state) => state.view.questions.sort);
  const isPanelOpen = useApp((state) => state.view.questions.open !== null);
  const [cursor, setCursor] = useState(-1);
  const [selected, setSelected] = useState<RowRange | null>(null);
  const toast = useToast();
  const ticket = table?.ticket ?? 0;
  const count = table?.count ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions belong to one table
  useEffect(() => setSelected(null), [ticket]);
  const isOpenHere = isPanelOpen && position !== null && position >= 0;
  const active = isOpenHere ? position : Math.min(cursor, count - 1);
  const onActive = useCallback(
    (at: number) => {
      setCursor(at);
      // With the panel open the cursor is the open question.
      if (isPanelOpen) void openAt(at);
    },
    [isPanelOpen],
  );
  useEffect(() => {
    if (isOpenHere) setCursor(position);
  }, [isOpenHere, position]);
  const copy = async () => {
    const from = selected?.from ?? active;
    const to = selected?.to ?? active;
    if (from < 0) return;
    const rows = await fetchRows(from, Math.min(to + 1, from + MOST_COPIED));
    const shown = columns
      .filter(({ id }) => !layout.hidden.includes(id))
      .map(({ label, value }) => ({ name: label, value }));
    try {
      await navigator.clipboard.writeText(rowsAsText(shown, rows));
      toast(`${formatCount(rows.length)} ${rows.length === 1 ? 'row' : 'rows'} copied.`);
    } catch {
      toast('The clipboard is closed to this page. Export the rows instead.');
    }
  };
  const at = useCallback((index: number) => rowAt({ blocks }, index), [blocks]);
  const onSort = useCallback((next: readonly GridSort[]) => changeQuestions({ sort: next }), []);
  return (
    <VirtualTable
      label={`${formatCount(count)} ${count === 1 ? 'question' : 'questions'}`}
      rowCount={count}
      rowAt={at}
      columns={columns}
      layout={layout}
      onLayout={onLayout}
      sort={sort}
      onSort={onSort}
      active={active}
      onActive={onActive}
      selected={selected}
      onSelected={setSelected}
      onOpen={openAt}
      onEnter={(at) => {
        const { open } = useApp.getState().view.questions;
        // Enter opens the panel, and from there the page.
        if (open !== null && isOpenHere) openQuestionPage(open);
        else void openAt(at);
      }}
      onCopy={copy}
      onSight={needRows}
      empty={<Nothing />}
    />
  );
}

/** Why nothing is left, and the way out. */
function Nothing() {
  const { filters, find } = useApp((state) => state.view.questions);
  const total = useQuestions((state) => state.table?.total ?? 0);
  const isFlips = useApp((state) => state.view.questions.tab === 'flips');
  const parts = [...filters.map(filterWords), ...(find === '' ? [] : [`"${find}"`])];
  if (parts.length === 0) {
    return (
      <EmptyState title={isFlips && total > 0 ? 'No question changes' : 'No questions'}>
        {isFlips && total > 0
          ? 'Both policies stop every question at the same place.'
          : 'This split has no questions. Choose another split or range on Explore.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No question matches"
      actions={[{ label: 'Clear all filters', onAct: () => changeQuestions({ filters: [], find: '', isDeep: false }) }]}
    >
      None of {formatCount(total)} questions meets {parts.join(' and ')}.
    </EmptyState>
  );
}
