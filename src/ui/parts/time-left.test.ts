import { describe, expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

describe('time left', () => {
  it.each([
    [50, 200, 2000, 'about 6 s left'],
    [1, 40, 1500, 'about 59 s left'],
    [30, 600, 4000, 'about 1 min left'],
    [30, 600, 12_000, 'about 4 min left'],
    [20, 600, 400_000, 'about 3 h left'],
    [199, 200, 2000, 'about 1 s left'],
  ])('%i of %i after %i ms', (done, total, elapsed, words) => {
    expect(timeLeft(done, total, elapsed)).toBe(words);
  });

  it.each([
    ['nothing was read yet', 0, 100, 5000],
    ['it has hardly begun', 1, 100, 5000],
    ['the first second', 50, 100, 999],
    ['it is done', 100, 100, 5000],
    ['there is nothing to read', 0, 0, 5000],
  ])('is not told while %s', (_, done, total, elapsed) => {
    expect(timeLeft(done, total, elapsed)).toBeNull();
  });
});
