import type { TrajectoryState } from '../../core/trajectory/index.ts';
import type { TrajectoryJudge } from './trajectory-types.ts';

export const PLOT = { width: 148, height: 88 } as const;
const TOP = 8;
const BOTTOM = 64;
const SIDE = 14;
const MOST_MARKS = 40;
const MOST_TICKS = 6;

export interface PlotPoint {
  readonly index: number;
  readonly searches: number;
  readonly score: number;
  readonly isParsed: boolean;
  readonly x: number;
  readonly y: number;
}

/**
 * Places the scores of all judges on one scale: parsed scores and finite thresholds set it. Unparsed outputs have no
 * place on it and stand at the bottom, where they break the line. One plot per judge, in their order.
 */
export function plotScores(
  judges: readonly TrajectoryJudge[],
  states: readonly TrajectoryState[],
  nativeSearches: number,
) {
  const scores = states.flatMap((state) => state.judges.flatMap((one) => (one?.isParsed ? [one.score] : [])));
  const thresholds = judges.flatMap(({ threshold }) =>
    threshold !== null && Number.isFinite(threshold) ? [threshold] : [],
  );
  const all = [...scores, ...thresholds];
  const low = all.reduce((a, b) => Math.min(a, b), all[0] ?? 0);
  const high = all.reduce((a, b) => Math.max(a, b), all[0] ?? 1);
  const last = states.reduce((most, { searchesUsed }) => Math.max(most, searchesUsed), Math.max(1, nativeSearches));
  const x = (searches: number) => round(SIDE + (searches / last) * (PLOT.width - 2 * SIDE));
  // Halved, because the distance of two huge scores may overflow.
  const half = high / 2 - low / 2;
  const y = (score: number) =>
    round(half === 0 ? (TOP + BOTTOM) / 2 : BOTTOM - ((score / 2 - low / 2) / half) * (BOTTOM - TOP));
  const step = Math.max(1, Math.ceil(last / (MOST_TICKS - 1)));
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => ({ searches: i * step, x: x(i * step) }));
  return judges.map((judge, j) => {
    const points = states.flatMap((state): PlotPoint[] => {
      const reading = state.judges[j];
      if (!reading) return [];
      const { score, isParsed } = reading;
      const at = { index: state.index, searches: state.searchesUsed, score, isParsed };
      return [{ ...at, x: x(state.searchesUsed), y: isParsed ? y(score) : BOTTOM + 4 }];
    });
    return {
      points,
      path: pathOf(points),
      hasMarks: points.length <= MOST_MARKS,
      threshold: judge.threshold !== null && Number.isFinite(judge.threshold) ? y(judge.threshold) : null,
      zero: low <= 0 && high >= 0 ? y(0) : null,
      ticks,
    };
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;

function pathOf(points: readonly PlotPoint[]): string {
  let path = '';
  let isPen = false;
  for (const { x, y, isParsed } of points) {
    if (isParsed) path += `${isPen ? 'L' : 'M'}${x} ${y}`;
    isPen = isParsed;
  }
  return path;
}
