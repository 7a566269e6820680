import { gateAt } from '../../core/gate.ts';
import type { ActiveBands } from '../../figures/use-policy.ts';
import { useApp } from '../../store/app-store.ts';
import { GateCriterion } from '../../ui/parts/Badge.tsx';
import { formatExact } from '../../ui/parts/format.ts';

/** Both frozen criteria with the interval end they look at. A pass is not a promise of safety. */
export function GateReadout({
  bands,
  row,
  isSealed,
}: {
  readonly bands: ActiveBands;
  readonly row: number;
  readonly isSealed: boolean;
}) {
  const margin = useApp((state) => state.view.gate.margin);
  if (bands.kind !== 'ready' || bands.bands.em === null) {
    const needs = isSealed ? 'Sealed: the gate is looked at once, after a freeze' : 'The gate needs labels';
    const why = bands.kind === 'pending' ? 'Intervals are being computed' : needs;
    return (
      <GateCriterion short="Gate" state="not-evaluated">
        {why}
      </GateCriterion>
    );
  }
  const verdict = gateAt(bands.bands.em, bands.bands.searches, margin, row);
  if (Number.isNaN(verdict.emLow)) {
    return (
      <GateCriterion short="Gate" state="not-evaluated">
        The gate needs a probe answer at every stop
      </GateCriterion>
    );
  }
  return (
    <>
      <GateCriterion short="EM" state={verdict.isEmPassed ? 'pass' : 'fail'}>
        EM lower end {formatExact(verdict.emLow)} {verdict.isEmPassed ? '>' : '≤'} {formatExact(-margin)}
      </GateCriterion>
      <GateCriterion short="Searches" state={verdict.areSearchesPassed ? 'pass' : 'fail'}>
        Search upper end {formatExact(verdict.searchesHigh)} {verdict.areSearchesPassed ? '<' : '≥'} 0
      </GateCriterion>
    </>
  );
}
