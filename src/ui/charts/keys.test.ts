import { describe, expect, it } from 'vitest';
import { stepOfKey, stepRow } from './keys.ts';

describe('steps', () => {
  it('reads the keys of a slider', () => {
    expect(stepOfKey('ArrowRight', false)).toBe(1);
    expect(stepOfKey('ArrowDown', true)).toBe(-10);
    expect(stepOfKey('End', false)).toBe('end');
    expect(stepOfKey('a', false)).toBeNull();
  });

  it('raises the threshold towards row 0 and stops at both ends', () => {
    expect(stepRow(5, 1, 20)).toBe(4);
    expect(stepRow(5, -1, 20)).toBe(6);
    expect(stepRow(5, 10, 20)).toBe(0);
    expect(stepRow(15, -10, 20)).toBe(19);
    expect(stepRow(5, 'end', 20)).toBe(0);
    expect(stepRow(5, 'start', 20)).toBe(19);
  });
});
