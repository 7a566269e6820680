import { describe, expect, it } from 'vitest';
import { parsePassages } from './passages.ts';

describe('passages', () => {
  it('reads the Doc n(Title) layout, quotes and parentheses in titles included', () => {
    expect(
      parsePassages(
        'Doc 1(Title: "India") India lies in Asia. Doc 2(Title: "Gravity (2013 film)") A film.\nDoc 3(Title: "The "Best" Man") Two.',
      ),
    ).toEqual([
      { title: 'India', text: 'India lies in Asia.' },
      { title: 'Gravity (2013 film)', text: 'A film.' },
      { title: 'The "Best" Man', text: 'Two.' },
    ]);
  });

  it('reads bracketed titles between rules of dashes', () => {
    const text =
      '[Herman Melville] EVIDENCE:\n- A writer.\n\n---\n\n[The Old Man and the Sea] EVIDENCE:\n- A book [1].\n- Two.';
    expect(parsePassages(text)).toEqual([
      { title: 'Herman Melville', text: '- A writer.' },
      { title: 'The Old Man and the Sea', text: '- A book [1].\n- Two.' },
    ]);
  });

  it('reads IRCoT titles, numbered passages and JSON lists', () => {
    expect(parsePassages('Wikipedia Title: Po\nA river.\n\nWikipedia Title: Volga\nLonger.')).toEqual([
      { title: 'Po', text: 'A river.' },
      { title: 'Volga', text: 'Longer.' },
    ]);
    expect(parsePassages('(1) Po\nA river.\n(2) Volga\nLonger.')).toEqual([
      { title: 'Po', text: 'A river.' },
      { title: 'Volga', text: 'Longer.' },
    ]);
    expect(parsePassages('[{"title":"Po","text":"A river."},{"contents":"\\"Volga\\"\\nLonger."}]')).toEqual([
      { title: 'Po', text: 'A river.' },
      { title: 'Volga', text: 'Longer.' },
    ]);
  });

  it('keeps what has no layout, paragraph by paragraph', () => {
    expect(parsePassages('One.\nStill one.\n\nTwo.')).toEqual([
      { title: null, text: 'One.\nStill one.' },
      { title: null, text: 'Two.' },
    ]);
    expect(parsePassages('{"broken": ')).toEqual([{ title: null, text: '{"broken":' }]);
    expect(parsePassages('  ')).toEqual([]);
    expect(parsePassages('[NO RETRIEVED EVIDENCE]')).toEqual([]);
  });

  it('keeps what stands before the first title', () => {
    expect(parsePassages('Found: Doc 1(Title: "Po") A river.')[0]).toEqual({ title: null, text: 'Found:' });
  });

  it('is quick on long texts without layout', () => {
    const begin = performance.now();
    parsePassages(`Doc 1(Title: "${'x'.repeat(2_000_000)}`);
    parsePassages('[a'.repeat(500_000));
    expect(performance.now() - begin).toBeLessThan(2_000);
  });
});
