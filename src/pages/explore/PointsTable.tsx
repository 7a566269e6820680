import { METRICS } from '../../core/metrics/index.ts';
import type { Metric } from '../../core/metrics/metric.ts';
import { labelled, one } from '../../core/metrics/quantities.ts';
import { metricValue } from '../../core/metrics/totals.ts';
import { behindNative, behindStops } from '../../core/questions/index.ts';
import { formatMetric } from '../../figures/figures.ts';
import type { Curves, PolicyPoint } from '../../store/handles.ts';
import { showChanges } from '../../store/questions-links.ts';
import { Panel } from '../../ui/parts/Panel.tsx';
import { Count } from '../../ui/parts/StopsBar.tsx';
import { changeName, Door } from './Door.tsx';
import styles from './explore.module.css';

const SHOWN = ['em', 'f1', 'searches', 'coverage', 'safe', 'unsafe'];

/** The policies that need no judge, side by side. */
export function PointsTable({ curves }: { readonly curves: Curves }) {
  const hasLabels = curves.native.totals[labelled.id]! > 0;
  const metrics = METRICS.filter(({ id, needsLabels }) => SHOWN.includes(id) && (hasLabels || !needsLabels));
  const rows: (readonly [string, PolicyPoint])[] = [
    ['Native', curves.native],
    ...curves.budgets.map((point, k) => [`Fixed budget k = ${k}`, point] as const),
    ...(hasLabels
      ? ([
          ['Quality oracle, label-dependent', curves.qualityOracle],
          ['Cost oracle, label-dependent', curves.costOracle],
        ] as const)
      : []),
  ];
  return (
    <Panel title="Policies that need no judge" tableName="policies-without-judge">
      <div className={styles.scroll}>
        <table className={styles.points}>
          <thead>
            <tr>
              <th scope="col">Policy</th>
              {metrics.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, point]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {metrics.map((metric) => (
                  <td key={metric.id} data-value={metricValue(metric, point.totals) ?? undefined}>
                    <PointDoor metric={metric} point={point} policy={name} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

/** A figure of native opens its questions; one of another policy, what that policy changes. */
function PointDoor({
  metric,
  point: { policy, totals },
  policy: name,
}: {
  readonly metric: Metric;
  readonly point: PolicyPoint;
  readonly policy: string;
}) {
  const text = formatMetric(metric, metricValue(metric, totals), totals[one.id]!);
  const count = totals[metric.numerator.id]!;
  if (policy.kind === 'native') return <Door text={text} count={count} behind={behindNative(metric.numerator)} />;
  const behind = behindStops(metric.numerator);
  if (behind === null || count === 0) return text;
  return (
    <Count label={changeName(text, behind, `, ${name}`)} onOpen={() => showChanges(behind, policy)}>
      {text}
    </Count>
  );
}
