/** A judge keeps colour, dash and mark on every page: never colour alone. */
export type JudgeMark = 'dot' | 'square' | 'triangle' | 'cross';

export interface JudgeStyle {
  readonly color: string;
  /** Translucent grounds of the same colour: bands in stacked panels, boxes and halos. */
  readonly soft: string;
  /** Bands in the trade-off, the active chip. */
  readonly faint: string;
  /** stroke-dasharray; undefined is solid. */
  readonly dash: string | undefined;
  readonly mark: JudgeMark;
}

const DASHES = [undefined, '7 3', '1.5 3'] as const;
const MARKS = ['dot', 'square', 'triangle'] as const;
/** Past three judges the colours come again with a new dash; never a new hue. */
const LATER_DASHES = ['9 3 2 3', '9 3 2 3 2 3'] as const;

export const judgeStyle = (index: number): JudgeStyle => {
  const hue = index % 3;
  const round = Math.floor(index / 3);
  const token = `--judge-${hue + 1}`;
  return {
    color: `var(${token})`,
    soft: `var(${token}-soft)`,
    faint: `var(${token}-faint)`,
    dash: round === 0 ? DASHES[hue] : LATER_DASHES[(round - 1) % LATER_DASHES.length],
    mark: round === 0 ? (MARKS[hue] ?? 'cross') : 'cross',
  };
};

/** The mark as path data around 0,0, and whether it is filled. */
export function markPath(
  mark: JudgeMark,
  size: number,
): { readonly d: string; readonly paint: 'filled' | 'hollow' | 'stroke' } {
  const r = size / 2;
  switch (mark) {
    case 'dot':
      return {
        d: `M${-r - 0.3} 0a${r + 0.3} ${r + 0.3} 0 1 0 ${2 * r + 0.6} 0a${r + 0.3} ${r + 0.3} 0 1 0 ${-2 * r - 0.6} 0Z`,
        paint: 'filled',
      };
    case 'square':
      return { d: `M${-r} ${-r}H${r}V${r}H${-r}Z`, paint: 'hollow' };
    case 'triangle':
      return { d: `M0 ${-r - 0.8}L${r + 0.8} ${r + 0.3}H${-r - 0.8}Z`, paint: 'hollow' };
    case 'cross':
      return { d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`, paint: 'stroke' };
  }
}
