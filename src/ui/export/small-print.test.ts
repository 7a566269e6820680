import { describe, expect, it } from 'vitest';
import { isNeeded } from './fonts.ts';
import { flowRows, wrapSmallPrint } from './small-print.ts';

const wrap = (items: readonly string[], width: number) => wrapSmallPrint(items, width, (text) => text.length);

describe('small print', () => {
  it('breaks at blanks and loses nothing', () => {
    expect(wrap(['one two', 'three', 'four'], 100)).toEqual(['one two \u00b7 three \u00b7 four']);
    expect(wrap(['one two', 'three', 'four'], 15)).toEqual(['one two \u00b7 three', 'four']);
    expect(wrap(['a long item here', 'b'], 8)).toEqual(['a long', 'item', 'here \u00b7 b']);
    expect(wrap([], 10)).toEqual([]);
    expect(wrap(['a unbreakable-word', 'b'], 5)).toEqual(['a', 'unbreakable-word', 'b']);
  });

  it('sets names in rows', () => {
    expect(flowRows([40, 30, 50, 200, 10], 100, 10)).toEqual([
      { x: 0, row: 0 },
      { x: 50, row: 0 },
      { x: 0, row: 1 },
      { x: 0, row: 2 },
      { x: 0, row: 3 },
    ]);
  });
});

describe('faces that a text needs', () => {
  it('reads ranges as CSS writes them', () => {
    expect(isNeeded('abc', 'U+0000-00FF, U+0131')).toBe(true);
    expect(isNeeded('\u03b8', 'U+0000-00FF, U+0131')).toBe(false);
    expect(isNeeded('a \u03b8', 'U+370-377,U+3A3-3FF')).toBe(true);
    expect(isNeeded('\u03b8', 'U+3??')).toBe(true);
    expect(isNeeded('anything', '')).toBe(true);
    expect(isNeeded('   ', 'U+20-7E')).toBe(false);
  });
});
