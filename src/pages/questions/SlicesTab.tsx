import { useEffect } from 'react';
import { findMetric, METRICS } from '../../core/metrics/index.ts';
import type { Metric } from '../../core/metrics/metric.ts';
import { findOutcomeSet, OUTCOME_CLASSES, OUTCOME_TREE, SMALL_SLICE } from '../../core/outcomes/index.ts';
import type { Filter } from '../../core/questions/index.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, SliceReply } from '../../store/handles.ts';
import { MOST_REPEATS, useLedgers, watchSlices } from '../../store/ledgers.ts';
import { useNotes } from '../../store/notes.ts';
import { changeQuestions } from '../../store/questions.ts';
import { questionsLink } from '../../store/questions-links.ts';
import {
  decimalsFor,
  formatCount,
  formatDecimal,
  formatInterval,
  formatRatio,
  formatShare,
  formatShareInterval,
} from '../../ui/parts/format.ts';
import { IconWarning } from '../../ui/parts/icons.tsx';
import { Message } from '../../ui/parts/Message.tsx';
import { MetricSelect } from '../../ui/parts/MetricSelect.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { columnName, valueName } from './column-names.ts';
import styles from './ledger.module.css';

/** Columns that group by themselves; the dataset's metadata comes first. */
const GROUPS = ['split', 'nativeSearches', 'states', 'saved', 'outcome', 'tags', 'gapQuality', 'gapCost'] as const;

/** A metric by question type, level, split, searches or any other column, with how sure it is. */
export function SlicesTab({ dataset }: { readonly dataset: DatasetHandle }) {
  const { metric: metricId, by: chosen } = useApp((state) => state.view.questions);
  const version = useNotes((state) => state.version);
  const columns = [
    ...dataset.metaNames.map((name) => `meta:${name}`),
    ...GROUPS.filter((id) => id !== 'split' || dataset.splits.length > 1),
  ];
  const by = chosen !== null && columns.includes(chosen) ? chosen : columns[0]!;
  useEffect(() => watchSlices(by, version), [by, version]);
  const { slices, isUngroupable, status } = useLedgers();
  const metric = findMetric(metricId) ?? METRICS[0]!;
  return (
    <main className={styles.page}>
      <h1 className="sr">Slices</h1>
      <Panel
        title="Slices"
        tableName="slices"
        head={
          <>
            <MetricSelect
              label="Metric"
              options={METRICS.map(({ id, name }) => ({ value: id, label: name }))}
              value={metric.id}
              onChange={(next) => changeQuestions({ metric: next })}
            />
            <span className={styles.faint}>by</span>
            <MetricSelect
              label="Grouped by"
              options={columns.map((id) => ({ value: id, label: columnName(id) }))}
              value={by}
              onChange={(next) => changeQuestions({ by: next })}
            />
          </>
        }
      >
        {status.kind === 'failed' ? (
          <Message kind="error" title={status.problem.message}>
            {status.problem.effect}
          </Message>
        ) : isUngroupable ? (
          <Message kind="note" title={`${columnName(by)} has too many values to group by.`}>
            Choose another column.
          </Message>
        ) : slices === null ? (
          <Skeleton width="100%" height={240} label="Grouping" />
        ) : (
          <Table slices={slices} metric={metric} by={by} />
        )}
      </Panel>
      <p className={styles.lead}>
        Shares have Wilson's 95 % interval, other means a bootstrap over the slice's questions with at most{' '}
        {formatCount(MOST_REPEATS)} replicates. Below {SMALL_SLICE} units in the denominator a slice says little.
        Looking at many slices finds differences by chance.
      </p>
    </main>
  );
}

function Table({
  slices: { slices, classes },
  metric,
  by,
}: {
  readonly slices: SliceReply;
  readonly metric: Metric;
  readonly by: string;
}) {
  const view = useApp((state) => state.view);
  const top = OUTCOME_TREE.map(({ set }) => set).filter(
    (set) => set !== 'unknown' || classes.some((counts) => sumOf(counts, 'unknown') > 0),
  );
  const link = (name: string | null, set?: string): string => {
    const group: Filter = { kind: 'in', column: by, values: [name] };
    return questionsLink(view, set === undefined ? [group] : [group, { kind: 'in', column: 'outcome', values: [set] }]);
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.ledger}>
        <caption className="sr">
          {metric.name} by {columnName(by)}, with questions in each outcome class
        </caption>
        <thead>
          <tr>
            <th scope="col">{columnName(by)}</th>
            <th scope="col">Questions</th>
            <th scope="col">{metric.name}</th>
            <th scope="col">95 % interval</th>
            {top.map((set) => (
              <th key={set} scope="col">
                {findOutcomeSet(set)?.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slices.map((slice, i) => (
            <tr key={slice.group}>
              <th scope="row" data-value={valueName(by, slice.name)}>
                <a href={link(slice.name)} className={styles.door}>
                  {valueName(by, slice.name)}
                </a>
                {slice.isSmall && (
                  <small className={styles.warning}>
                    <IconWarning size={12} /> small slice
                  </small>
                )}
              </th>
              <td>{formatCount(slice.questions)}</td>
              <td data-value={slice.value ?? undefined}>
                <Value slice={slice} metric={metric} />
              </td>
              <td data-ends={slice.interval ? `${slice.interval.low} ${slice.interval.high}` : undefined}>
                {intervalText(slice, metric)}
              </td>
              {top.map((set) => {
                const count = sumOf(classes[i]!, set);
                return (
                  <td key={set}>
                    {count === 0 ? (
                      '0'
                    ) : (
                      <a href={link(slice.name, set)} className={styles.door}>
                        {formatCount(count)}
                      </a>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type SliceRow = SliceReply['slices'][number];

const sumOf = (counts: Int32Array, set: string): number =>
  (findOutcomeSet(set)?.classes ?? []).reduce((sum, id) => sum + counts[OUTCOME_CLASSES.indexOf(id)]!, 0);

function Value({ slice, metric }: { readonly slice: SliceRow; readonly metric: Metric }) {
  if (slice.value === null) return <span className={styles.faint}>{metric.whenEmpty}</span>;
  if (metric.format === 'count') return formatCount(slice.value);
  return (
    <>
      {metric.format === 'share' ? formatShare(slice.value) : formatDecimal(slice.value, decimalsFor(slice.questions))}
      {metric.format === 'share' && slice.denominator !== null && (
        <small>{formatRatio(slice.numerator, slice.denominator)}</small>
      )}
    </>
  );
}

function intervalText({ interval }: SliceRow, metric: Metric): string {
  if (interval === null) return '';
  return metric.format === 'share'
    ? formatShareInterval(interval.low, interval.high)
    : formatInterval(interval.low, interval.high, 5);
}
