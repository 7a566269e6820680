import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldStates } from './fold-states.ts';

const short = (count: number, stop: number): string =>
  foldStates(count, stop)
    .map((one) => (one.kind === 'state' ? String(one.at) : `(${one.count})`))
    .join(' ');

describe('states of a long trajectory', () => {
  it('shows all where they fit', () => {
    expect(short(5, 2)).toBe('0 1 2 3 4');
    expect(short(0, -1)).toBe('');
  });

  it('shows beginning, stop and end, and says what lies between', () => {
    expect(short(10, 6)).toBe('0 (5) 6 (2) 9');
    expect(short(10, 9)).toBe('0 (8) 9');
    expect(short(10, 0)).toBe('0 (8) 9');
    expect(short(8, -1)).toBe('0 1 (5) 7');
  });

  it('leaves no state out unsaid, and always shows the stop', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: -1, max: 59 }), (count, wished) => {
        const stop = wished < count ? wished : -1;
        const shown = foldStates(count, stop);
        const sum = shown.reduce((total, one) => total + (one.kind === 'state' ? 1 : one.count), 0);
        expect(sum).toBe(count);
        expect(stop < 0 || shown.some((one) => one.kind === 'state' && one.at === stop)).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});
