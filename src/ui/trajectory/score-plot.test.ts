import { describe, expect, it } from 'vitest';
import type { TrajectoryState } from '../../core/trajectory/index.ts';
import { PLOT, plotScores } from './score-plot.ts';

const judge = (threshold: number | null) => ({
  id: 'j',
  index: 0,
  name: 'J',
  shortName: 'J',
  threshold,
  isActive: true,
});
const state = (index: number, score: number | null, isParsed = true): TrajectoryState => ({
  index,
  id: String(index),
  searchesUsed: index,
  nextAction: 'SEARCH',
  isCounterfactual: false,
  isEligible: true,
  position: 'passed',
  probe: null,
  judges: [
    score === null
      ? null
      : { score, isParsed, promptTokens: null, completionTokens: null, latencySeconds: null, decision: null },
  ],
});

describe('small multiples', () => {
  it('break the line at unparsed and missing scores', () => {
    const [plot] = plotScores(
      [judge(5)],
      [state(0, 1), state(1, 9, false), state(2, 3), state(3, null), state(4, 8)],
      5,
    );
    expect(plot!.path.match(/M/g)).toHaveLength(2);
    expect(plot!.points).toHaveLength(4);
  });
  it('stay inside the frame whatever the scores', () => {
    for (const scores of [
      [0, 0],
      [-1e300, 1e300],
      [5e-324, 0],
      [-1e30, 2],
    ]) {
      const [plot] = plotScores(
        [judge(Number.POSITIVE_INFINITY)],
        scores.map((score, i) => state(i, score)),
        1,
      );
      for (const { x, y } of plot!.points) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(PLOT.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(PLOT.height);
      }
      expect(plot!.threshold).toBeNull();
    }
  });
  it('draw no marks and few ticks on long trajectories', () => {
    const [plot] = plotScores(
      [judge(null)],
      Array.from({ length: 1000 }, (_, i) => state(i, i % 7)),
      1000,
    );
    expect(plot!.hasMarks).toBe(false);
    expect(plot!.ticks.length).toBeLessThanOrEqual(6);
  });
});
