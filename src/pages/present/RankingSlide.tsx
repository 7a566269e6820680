import { exactMatch } from '../../core/metrics/exact-match.ts';
import { safe, stopped, unsafe } from '../../core/metrics/quantities.ts';
import { selectedStopRisk } from '../../core/metrics/selected-stop-risk.ts';
import { compare, metricText, unknownStops } from '../../figures/figures.ts';
import { useApp } from '../../store/app-store.ts';
import { activeJudge, type PolicyReading, readPolicy, thresholdOf } from '../../store/selectors.ts';
import { formatCount, formatDifference, formatFour, formatInterval, formatThreshold } from '../../ui/parts/format.ts';
import { JudgeKey } from '../../ui/parts/JudgeKey.tsx';
import { StopsBar } from '../../ui/parts/StopsBar.tsx';
import { DotScale } from '../../ui/present/DotScale.tsx';
import { lackOfJudge, lackOfReach } from './missing.ts';
import ranking from './ranking.module.css';
import { Missing, Wide } from './SlideFrame.tsx';
import styles from './slide.module.css';
import type { Talk } from './use-talk.ts';

const MOST_ROWS = 5;

interface Row {
  readonly index: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly threshold: number;
  readonly ap: number | null;
  readonly reading: PolicyReading;
}

/** Each judge: how well it ranks all states, and what its first crossings make of it. */
export function RankingSlide({ talk, isFlow }: { readonly talk: Talk; readonly isFlow: boolean }) {
  const lack = lackOfJudge(talk) ?? lackOfReach(talk);
  if (lack !== null) return <Missing lack={lack} />;
  const rows = rowsOf(talk).slice(0, MOST_ROWS);
  const { reach } = talk.curves;
  const rate = reach.known === 0 ? null : reach.answerable / reach.known;
  const top = Math.max(rate ?? 0, ...rows.map(({ ap }) => ap ?? 0)) * 1.15;
  const most = Math.max(1, ...rows.map(({ reading }) => reading.totals[stopped.id]!));
  return (
    <>
      <Wide label="Judges" isFlow={isFlow}>
        <table className={ranking.judges} data-few={rows.length < 4 || undefined}>
          <thead>
            <tr>
              <th>Judge, at its threshold</th>
              <th>
                Ranking: average precision <span className={styles.quiet}>over {formatCount(reach.known)} states</span>
              </th>
              <th>STOP precision, recall</th>
              <th>
                Policy: early stops <span className={styles.quiet}>first crossings, safe and unsafe</span>
              </th>
              <th>Risk</th>
              <th>EM − native</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <JudgeRow key={row.index} row={row} talk={talk} top={top} rate={rate} most={most} />
            ))}
          </tbody>
        </table>
      </Wide>
      <Comparison talk={talk} rate={rate} />
    </>
  );
}

function rowsOf({ dataset, curves, view, active }: Talk): readonly Row[] {
  const rows = dataset.judges.flatMap((judge): Row[] => {
    const own = activeJudge(dataset, curves, judge.id);
    if (own === null) return [];
    const isActive = judge === active?.handle;
    const threshold = isActive ? thresholdOf(view, judge) : (judge.frozen?.value ?? Number.POSITIVE_INFINITY);
    return [
      {
        index: own.index,
        name: judge.name,
        isActive,
        threshold,
        ap: own.states.averagePrecision,
        reading: readPolicy(own, threshold),
      },
    ];
  });
  // The judge in force is never the one that falls off the end.
  return rows.sort((a, b) => (b.ap ?? -1) - (a.ap ?? -1)).sort((a, b) => Number(b.isActive) - Number(a.isActive));
}

function JudgeRow({
  row,
  talk,
  top,
  rate,
  most,
}: {
  readonly row: Row;
  readonly talk: Talk;
  readonly top: number;
  readonly rate: number | null;
  readonly most: number;
}) {
  const { totals, states } = row.reading;
  const stops = totals[stopped.id]!;
  const { difference } = compare(exactMatch, totals, talk.native);
  const predicted = states.truePositive + states.falsePositive;
  const positives = states.truePositive + states.falseNegative;
  return (
    <tr data-active={row.isActive || undefined}>
      <th scope="row">
        <span>
          <JudgeKey index={row.index} /> {row.name}
        </span>
        <small>
          {row.threshold === Number.POSITIVE_INFINITY ? 'never stop' : `θ = ${formatThreshold(row.threshold)}`}
        </small>
      </th>
      <td>
        {row.ap === null ? 'no right state' : <DotScale value={row.ap} top={top} rate={rate} judgeIndex={row.index} />}
      </td>
      <td>
        {predicted === 0 ? 'no states' : formatFour(states.truePositive / predicted)},{' '}
        {positives === 0 ? 'no right state' : formatFour(states.truePositive / positives)}
        <small>
          {formatCount(states.truePositive)} / {formatCount(predicted)} states
        </small>
      </td>
      <td>
        {stops === 0 ? (
          'no stops'
        ) : (
          <>
            <span className={ranking.stops} style={{ width: `${Math.max(3, (100 * stops) / most)}%` }}>
              <StopsBar safe={totals[safe.id]!} unsafe={totals[unsafe.id]!} />
            </span>
            <small>
              {formatCount(stops)} ({formatCount(totals[safe.id]!)} safe, {formatCount(totals[unsafe.id]!)} unsafe
              {unknownStops(totals) > 0 && `, ${formatCount(unknownStops(totals))} not known`})
            </small>
          </>
        )}
      </td>
      <td>{metricText(selectedStopRisk, totals)}</td>
      <td>{difference ?? metricText(exactMatch, totals)}</td>
    </tr>
  );
}

function Comparison({ talk, rate }: { readonly talk: Talk; readonly rate: number | null }) {
  const ap = useApp((state) => state.apComparison);
  const { active, dataset } = talk;
  const isOwn = ap !== null && ap.judge === active?.handle.id;
  const reference = dataset.judges.find(({ id }) => id === ap?.reference)?.name ?? ap?.reference;
  return (
    <ul className={styles.remarks}>
      {isOwn && (
        <li>
          {active.handle.name} − {reference}: average precision <b>{formatDifference(ap.interval.estimate, 5)}</b>{' '}
          {formatInterval(ap.interval.low, ap.interval.high, 5)},{' '}
          {`95\u202f% over ${formatCount(ap.repeats)} resamples of questions.`}
        </li>
      )}
      {rate !== null && (
        <li>The upright line is what a judge gets that knows nothing: the share of right states, {rate.toFixed(3)}.</li>
      )}
      <li>
        Average precision looks at every state. The policy uses the first crossing of each question alone: one early
        false positive hides all later states. Better ranking is no safer stopping.
      </li>
    </ul>
  );
}
