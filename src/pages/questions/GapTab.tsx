import { useEffect } from 'react';
import { GAP_SLICES, type GapSlice } from '../../core/outcomes/index.ts';
import type { Filter } from '../../core/questions/index.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, GapReply } from '../../store/handles.ts';
import { useLedgers, watchGap } from '../../store/ledgers.ts';
import { questionsLink } from '../../store/questions-links.ts';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { formatCount, formatDifference, formatPoints } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { valueName } from './column-names.ts';
import styles from './ledger.module.css';

const DESCRIPTIONS: Readonly<Record<GapSlice, string>> = {
  same: 'Both stop at the same place.',
  'too-early': 'The policy stops before the oracle does, and loses a right answer.',
  'too-late': 'As right as the oracle, with a later stop: only searches are lost.',
  overwritten: 'The answer was right where the oracle stops; the policy went on and ends wrong.',
  'never-right': 'Neither gets it right: only searches differ.',
  ahead: 'The policy is right where this oracle is not, or as right with an earlier stop.',
  unknown: 'Right or wrong is not known.',
};

/** How far the policy is from each oracle, and why. The rows of each table sum to the whole distance. */
export function GapTab({ dataset }: { readonly dataset: DatasetHandle }) {
  useEffect(watchGap, []);
  const gap = useLedgers((state) => state.gap);
  const status = useLedgers((state) => state.status);
  if (status.kind === 'failed')
    return (
      <Message kind="error" title={status.problem.message}>
        {status.problem.effect}
      </Message>
    );
  return (
    <main className={styles.page}>
      <h1 className="sr">Distance to the oracles</h1>
      <p className={styles.lead}>
        An oracle reads the gold answers to choose where to stop. It cannot be deployed; it shows what was there to win.
      </p>
      {gap === null ? (
        <Skeleton width="100%" height={320} label="Measuring the distance" />
      ) : gap.labelledCount === 0 ? (
        <Message kind="note" title="There are no labels.">
          Oracles need the gold answers.
        </Message>
      ) : (
        <div className={styles.pair}>
          <Ledger
            dataset={dataset}
            title="Quality oracle"
            sub="native where it is right, else the earliest right state"
            column="gapQuality"
            ledger={gap.quality}
            gap={gap}
          />
          <Ledger
            dataset={dataset}
            title="Cost oracle"
            sub="the earliest right state where native is right anyway"
            column="gapCost"
            ledger={gap.cost}
            gap={gap}
          />
        </div>
      )}
    </main>
  );
}

function Ledger(props: {
  readonly dataset: DatasetHandle;
  readonly title: string;
  readonly sub: string;
  readonly column: 'gapQuality' | 'gapCost';
  readonly ledger: GapReply['quality'];
  readonly gap: GapReply;
}) {
  const { title, sub, column, ledger, gap } = props;
  const view = useApp((state) => state.view);
  const sum = (values: Int32Array) => values.reduce((total, value) => total + value, 0);
  const rows = GAP_SLICES.map((slice, i) => ({
    slice,
    questions: ledger.questions[i]!,
    correct: ledger.correct[i]!,
    searches: ledger.searches[i]!,
  })).filter(({ slice, questions }) => slice !== 'unknown' || questions > 0);
  const link = (slice: GapSlice): string => {
    const filter: Filter = { kind: 'in', column, values: [slice] };
    return questionsLink(view, [filter]);
  };
  return (
    <Panel title={title} sub={sub} tableName={fileNameOf('gap to', title)}>
      <div className={styles.scroll}>
        <table className={styles.ledger}>
          <caption className="sr">The policy against the {title.toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col">Slice</th>
              <th scope="col">Questions</th>
              <th scope="col">EM lost</th>
              <th scope="col">Searches spent beyond it</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ slice, questions, correct, searches }) => (
              <tr key={slice}>
                <th scope="row" data-value={valueName(column, slice)}>
                  {questions > 0 ? (
                    <a href={link(slice)} className={styles.door}>
                      {valueName(column, slice)}
                    </a>
                  ) : (
                    valueName(column, slice)
                  )}
                  <small>{DESCRIPTIONS[slice]}</small>
                </th>
                <td>{formatCount(questions)}</td>
                <td data-value={correct}>
                  {formatDifference(correct, 0)}
                  <small>{correct === 0 ? '' : formatPoints(correct / gap.labelledCount)}</small>
                </td>
                <td data-value={searches}>{formatDifference(searches, 0)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">whole distance</th>
              <td>{formatCount(sum(ledger.questions))}</td>
              <td data-value={sum(ledger.correct)}>
                {formatDifference(sum(ledger.correct), 0)}
                <small>{formatPoints(sum(ledger.correct) / gap.labelledCount)}</small>
              </td>
              <td data-value={sum(ledger.searches)}>{formatDifference(sum(ledger.searches), 0)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  );
}
