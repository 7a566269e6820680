import { describe, expect, it } from 'vitest';
import { moveByKey } from './row-keys.ts';

const move = (key: string, active: number, count = 100) => moveByKey({ key, altKey: false }, active, count, 10);

describe('keys in a grid', () => {
  it('move within the rows', () => {
    expect(move('ArrowDown', 0)).toBe(1);
    expect(move('ArrowUp', 0)).toBe(0);
    expect(move('PageDown', 95)).toBe(99);
    expect(move('PageUp', 95)).toBe(85);
    expect(move('End', 3)).toBe(99);
    expect(move('Home', 3)).toBe(0);
  });
  it('take the first row when none is active, and leave other keys alone', () => {
    expect(move('ArrowDown', -1)).toBe(0);
    expect(move('End', -1)).toBe(99);
    expect(move('x', 0)).toBeNull();
    expect(move('ArrowDown', 0, 0)).toBeNull();
    expect(moveByKey({ key: 'ArrowDown', altKey: true }, 0, 9, 3)).toBeNull();
  });
});
