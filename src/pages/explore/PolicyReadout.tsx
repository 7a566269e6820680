import type { ReactNode } from 'react';
import { coverage } from '../../core/metrics/coverage.ts';
import { exactMatch } from '../../core/metrics/exact-match.ts';
import { meanSearches } from '../../core/metrics/mean-searches.ts';
import type { Metric } from '../../core/metrics/metric.ts';
import { opportunityRecall } from '../../core/metrics/opportunity-recall.ts';
import {
  correct,
  harmed,
  labelled,
  one,
  rescued,
  safe,
  stopped,
  unknownStop,
  unsafe,
} from '../../core/metrics/quantities.ts';
import type { Quantity } from '../../core/metrics/quantity.ts';
import { selectedStopRisk } from '../../core/metrics/selected-stop-risk.ts';
import type { Totals } from '../../core/metrics/totals.ts';
import { type Behind, behindDifference, behindNative, behindQuantity } from '../../core/questions/index.ts';
import type { Band } from '../../core/stats/curve-band.ts';
import { wilson } from '../../core/stats/intervals.ts';
import { mcNemar } from '../../core/stats/mcnemar.ts';
import {
  type Clause,
  compare,
  differenceOf,
  isSealed,
  NO_PROBES,
  netFlips,
  noLabels,
  sentenceOf,
  unknownStops,
} from '../../figures/figures.ts';
import { type ActiveBands, useActiveBands, usePolicy } from '../../figures/use-policy.ts';
import { useApp } from '../../store/app-store.ts';
import type { Curves } from '../../store/handles.ts';
import { showChanges, showQuestions } from '../../store/questions-links.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { decimalsFor, formatCount, formatInterval, formatP, formatShareInterval } from '../../ui/parts/format.ts';
import { type CardInterval, type CardValue, MetricCard } from '../../ui/parts/MetricCard.tsx';
import { Readout, Sentence, type SentencePartWithDoors } from '../../ui/parts/Readout.tsx';
import { StopsBar } from '../../ui/parts/StopsBar.tsx';
import { CriteriaButton } from './CriteriaDialog.tsx';
import { ChangeDoor, changeName, Door, doorName } from './Door.tsx';
import { GateReadout } from './GateReadout.tsx';
import { useIsPhone } from './use-is-phone.ts';

/** What the policy does, in one sentence and seven cards, each beside native. */
export function PolicyReadout({
  active,
  curves,
  between,
}: {
  readonly active: ActiveJudge;
  readonly curves: Curves;
  /** The chart, on a phone: it comes before the cards there. */
  readonly between?: ReactNode;
}) {
  const { totals, row } = usePolicy(active);
  const bands = useActiveBands(active);
  const margin = useApp((state) => state.view.gate.margin);
  const native = curves.native.totals;
  const shared = { policy: totals, native, row, judgeIndex: active.index };
  return (
    <Readout
      between={between}
      say={<Sentence parts={sentenceOf(totals, native).map(withDoors)} />}
      gate={
        <>
          <GateReadout bands={bands} row={row} isSealed={isSealed(totals)} />
          <CriteriaButton />
        </>
      }
    >
      <DifferenceCard {...shared} metric={exactMatch} band={bandOf(bands, 'em')} margin={-margin} />
      <DifferenceCard {...shared} metric={meanSearches} band={bandOf(bands, 'searches')} margin={null} />
      <StopsCard policy={totals} />
      <ShareCard metric={selectedStopRisk} policy={totals} native={native} />
      <ShareCard metric={coverage} policy={totals} native={native} />
      <ShareCard metric={opportunityRecall} policy={totals} native={native} />
      <FlipsCard policy={totals} />
    </Readout>
  );
}

/** The counts of a clause open their questions. */
const withDoors = ({ counts = [], ...part }: Clause): SentencePartWithDoors => ({
  ...part,
  doors: counts.map(({ text, behind, isChange }) => ({
    text,
    label: isChange ? changeName(text, behind) : doorName(text, behind),
    onOpen: () => (isChange ? showChanges(behind) : showQuestions(behind.filters)),
  })),
});

interface CardProps {
  readonly metric: Metric;
  readonly policy: Totals;
  readonly native: Totals;
}

/** pending: being computed; none: there is nothing to compute it from. */
type BandState =
  | { readonly kind: 'ready'; readonly band: Band }
  | { readonly kind: 'pending' }
  | { readonly kind: 'none' };

function bandOf(bands: ActiveBands, which: 'em' | 'searches'): BandState {
  if (bands.kind !== 'ready') return { kind: bands.kind };
  const band = bands.bands[which];
  return band === null ? { kind: 'none' } : { kind: 'ready', band };
}

interface DifferenceCardProps extends CardProps {
  readonly band: BandState;
  readonly row: number;
  readonly judgeIndex: number;
  readonly margin: number | null;
}

/** A mean with the paired difference to native and its 95 % interval. */
function DifferenceCard({ metric, policy, native, band, row, judgeIndex, margin }: DifferenceCardProps) {
  const { value, native: there, difference } = compare(metric, policy, native);
  return (
    <MetricCard
      label={metric.name}
      value={asDoor(value, policy[metric.numerator.id]!, behindQuantity(metric.numerator))}
      aside={
        <>
          native <Door text={there} count={native[metric.numerator.id]!} behind={behindNative(metric.numerator)} />
        </>
      }
      {...(difference === null
        ? {}
        : { difference: <ChangeDoor text={difference} behind={behindDifference(metric.numerator)} /> })}
      {...(difference === null || band.kind === 'none'
        ? {}
        : {
            interval: intervalOf(band, row, differenceOf(metric, policy, native), policy[one.id]!, judgeIndex, margin),
          })}
    />
  );
}

/** Words have no questions behind them. */
const asDoor = (value: CardValue, count: number, behind: Behind | null): CardValue =>
  value.kind === 'value' && typeof value.text === 'string'
    ? { kind: 'value', text: <Door text={value.text} count={count} behind={behind} /> }
    : value;

/** A count of questions under the policy; `word` stands after it. */
function CountDoor(props: {
  readonly policy: Totals;
  readonly of: Quantity;
  readonly word?: string;
  readonly tone?: 'safe' | 'unsafe';
}) {
  const { policy, of, word, tone } = props;
  const count = policy[of.id]!;
  const text = word === undefined ? formatCount(count) : `${formatCount(count)} ${word}`;
  return <Door text={text} count={count} behind={behindQuantity(of)} {...(tone ? { tone } : {})} />;
}

function intervalOf(
  state: Exclude<BandState, { readonly kind: 'none' }>,
  row: number,
  estimate: number,
  questions: number,
  judgeIndex: number,
  margin: number | null,
): CardInterval {
  if (state.kind === 'pending') return { kind: 'pending' };
  const low = state.band.low[row]!;
  const high = state.band.high[row]!;
  return {
    kind: 'ready',
    text: formatInterval(low, high, decimalsFor(questions)),
    track: { estimate, low, high, margin, judgeIndex },
  };
}

/** A share with its counts and the Wilson 95 % interval. */
function ShareCard({ metric, policy, native }: CardProps) {
  const { value, native: there, counts, difference } = compare(metric, policy, native);
  const bounds =
    counts === null || metric.denominator === null
      ? null
      : wilson(policy[metric.numerator.id]!, policy[metric.denominator.id]!);
  return (
    <MetricCard
      label={metric.name}
      value={value}
      {...(counts === null
        ? {}
        : {
            counts: (
              <>
                <CountDoor policy={policy} of={metric.numerator} /> /{' '}
                <CountDoor policy={policy} of={metric.denominator!} />
              </>
            ),
          })}
      {...(bounds === null ? {} : { interval: { kind: 'ready', text: formatShareInterval(bounds.low, bounds.high) } })}
      note={difference === null ? `native: ${there}` : `native ${there}, ${difference}`}
    />
  );
}

function StopsCard({ policy }: { readonly policy: Totals }) {
  const isKnown = policy[labelled.id]! > 0;
  const stops = policy[stopped.id]!;
  const isPhone = useIsPhone();
  const unknown = unknownStops(policy);
  const counts = isKnown && stops > 0 && (
    <>
      <CountDoor policy={policy} of={safe} word="safe" tone="safe" />{' '}
      <CountDoor policy={policy} of={unsafe} word="unsafe" tone="unsafe" />
      {unknown > 0 && (
        <>
          {' '}
          <CountDoor policy={policy} of={unknownStop} word="unknown" />
        </>
      )}
    </>
  );
  return (
    <MetricCard
      label="Early stops"
      value={
        stops === 0
          ? { kind: 'words', text: 'no stops' }
          : { kind: 'value', text: <CountDoor policy={policy} of={stopped} /> }
      }
      {...(isPhone ? { counts } : { aside: counts })}
      note="native: no stops"
    >
      {isKnown && <StopsBar safe={policy[safe.id]!} unsafe={policy[unsafe.id]!} />}
    </MetricCard>
  );
}

function FlipsCard({ policy }: { readonly policy: Totals }) {
  const hurt = policy[harmed.id]!;
  const helped = policy[rescued.id]!;
  if (policy[labelled.id] === 0) {
    return <MetricCard label="Harmed / rescued" value={{ kind: 'words', text: noLabels(policy) }} />;
  }
  if (unknownStops(policy) > 0) {
    return <MetricCard label="Harmed / rescued" value={{ kind: 'words', text: NO_PROBES }} />;
  }
  return (
    <MetricCard
      label="Harmed / rescued"
      value={{
        kind: 'value',
        text: (
          <>
            <CountDoor policy={policy} of={harmed} /> / <CountDoor policy={policy} of={rescued} />
          </>
        ),
      }}
      difference={
        hurt + helped === 0 ? (
          netFlips(policy)
        ) : (
          <ChangeDoor text={netFlips(policy)} behind={behindDifference(correct)} />
        )
      }
      counts={
        <>
          of <CountDoor policy={policy} of={one} />
        </>
      }
      note={`McNemar ${formatP(mcNemar(hurt, helped).exact)}`}
    />
  );
}
