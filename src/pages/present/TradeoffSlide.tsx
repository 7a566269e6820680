import type { ReactNode } from 'react';
import { exactMatch } from '../../core/metrics/exact-match.ts';
import { meanSearches } from '../../core/metrics/mean-searches.ts';
import { one, safe, stopped, unsafe } from '../../core/metrics/quantities.ts';
import { selectedStopRisk } from '../../core/metrics/selected-stop-risk.ts';
import { metricValue, type Totals } from '../../core/metrics/totals.ts';
import { compare, metricText } from '../../figures/figures.ts';
import { useTradeoff } from '../../figures/use-tradeoff.ts';
import type { ActiveJudge, PolicyReading } from '../../store/selectors.ts';
import { TradeoffChart } from '../../ui/charts/TradeoffChart.tsx';
import { Verdict } from '../../ui/parts/Badge.tsx';
import { decimalsFor, formatCount, formatExact, formatInterval } from '../../ui/parts/format.ts';
import { StopsBar } from '../../ui/parts/StopsBar.tsx';
import { lackOfJudge, lackOfLabels } from './missing.ts';
import results from './results.module.css';
import { Missing } from './SlideFrame.tsx';
import styles from './slide.module.css';
import { verdictOf } from './titles.ts';
import { intervalsAt, type Talk } from './use-talk.ts';

/** The curve, the frozen point, the bands; the handle moves everything on the slide. */
export function TradeoffSlide({ talk }: { readonly talk: Talk }) {
  const { active, policy } = talk;
  const lack = lackOfJudge(talk) ?? lackOfLabels(talk);
  if (active === null || policy === null) return lack && <Missing lack={lack} />;
  return (
    <div className={styles.split}>
      {lack === null ? (
        <div className={results.chart}>
          <div>
            <Chart talk={talk} active={active} policy={policy} />
          </div>
        </div>
      ) : (
        <Missing lack={lack} />
      )}
      <Readings talk={talk} policy={policy} />
    </div>
  );
}

interface ChartProps {
  readonly talk: Talk;
  readonly active: ActiveJudge;
  readonly policy: PolicyReading;
}

function Chart({ talk: { dataset, curves, view }, active, policy }: ChartProps) {
  return <TradeoffChart {...useTradeoff(dataset, curves, view.hidden, active, policy, meanSearches, exactMatch)} />;
}

function Readings({ talk, policy: { totals } }: { readonly talk: Talk; readonly policy: PolicyReading }) {
  const found = intervalsAt(talk);
  const verdict = verdictOf(talk);
  const decimals = decimalsFor(totals[one.id]!);
  const em = compare(exactMatch, totals, talk.native);
  const searches = compare(meanSearches, totals, talk.native);
  const stops = totals[stopped.id]!;
  const waiting = talk.bands.kind === 'pending' ? 'interval being computed' : '';
  return (
    <div className={results.readings}>
      <Reading
        name="Exact match"
        value={metricText(exactMatch, totals)}
        note={
          <>
            native {em.native}
            {em.difference && <b> {em.difference}</b>}{' '}
            {found ? formatInterval(found.em.low, found.em.high, decimals) : waiting}
          </>
        }
        verdict={verdict && <Verdict state={verdict.isEmPassed ? 'pass' : 'fail'} />}
      />
      <Reading
        name="Mean searches"
        value={metricText(meanSearches, totals)}
        note={
          <>
            native {searches.native}
            {searches.difference && <b> {searches.difference}</b>}{' '}
            {found ? formatInterval(found.searches.low, found.searches.high, decimals) : waiting}
          </>
        }
        verdict={verdict && <Verdict state={verdict.areSearchesPassed ? 'pass' : 'fail'} />}
      />
      <Reading
        name="Early stops"
        value={stops === 0 ? 'no stops' : formatCount(stops)}
        note={
          stops > 0 && (
            <>
              <StopsBar safe={totals[safe.id]!} unsafe={totals[unsafe.id]!} />
              {stopWords(totals)}
            </>
          )
        }
      />
      <Reading
        name="Selected-stop risk"
        value={metricText(selectedStopRisk, totals)}
        note={metricValue(selectedStopRisk, totals) === null ? null : 'unsafe stops of all early stops'}
      />
      {found && (
        <p className={styles.caption}>
          Band: pointwise 95&#8239;%. Each threshold has its own interval. Criteria: EM above{' '}
          {formatExact(-talk.view.gate.margin)}, searches below 0.
        </p>
      )}
    </div>
  );
}

/** "42 safe, 27 unsafe", and how many nobody knows. */
function stopWords(totals: Totals): string {
  const [right, wrong] = [totals[safe.id]!, totals[unsafe.id]!];
  const unknown = totals[stopped.id]! - right - wrong;
  if (unknown === totals[stopped.id]) return 'safe or unsafe is not known';
  const known = `${formatCount(right)} safe, ${formatCount(wrong)} unsafe`;
  return unknown === 0 ? known : `${known}, ${formatCount(unknown)} not known`;
}

function Reading({
  name,
  value,
  note,
  verdict,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
  readonly verdict?: ReactNode;
}) {
  return (
    <section>
      <h3>{name}</h3>
      <p className={results.reading}>
        <span>{value}</span>
        {verdict && <span className={styles.verdict}>{verdict}</span>}
      </p>
      {note && <div className={results.readingNote}>{note}</div>}
    </section>
  );
}
