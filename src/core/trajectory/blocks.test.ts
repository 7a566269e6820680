import { describe, expect, it } from 'vitest';
import { parseBlocks } from './blocks.ts';

describe('tagged trajectories', () => {
  it('splits thought, search, information and answer', () => {
    expect(
      parseBlocks(
        '<think>I need it.</think>\n<search> first Nobel Prize </search>\n\n<information>Doc 1(Title: "X") Y</information>\n\nSo it is <answer>X</answer>',
      ),
    ).toEqual([
      { kind: 'reasoning', text: 'I need it.' },
      { kind: 'search', text: 'first Nobel Prize' },
      { kind: 'information', text: 'Doc 1(Title: "X") Y' },
      { kind: 'reasoning', text: 'So it is' },
      { kind: 'answer', text: 'X' },
    ]);
  });

  it('reads the begin_of_ and end_of_ spelling', () => {
    expect(
      parseBlocks('Well.<|begin_of_query|> Po <|end_of_query|><|begin_of_documents|>(1) Po\nRiver<|end_of_documents|>'),
    ).toEqual([
      { kind: 'reasoning', text: 'Well.' },
      { kind: 'search', text: 'Po' },
      { kind: 'information', text: '(1) Po\nRiver' },
    ]);
  });

  it('leaves markup of the data as text, and unclosed tags as reasoning', () => {
    expect(parseBlocks('<b onclick="x()">bold</b> <search>never closed')).toEqual([
      { kind: 'reasoning', text: '<b onclick="x()">bold</b> <search>never closed' },
    ]);
    expect(parseBlocks('<search> one <search> two </search>')).toEqual([
      { kind: 'reasoning', text: '<search> one' },
      { kind: 'search', text: 'two' },
    ]);
  });

  it('is linear in the number of tags', () => {
    const begin = performance.now();
    expect(parseBlocks('<search>'.repeat(100_000))).toHaveLength(1);
    expect(parseBlocks('<search>a</search>'.repeat(100_000))).toHaveLength(100_000);
    expect(performance.now() - begin).toBeLessThan(3_000);
  });
});
