import { describe, expect, it } from 'vitest';
import { costWords, gapSummary } from './words.ts';

const gap = { category: 'attribute', target: null, slot: null, description: null };

describe('words of a trajectory', () => {
  it('name gaps by target and slot, else by what there is', () => {
    expect(gapSummary([])).toBe('No gap reported.');
    expect(gapSummary([{ ...gap, target: 'Po', slot: 'length' }])).toBe('1 gap: Po, length');
    expect(gapSummary([{ ...gap, description: 'No year.' }, gap])).toBe('2 gaps: No year.; attribute');
  });
  it('say what was recorded and nothing else', () => {
    const none = {
      score: 1,
      isParsed: true,
      promptTokens: null,
      completionTokens: null,
      latencySeconds: null,
      decision: null,
    };
    expect(costWords(none)).toBe('');
    expect(
      costWords({ ...none, promptTokens: 1312, completionTokens: 8, latencySeconds: 0.456, decision: 'STOP' }),
    ).toBe('1\u2009312 prompt and 8 completion tokens, 0.46 s, decision STOP');
  });
});
