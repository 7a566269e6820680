import { useMemo } from 'react';
import { passingRows } from '../core/gate.ts';
import { useApp } from '../store/app-store.ts';
import type { Curves } from '../store/handles.ts';
import type { ActiveJudge } from '../store/selectors.ts';
import { formatExact } from '../ui/parts/format.ts';
import { useActiveBands } from './use-policy.ts';

/** Band, interval box and gate region belong to EM against searches: the criteria speak of nothing else. */
export function useTradeoffGate(
  curves: Curves,
  active: ActiveJudge,
  /** The active curve's searches. */
  x: Float64Array | null,
  row: number,
  /** Whether the chart is of EM against searches. */
  isGatePlane: boolean,
) {
  const margin = useApp((state) => state.view.gate.margin);
  const state = useActiveBands(active);
  const bands = state.kind === 'ready' && isGatePlane ? state.bands : null;
  const em = bands?.em ?? null;
  const native = useMemo(() => {
    const { totals } = curves.native;
    return { em: totals.correct! / totals.labelled!, searches: totals.searches! / totals.questions! };
  }, [curves]);
  const band = useMemo(
    () => (em && x ? { x, low: em.low.map((d) => native.em + d), high: em.high.map((d) => native.em + d) } : null),
    [em, x, native],
  );
  const passes = useMemo(() => {
    if (em === null || bands === null) return null;
    const mask = new Uint8Array(em.low.length);
    for (const { first, last } of passingRows(em, bands.searches, margin)) mask.fill(1, first, last + 1);
    return mask;
  }, [em, bands, margin]);
  const interval =
    em === null || bands === null || Number.isNaN(em.low[row])
      ? null
      : {
          xLow: native.searches + bands.searches.low[row]!,
          xHigh: native.searches + bands.searches.high[row]!,
          yLow: native.em + em.low[row]!,
          yHigh: native.em + em.high[row]!,
          isStale: false,
        };
  const gate = em === null ? null : { margin, label: `EM margin ${formatExact(-margin)}` };
  return { band, passes, interval, gate };
}
