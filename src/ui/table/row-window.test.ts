import { describe, expect, it } from 'vitest';
import { MAX_SLOTS, rowOfSlot, slotOfRow } from './row-window.ts';

describe('rows behind a scroll bar', () => {
  it('is the identity while the list is short enough', () => {
    expect(rowOfSlot(17, 10, 12, 1601)).toBe(17);
    expect(slotOfRow(17, 12, 1601)).toBe(17);
  });

  it('reaches the first and the last of a million rows, and skips none in sight', () => {
    const count = 1_000_000;
    const inSight = 12;
    expect(rowOfSlot(0, 0, inSight, count)).toBe(0);
    const lastFirst = MAX_SLOTS - inSight;
    expect(rowOfSlot(MAX_SLOTS - 1, lastFirst, inSight, count)).toBe(count - 1);
    for (const first of [0, 1, 777, 99_999, lastFirst]) {
      const rows = Array.from({ length: inSight }, (_, i) => rowOfSlot(first + i, first, inSight, count));
      rows.forEach((row, i) => {
        expect(row).toBe(rows[0]! + i);
      });
    }
  });

  it('scrolls to any row', () => {
    const count = 1_000_000;
    for (const row of [0, 5, 123_456, 500_000, 999_990, 999_999]) {
      const slot = slotOfRow(row, 12, count);
      const first = Math.min(slot, MAX_SLOTS - 12);
      const shown = Array.from({ length: 18 }, (_, i) => rowOfSlot(first - 4 + i, first, 12, count));
      expect(shown).toContain(row);
    }
  });
});
