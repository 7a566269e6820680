import { describe, expect, it } from 'vitest';
import { gateAt, passingRows } from './gate.ts';

const band = (low: number[], high: number[]) => ({ low: Float64Array.from(low), high: Float64Array.from(high) });
const em = band([0, -0.0125, -0.02, -0.01], [0, 0, 0, 0]);
const searches = band([0, -0.12, -0.3, -0.4], [0, -0.07375, -0.1, -0.2]);

describe('gate', () => {
  it('is strict on both criteria', () => {
    expect(gateAt(em, searches, 0.02, 0)).toEqual({
      emLow: 0,
      isEmPassed: true,
      searchesHigh: 0,
      areSearchesPassed: false,
    });
    expect(gateAt(em, searches, 0.02, 1)).toMatchObject({ isEmPassed: true, areSearchesPassed: true });
    expect(gateAt(em, searches, 0.02, 2)).toMatchObject({ isEmPassed: false, areSearchesPassed: true });
  });

  it('finds every run of rows that pass, also the one at the end', () => {
    expect(passingRows(em, searches, 0.02)).toEqual([
      { first: 1, last: 1 },
      { first: 3, last: 3 },
    ]);
    expect(passingRows(em, searches, 0.5)).toEqual([{ first: 1, last: 3 }]);
    expect(passingRows(em, searches, 0)).toEqual([]);
  });
});
