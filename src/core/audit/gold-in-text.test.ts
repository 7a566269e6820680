import { describe, expect, it } from 'vitest';
import { givesGoldAway, occursIn } from './gold-in-text.ts';

describe('a gold answer in a text', () => {
  it.each([
    ['Which is older, Victor Hugo or Jane Austen?', 'Victor Hugo', true],
    ["Which is older, Victor Hugo's or another?", ['nobody', 'the victor hugo'], true],
    ['Is Victor Hugoson older?', 'Victor Hugo', false],
    ['Were Emmy Noether and Christopher Nolan born there?', 'no', false],
    ['Is it so, yes or no?', 'yes', false],
    ['Let us see who it is', 'US', false],
    ['anything', null, false],
  ] as const)('%s / %s: %s', (text, gold, is) => expect(occursIn(text, gold)).toBe(is));

  it('of two letters counts where the question names its options', () => {
    expect(occursIn('Which river is longer, the Po or the Thames?', 'Po')).toBe(false);
    expect(occursIn('Which river is longer, the Po or the Thames?', 'Po', 2)).toBe(true);
    expect(occursIn('Are they Polish?', 'Po', 2)).toBe(false);
  });

  it('gives away a prompt outside of question and context only', () => {
    const question = 'Is Oslo larger than Lima?';
    expect(givesGoldAway(`Q: ${question} C: Lima is large.`, 'Lima', [question, 'Lima is large.'], true)).toBeNull();
    expect(givesGoldAway(`Q: ${question} Hint: Lima`, 'Lima', [question, ''], true)).toContain('outside question');
    expect(givesGoldAway(`Q: ${question} Hint: Lima`, 'Lima', [question], false)).toBeNull();
    expect(givesGoldAway('Gold answer: x', null, [], true)).toContain('Gold answer:');
  });
});
