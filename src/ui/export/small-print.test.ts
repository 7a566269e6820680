import { describe, expect, it } from 'vitest';
import { isNeeded } from './fonts.ts';
import { wrapSmallPrint } from './small-print.ts';

const wrap = (items: readonly string[], width: number) => wrapSmallPrint(items, width, (text) => text.length);

describe('small print', () => {
  it('keeps items together where they fit and loses nothing', () => {
    expect(wrap(['one two', 'three', 'four'], 100)).toEqual(['one two \u00b7 three \u00b7 four']);
    expect(wrap(['one two', 'three', 'four'], 14)).toEqual(['one two', 'three \u00b7 four']);
    expect(wrap(['a long item here', 'b'], 7)).toEqual(['a long', 'item', 'here \u00b7 b']);
    expect(wrap([], 10)).toEqual([]);
    expect(wrap(['unbreakable-word'], 5)).toEqual(['unbreakable-word']);
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
