import { coverage } from '../../core/metrics/coverage.ts';
import { exactMatch } from '../../core/metrics/exact-match.ts';
import { meanSearches } from '../../core/metrics/mean-searches.ts';
import type { Metric } from '../../core/metrics/metric.ts';
import { opportunityRecall } from '../../core/metrics/opportunity-recall.ts';
import { harmed, labelled, one, rescued, safe, stopped, unsafe } from '../../core/metrics/quantities.ts';
import { selectedStopRisk } from '../../core/metrics/selected-stop-risk.ts';
import type { Totals } from '../../core/metrics/totals.ts';
import type { Curves } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { formatCount } from '../../ui/parts/format.ts';
import { MetricCard } from '../../ui/parts/MetricCard.tsx';
import { Readout, Sentence } from '../../ui/parts/Readout.tsx';
import { Count, StopsBar } from '../../ui/parts/StopsBar.tsx';
import { compare, netFlips, sentenceOf } from './figures.ts';
import { usePolicy } from './use-explore.ts';

/** What the policy does, in one sentence and seven cards, each beside native. */
export function PolicyReadout({ active, curves }: { readonly active: ActiveJudge; readonly curves: Curves }) {
  const { totals } = usePolicy(active);
  const native = curves.native.totals;
  return (
    <Readout say={<Sentence parts={sentenceOf(totals, native)} />}>
      <RatioCard metric={exactMatch} policy={totals} native={native} />
      <RatioCard metric={meanSearches} policy={totals} native={native} />
      <StopsCard policy={totals} />
      <ShareCard metric={selectedStopRisk} policy={totals} native={native} />
      <ShareCard metric={coverage} policy={totals} native={native} />
      <ShareCard metric={opportunityRecall} policy={totals} native={native} />
      <FlipsCard policy={totals} />
    </Readout>
  );
}

interface CardProps {
  readonly metric: Metric;
  readonly policy: Totals;
  readonly native: Totals;
}

function RatioCard({ metric, policy, native }: CardProps) {
  const { value, native: there, difference } = compare(metric, policy, native);
  return (
    <MetricCard
      label={metric.name}
      value={value}
      aside={`native ${there}`}
      {...(difference === null ? {} : { difference })}
    />
  );
}

function ShareCard({ metric, policy, native }: CardProps) {
  const { value, native: there, counts, difference } = compare(metric, policy, native);
  const nativeCounts = compare(metric, native, native).counts;
  return (
    <MetricCard
      label={metric.name}
      value={value}
      {...(counts === null ? {} : { counts })}
      note={nativeCounts ? `native ${nativeCounts}${difference ? `, ${difference}` : ''}` : `native: ${there}`}
    />
  );
}

function StopsCard({ policy }: { readonly policy: Totals }) {
  const isKnown = policy[labelled.id]! > 0;
  const stops = policy[stopped.id]!;
  return (
    <MetricCard
      label="Early stops"
      value={stops === 0 ? { kind: 'words', text: 'no stops' } : { kind: 'value', text: formatCount(stops) }}
      aside={
        isKnown && stops > 0 ? (
          <>
            <Count tone="safe">{formatCount(policy[safe.id]!)} safe</Count>{' '}
            <Count tone="unsafe">{formatCount(policy[unsafe.id]!)} unsafe</Count>
          </>
        ) : undefined
      }
      note="native: no stops"
    >
      {isKnown && <StopsBar safe={policy[safe.id]!} unsafe={policy[unsafe.id]!} />}
    </MetricCard>
  );
}

function FlipsCard({ policy }: { readonly policy: Totals }) {
  const isKnown = policy[labelled.id]! > 0;
  return (
    <MetricCard
      label="Harmed / rescued"
      value={
        isKnown
          ? { kind: 'value', text: `${formatCount(policy[harmed.id]!)} / ${formatCount(policy[rescued.id]!)}` }
          : { kind: 'words', text: 'no labels' }
      }
      {...(isKnown ? { difference: netFlips(policy) } : {})}
      counts={`of ${formatCount(policy[one.id]!)}`}
      note="native 0 / 0"
    />
  );
}
