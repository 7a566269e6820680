import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_PHYSICAL,
  positionAt,
  rowsInSight,
  START,
  scrolledTo,
  scrollMap,
  scrollToRow,
  virtualTop,
} from './scroll-map.ts';

const ROW = 44;
const HUGE = scrollMap(2_000_000, ROW, 800);

describe('scrolling a table that is taller than a browser allows', () => {
  it('shows the last of 2,000,000 rows at the end of the bar, and the first at its start', () => {
    expect(HUGE.physical).toBe(MAX_PHYSICAL);
    const end = scrolledTo(HUGE, START, HUGE.physical - HUGE.viewport);
    expect(rowsInSight(HUGE, end, ROW, 2_000_000, 0).to).toBe(2_000_000);
    const back = scrolledTo(HUGE, end, 0);
    expect(rowsInSight(HUGE, back, ROW, 2_000_000, 0).from).toBe(0);
  });

  it('moves pixel by pixel on small scrolls', () => {
    let position = positionAt(HUGE, 44_000_000);
    for (let i = 1; i <= 50; i++) {
      const before = virtualTop(position);
      position = scrolledTo(HUGE, position, position.top + 100);
      expect(virtualTop(position) - before).toBeCloseTo(100, 6);
    }
  });

  it('is plain scrolling while the table fits', () => {
    const small = scrollMap(1000, ROW, 800);
    expect(small.physical).toBe(44_000);
    expect(scrolledTo(small, START, 12_345)).toEqual({ top: 12_345, offset: 0 });
  });

  it('never leaves the table, and finds every row', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_500_000 }),
        fc.integer({ min: 100, max: 1500 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
        (rows, viewport, jumps) => {
          const map = scrollMap(rows, ROW, viewport);
          let position = START;
          for (const jump of jumps) {
            position = scrolledTo(map, position, Math.round(jump * Math.max(0, map.physical - viewport)));
            const top = virtualTop(position);
            expect(top).toBeGreaterThanOrEqual(0);
            expect(top).toBeLessThanOrEqual(Math.max(0, map.virtual - viewport) + 1e-6);
            const row = Math.floor(jump * (rows - 1));
            const next = scrollToRow(map, position, ROW, row) ?? position;
            const { from, to } = rowsInSight(map, next, ROW, rows, 0);
            expect(row).toBeGreaterThanOrEqual(from);
            expect(row).toBeLessThan(to);
            position = next;
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('stays where it is when a row is in sight already', () => {
    const position = positionAt(HUGE, 44_000);
    expect(scrollToRow(HUGE, position, ROW, 1005)).toBeNull();
    expect(virtualTop(scrollToRow(HUGE, position, ROW, 999)!)).toBeCloseTo(999 * ROW, 6);
  });
});
