import { describe, expect, it } from 'vitest';
import { fewMasks } from './few.ts';

describe('fewMasks', () => {
  it('splits at eight stops and leaves no hole', () => {
    const { few, many } = fewMasks([0, 3, 7, 8, 9, 20]);
    expect(Array.from(many)).toEqual([0, 0, 0, 1, 1, 1]);
    expect(Array.from(few)).toEqual([1, 1, 1, 1, 0, 0]);
  });
});
