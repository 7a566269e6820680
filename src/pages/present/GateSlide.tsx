import { exactMatch } from '../../core/metrics/exact-match.ts';
import { meanSearches } from '../../core/metrics/mean-searches.ts';
import type { Metric } from '../../core/metrics/metric.ts';
import { one } from '../../core/metrics/quantities.ts';
import { compare, differenceOf, metricText } from '../../figures/figures.ts';
import { DEFAULT_GATE } from '../../store/view.ts';
import { Verdict } from '../../ui/parts/Badge.tsx';
import { classNames } from '../../ui/parts/class-names.ts';
import { decimalsFor, formatExact, formatInterval } from '../../ui/parts/format.ts';
import { IntervalRuler } from '../../ui/present/IntervalRuler.tsx';
import { lackOfOutcomes } from './missing.ts';
import results from './results.module.css';
import { Missing, Wide } from './SlideFrame.tsx';
import styles from './slide.module.css';
import { verdictOf } from './titles.ts';
import { intervalsAt, type Talk } from './use-talk.ts';

/** Each effect with its interval, its criterion and its verdict in one place: non-inferior is not equal. */
export function GateSlide({ talk, isFlow }: { readonly talk: Talk; readonly isFlow: boolean }) {
  const lack = lackOfOutcomes(talk);
  if (lack !== null) return <Missing lack={lack} />;
  return (
    <>
      <Rulers talk={talk} width={isFlow ? 480 : 700} />
      <GateTable talk={talk} isFlow={isFlow} isLarge />
      <ul className={styles.remarks}>
        <li>
          PASS means: within the margin, and fewer searches. It does not mean equal, better, safe, or cheaper in total.
        </li>
        <li>The intervals resample whole questions and compare each with its own native run.</li>
      </ul>
    </>
  );
}

function Rulers({ talk, width }: { readonly talk: Talk; readonly width: number }) {
  const found = intervalsAt(talk);
  const { policy, native, active } = talk;
  if (found === null || policy === null || active === null) return null;
  const { margin } = talk.view.gate;
  return (
    <div className={results.rulers}>
      <IntervalRuler
        title="EM difference to native"
        estimate={differenceOf(exactMatch, policy.totals, native)}
        low={found.em.low}
        high={found.em.high}
        line={{ value: -margin, label: `margin ${formatExact(-margin)}`, passes: 'above' }}
        judgeIndex={active.index}
        width={width}
      />
      <IntervalRuler
        title="Search difference to native"
        estimate={differenceOf(meanSearches, policy.totals, native)}
        low={found.searches.low}
        high={found.searches.high}
        line={{ value: 0, label: 'no difference', passes: 'below' }}
        judgeIndex={active.index}
        width={width}
      />
    </div>
  );
}

/** As Table 1 of the paper: effect, interval, criterion and verdict side by side. */
export function GateTable({
  talk,
  isFlow,
  isLarge = false,
}: {
  readonly talk: Talk;
  readonly isFlow: boolean;
  readonly isLarge?: boolean;
}) {
  const { policy, active, view } = talk;
  if (policy === null || active === null) return null;
  const { role } = talk.curves;
  const isConfirmatory = role.kind === 'split' && role.role === 'confirmatory';
  const isFrozen =
    isConfirmatory && !talk.isPostHoc && active.handle.frozen !== null && view.gate.margin === DEFAULT_GATE.margin;
  const verdict = verdictOf(talk);
  const found = intervalsAt(talk);
  const waits = talk.bands.kind === 'pending';
  return (
    <Wide label="Primary results" isFlow={isFlow}>
      <table className={classNames(results.gate, isLarge && results.large)}>
        <thead>
          <tr>
            <th>Primary result</th>
            <th>Native</th>
            <th>{active.handle.name}</th>
            <th>Difference [95&#8239;% interval]</th>
            <th>{isFrozen ? 'Frozen criterion' : 'Criterion'}</th>
            <th>Verdict</th>
          </tr>
        </thead>
        <tbody>
          <GateRow
            talk={talk}
            metric={exactMatch}
            interval={found?.em ?? null}
            waits={waits}
            criterion={`lower end > ${formatExact(-view.gate.margin)}`}
            isPassed={verdict?.isEmPassed ?? null}
          />
          <GateRow
            talk={talk}
            metric={meanSearches}
            interval={found?.searches ?? null}
            waits={waits}
            criterion="upper end < 0"
            isPassed={verdict?.areSearchesPassed ?? null}
          />
        </tbody>
      </table>
    </Wide>
  );
}

function GateRow({
  talk: { policy, native },
  metric,
  interval,
  waits,
  criterion,
  isPassed,
}: {
  readonly talk: Talk;
  readonly metric: Metric;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly waits: boolean;
  readonly criterion: string;
  readonly isPassed: boolean | null;
}) {
  const totals = policy!.totals;
  const { native: there, difference } = compare(metric, totals, native);
  const ends = interval && formatInterval(interval.low, interval.high, decimalsFor(totals[one.id]!));
  return (
    <tr>
      <th scope="row">{metric.name}</th>
      <td>{there}</td>
      <td>{metricText(metric, totals)}</td>
      <td>
        {difference !== null && <b>{difference}</b>} {ends ?? (waits ? 'interval being computed' : 'no interval')}
      </td>
      <td>{criterion}</td>
      <td>
        <span className={styles.verdict}>
          <Verdict state={isPassed === null ? 'not-evaluated' : isPassed ? 'pass' : 'fail'} />
        </span>
      </td>
    </tr>
  );
}
