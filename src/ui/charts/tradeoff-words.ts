import type { NamedMark } from './tradeoff-labels.ts';
import type { GateSpec, TradeoffPoints } from './tradeoff-types.ts';
import { isInside, type Plot, type Projection, toPixel, type View } from './view.ts';

/** The words of a trade-off chart, before anything is placed. */
export interface TradeoffWords {
  readonly marks: readonly NamedMark[];
  readonly notes: readonly string[];
  /** At the edge of the gate region. */
  readonly edge: { readonly y: number; readonly text: string; readonly right: number } | null;
}

/** On a phone a judge is known by its first word. */
export const firstWord = (name: string): string => name.split(' ')[0] ?? name;

export const namedMarks = (points: TradeoffPoints, view: View, at: Projection, isNarrow: boolean): NamedMark[] => {
  const marks: NamedMark[] = [];
  const add = (id: string, name: string, point: { x: number; y: number } | null, detail: string | undefined) => {
    if (!point || !isInside(view, point.x, point.y)) return;
    marks.push({ id, name, detail, x: toPixel(at.x, point.x), y: toPixel(at.y, point.y) });
  };
  const oracle = (detail: string | undefined) =>
    isNarrow || !detail ? 'label-dependent' : `label-dependent \u00b7 ${detail}`;
  add('native', 'Native', points.native, points.native?.detail);
  add('quality', 'Quality oracle', points.qualityOracle, oracle(points.qualityOracle?.detail));
  add('cost', 'Cost oracle', points.costOracle, oracle(points.costOracle?.detail));
  // The first budget in sight says what the others are too.
  const first = points.budgets.find((budget) => isInside(view, budget.x, budget.y));
  for (const budget of points.budgets) {
    add(`k-${budget.k}`, `k = ${budget.k}`, budget, budget === first && !isNarrow ? 'fixed budget' : undefined);
  }
  return marks;
};

export const notesOf = (hasGate: boolean, hasStretch: boolean, hasBand: boolean, isNarrow: boolean): string[] => [
  ...(hasGate && !isNarrow ? ['Gate region: the whole interval box must lie inside'] : []),
  ...(hasStretch && !isNarrow ? ['Thick stretch of the curve: both criteria pass'] : []),
  ...(hasBand ? [isNarrow ? 'pointwise 95\u2009% band' : 'Light band: pointwise 95\u2009%, active judge'] : []),
];

export const edgeOf = (
  points: TradeoffPoints,
  gate: GateSpec | null,
  at: Projection,
  plot: Plot,
): TradeoffWords['edge'] => {
  if (!points.native || !gate) return null;
  const y = toPixel(at.y, points.native.y - gate.margin);
  if (y < plot.top || y > plot.top + plot.height) return null;
  return { y, text: gate.label, right: Math.min(plot.left + plot.width, toPixel(at.x, points.native.x)) };
};
