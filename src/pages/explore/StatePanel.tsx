import type { ActiveJudge } from '../../store/selectors.ts';
import { formatCount, formatDecimal, formatFour, formatRatio } from '../../ui/parts/format.ts';
import { StateLevelPanel } from '../../ui/parts/Panel.tsx';
import { usePolicy } from './use-explore.ts';

/** Figures over states, apart from the policy's: a second crossing after the stop still counts here. */
export function StatePanel({ active }: { readonly active: ActiveJudge }) {
  const { states } = usePolicy(active);
  const curve = active.states;
  const predicted = states.truePositive + states.falsePositive;
  return (
    <StateLevelPanel
      stateCount={`${formatCount(curve.eligible)} states`}
      rows={[
        {
          label: 'Precision',
          counts: formatRatio(states.truePositive, predicted),
          value: predicted === 0 ? null : formatFour(states.truePositive / predicted),
          words: 'no stop states',
        },
        {
          label: 'Recall',
          counts: formatRatio(states.truePositive, curve.positives),
          value: curve.positives === 0 ? null : formatFour(states.truePositive / curve.positives),
          words: 'no safe states',
        },
        {
          label: 'AP',
          value: curve.averagePrecision === null ? null : formatDecimal(curve.averagePrecision, 5),
          words: 'no safe states',
          ...(curve.eligible === 0 ? {} : { interval: `prevalence ${formatFour(curve.positives / curve.eligible)}` }),
        },
        { label: 'Unparsed', counts: 'never stop', value: formatCount(curve.unparsed) },
      ]}
    />
  );
}
