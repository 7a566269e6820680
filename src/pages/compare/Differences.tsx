import type { Discordance, MetricDifference } from '../../core/compare/paired.ts';
import { findMetric } from '../../core/metrics/index.ts';
import type { Metric } from '../../core/metrics/metric.ts';
import { one } from '../../core/metrics/quantities.ts';
import { selectedStopRisk } from '../../core/metrics/selected-stop-risk.ts';
import type { Totals } from '../../core/metrics/totals.ts';
import { formatMetricDifference, metricText } from '../../figures/figures.ts';
import type { CompareReply } from '../../store/handles.ts';
import { TableMenu } from '../../ui/export/TableMenu.tsx';
import { formatCount, formatP, formatRatio } from '../../ui/parts/format.ts';
import { Panel } from '../../ui/parts/Panel.tsx';
import styles from './compare.module.css';
import { differenceNotes, differenceTable, intervalText } from './difference-table.ts';

/** Every figure of both runs over the same questions, with the paired interval of the difference. */
export function Differences({ reply, fileName }: { readonly reply: CompareReply; readonly fileName: string }) {
  const { left, right, used, seed, repeats, hasUnits } = reply;
  const rows = (found: readonly MetricDifference[], group: string, a: Totals, b: Totals) =>
    found.map((difference) => (
      <Row
        key={`${group} ${difference.metric}`}
        group={group}
        difference={difference}
        left={a}
        right={b}
        repeats={repeats}
      />
    ));
  return (
    <Panel
      title="Paired differences"
      sub="second run minus first"
      actions={
        <TableMenu
          source={() => differenceTable(reply)}
          rowCount={0}
          fileName={fileName}
          notes={differenceNotes(reply)}
        />
      }
    >
      <p className={styles.note}>
        Over the same {formatCount(used)} questions. 95&#8201;% bootstrap over{' '}
        {hasUnits ? 'questions with their samples' : 'pairs'}, {formatCount(repeats)} replicates, seed {seed}. Fewer
        searches are no lower total cost: judge calls are not in them.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="Paired differences, table">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">First run</th>
              <th scope="col">Second run</th>
              <th scope="col">Difference</th>
              <th scope="col">95&#8201;% interval</th>
            </tr>
          </thead>
          <tbody>
            {rows(reply.policyDifferences, 'policy', left.policy, right.policy)}
            {rows(reply.nativeDifferences, 'native', left.native, right.native)}
          </tbody>
        </table>
      </section>
      <dl className={styles.tests}>
        <Test name="Policy" flips={reply.policyFlips} used={used} />
        <Test name="Native" flips={reply.nativeFlips} used={used} />
      </dl>
    </Panel>
  );
}

function Row({
  group,
  difference: found,
  left,
  right,
  repeats,
}: {
  readonly group: string;
  readonly difference: MetricDifference;
  readonly left: Totals;
  readonly right: Totals;
  readonly repeats: number;
}) {
  const metric = findMetric(found.metric)!;
  const { difference, low, high, undefinedReplicates } = found;
  return (
    <tr>
      <th scope="row">
        {metric.name}, {group}
      </th>
      <td>{withCounts(metric, left)}</td>
      <td>{withCounts(metric, right)}</td>
      <td>{difference === null ? 'undefined' : formatMetricDifference(metric, difference, left[one.id]!)}</td>
      <td>
        {low === null || high === null ? 'none' : intervalText(metric, low, high, left[one.id]!)}
        {undefinedReplicates > 0 && (
          <small>
            {formatCount(undefinedReplicates)} of {formatCount(repeats)} replicates undefined
          </small>
        )}
      </td>
    </tr>
  );
}

/** A risk or coverage says how many it rests on. */
function withCounts(metric: Metric, totals: Totals) {
  const text = metricText(metric, totals);
  const isShare = metric.format === 'share' && metric.denominator !== null && /\d/.test(text);
  if (!isShare || metric.denominator === null) return text;
  const counts = formatRatio(totals[metric.numerator.id]!, totals[metric.denominator.id]!);
  return (
    <>
      {text}{' '}
      <small>
        {counts}
        {metric === selectedStopRisk ? ' stops' : ''}
      </small>
    </>
  );
}

function Test({
  name,
  flips,
  used,
}: {
  readonly name: string;
  readonly flips: Discordance | null;
  readonly used: number;
}) {
  return (
    <div>
      <dt>{name}, right in one run only</dt>
      <dd>
        {flips === null
          ? 'right and wrong is not compared'
          : `${formatCount(flips.onlyLeft)} in the first, ${formatCount(flips.onlyRight)} in the second, of ${formatCount(used)}; McNemar ${formatP(flips.test.exact)}`}
      </dd>
    </div>
  );
}
