import { describe, expect, it } from 'vitest';
import { drawResamples, type ResampleCounts } from '../core/stats/curve-band.ts';
import { spread, unitsOf } from './bands.ts';

const drawn = (questions: number, repeats: number): ResampleCounts => {
  const work = drawResamples(questions, repeats, 7);
  while (!work.isFinished()) work.advance(5);
  return work.result();
};

describe('samples of one question', () => {
  it('are drawn together: a question with twice the same row has the interval of the question', () => {
    const group = Int32Array.of(0, 0, 1, 1, 2, 2);
    const units = unitsOf(group, Int32Array.of(0, 1, 2, 3, 4, 5))!;
    expect([units.count, ...units.unit]).toEqual([3, 0, 0, 1, 1, 2, 2]);
    const single = drawn(3, 200);
    const both = spread(single, units);
    const value = [1, 1, 0, 0, 1, 1];
    for (let r = 0; r < 200; r++) {
      const mean = value.reduce((sum, x, q) => sum + x * both.counts[q * 200 + r]!, 0) / 6;
      const expected = [1, 0, 1].reduce((sum, x, u) => sum + x * single.counts[u * 200 + r]!, 0) / 3;
      expect(mean).toBeCloseTo(expected, 12);
    }
  });

  it('are their own questions where only one of each is selected', () => {
    expect(unitsOf(undefined, Int32Array.of(0, 1))).toBeNull();
    expect(unitsOf(Int32Array.of(0, 0, 1, 1), Int32Array.of(1, 2))).toBeNull();
  });
});
