import { describePolicy, thresholdWords } from '../../figures/chart-data.ts';
import { goToRow, isAtFrozen, stepTo, usePolicy } from '../../figures/use-policy.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { ThresholdDock } from '../../ui/charts/ThresholdDock.tsx';
import { formatThreshold } from '../../ui/parts/format.ts';
import { useThresholdChart } from './use-threshold-chart.ts';

/** The threshold on a phone, at the foot of the screen. */
export function Dock({ active }: { readonly active: ActiveJudge }) {
  const { scores, gate } = useThresholdChart(active);
  const { threshold, row, totals } = usePolicy(active);
  const { text, state } = thresholdWords(active, threshold, row);
  const { frozen } = active.handle;
  return (
    <ThresholdDock
      judgeIndex={active.index}
      thresholds={active.sweep.thresholds}
      threshold={threshold}
      row={row}
      scores={scores}
      text={text}
      subtext={wordsBelow(state, frozen?.value ?? null)}
      isFrozen={isAtFrozen(active, threshold)}
      frozenAt={frozen?.value ?? null}
      gate={gate}
      handleName={`Threshold, ${active.handle.name}`}
      valueText={describePolicy(active, threshold, row, totals).valueText}
      isNeverStop={row === 0}
      onRowChange={(next) => goToRow(active, next)}
      onStep={(step) => stepTo(active, step)}
    />
  );
}

function wordsBelow(state: string, frozen: number | null): string {
  if (frozen === null) return 'no frozen threshold';
  if (state === 'frozen') return 'frozen threshold';
  if (state === 'sentinel') return 'sentinel, never stop on validation';
  return `post hoc, the frozen one is ${formatThreshold(frozen)}`;
}
