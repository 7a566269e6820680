import { labelled } from '../../core/metrics/quantities.ts';
import { findStateSet } from '../../core/outcomes/index.ts';
import { holdsState } from '../../core/questions/index.ts';
import { isSealed } from '../../figures/figures.ts';
import { usePolicy } from '../../figures/use-policy.ts';
import { useApp } from '../../store/app-store.ts';
import type { ApComparison, DatasetHandle } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { formatCount, formatDecimal, formatDifference, formatFour, formatInterval } from '../../ui/parts/format.ts';
import { StateLevelPanel, type StateLevelRow } from '../../ui/parts/Panel.tsx';
import { Door } from './Door.tsx';

/** Figures over states, apart from the policy's: a second crossing after the stop still counts here. */
export function StatePanel({ dataset, active }: { readonly dataset: DatasetHandle; readonly active: ActiveJudge }) {
  const comparison = useApp((state) => state.apComparison);
  const { states, totals } = usePolicy(active);
  const words = (otherwise: string) => (totals[labelled.id] === 0 && isSealed(totals) ? 'sealed' : otherwise);
  const curve = active.states;
  const predicted = states.truePositive + states.falsePositive;
  return (
    <StateLevelPanel
      stateCount={<StateDoor set="counted" count={curve.eligible} text={`${formatCount(curve.eligible)} states`} />}
      rows={[
        {
          label: 'Precision',
          counts: ratio('true-positive', states.truePositive, 'crossing', predicted),
          value: predicted === 0 ? null : formatFour(states.truePositive / predicted),
          words: words('no stop states'),
        },
        {
          label: 'Recall',
          counts: ratio('true-positive', states.truePositive, 'right', curve.positives),
          value: curve.positives === 0 ? null : formatFour(states.truePositive / curve.positives),
          words: words('no safe states'),
        },
        {
          label: 'AP',
          counts:
            curve.eligible === 0 ? (
              ''
            ) : (
              <span>
                prev.{' '}
                <StateDoor set="right" count={curve.positives} text={formatFour(curve.positives / curve.eligible)} />
              </span>
            ),
          value:
            curve.averagePrecision === null ? null : (
              <StateDoor set="counted" count={curve.eligible} text={formatDecimal(curve.averagePrecision, 5)} />
            ),
          words: words('no safe states'),
        },
        ...comparisonRows(dataset, comparison?.judge === active.handle.id ? comparison : null),
        {
          label: 'Unparsed',
          counts: 'never stop',
          value: <StateDoor set="unparsed" count={curve.unparsed} text={formatCount(curve.unparsed)} />,
        },
      ]}
    />
  );
}

/** A figure over states that opens the questions that hold them. */
function StateDoor({ set, count, text }: { readonly set: string; readonly count: number; readonly text: string }) {
  return <Door text={text} count={count} behind={holdsState(findStateSet(set)!.phrase, set)} />;
}

const ratio = (numerator: string, part: number, denominator: string, whole: number) => (
  <span>
    <StateDoor set={numerator} count={part} text={formatCount(part)} /> /{' '}
    <StateDoor set={denominator} count={whole} text={formatCount(whole)} />
  </span>
);

/** The ranking beside the reference judge's: it may be better and the policy worse. */
function comparisonRows(dataset: DatasetHandle, comparison: ApComparison | null): StateLevelRow[] {
  if (comparison === null) return [];
  const { interval } = comparison;
  const reference = dataset.judges.find(({ id }) => id === comparison.reference)?.name ?? comparison.reference;
  return [
    {
      label: reference.length > 8 ? 'AP over reference' : `AP over ${reference}`,
      value: formatDifference(interval.estimate, 5),
      interval: formatInterval(interval.low, interval.high, 5),
    },
  ];
}
