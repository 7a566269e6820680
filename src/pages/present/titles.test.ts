import { describe, expect, it } from 'vitest';
import type { CurveBands } from '../../store/handles.ts';
import { DEFAULT_VIEW } from '../../store/view.ts';
import { flowOf } from './RiskSlide.tsx';
import { defaultTitle } from './titles.ts';
import type { Talk } from './use-talk.ts';

const NATIVE = {
  questions: 800,
  labelled: 800,
  sealed: 0,
  opportunities: 294,
  correct: 359,
  searches: 2081,
  stopped: 0,
  safe: 0,
  unsafe: 0,
  judgedStops: 0,
  unknownStops: 0,
  harmed: 0,
  rescued: 0,
};
const PAPER = {
  ...NATIVE,
  correct: 354,
  searches: 2004,
  stopped: 69,
  safe: 42,
  unsafe: 27,
  judgedStops: 69,
  harmed: 6,
  rescued: 1,
};

interface Wish {
  readonly policy?: typeof PAPER | null;
  readonly labels?: Talk['labels'];
  readonly emLow?: number;
  readonly searchesHigh?: number;
  readonly reach?: { readonly known: number; readonly answerable: number };
  readonly opportunities?: number;
}

/** Only what titles look at. */
function talk({ policy = PAPER, labels = 'known', emLow = -0.0125, searchesHigh = -0.07375, ...wish }: Wish): Talk {
  const ends = (low: number, high: number) => ({ low: Float64Array.of(low), high: Float64Array.of(high) });
  const bands = { judge: 'j', em: ends(emLow, 0), searches: ends(-0.12, searchesHigh) } as unknown as CurveBands;
  const native = { ...NATIVE, opportunities: wish.opportunities ?? 294 };
  return {
    curves: { answerRule: 'squad', reach: wish.reach ?? { known: 2081, answerable: 523 }, native: { totals: native } },
    view: DEFAULT_VIEW,
    native,
    labels,
    active: policy === null ? null : { states: { averagePrecision: 0.403_58 } },
    policy: policy === null ? null : { threshold: 7.875, row: 0, totals: policy },
    bands: labels === 'known' && policy !== null ? { kind: 'ready', bands } : { kind: 'none' },
  } as unknown as Talk;
}

describe('titles follow the figures', () => {
  it('of the paper', () => {
    const paper = talk({});
    expect(defaultTitle('reach', paper)).toBe('294 of 800 questions could stop early and be right.');
    expect(defaultTitle('ranking', paper)).toBe('Average precision 0.404, and 27 of 69 early stops are unsafe.');
    expect(defaultTitle('tradeoff', paper)).toBe(
      '77 fewer searches, 5 fewer correct answers, and 27 of 69 early stops unsafe.',
    );
    expect(defaultTitle('gate', paper)).toBe('Both criteria pass: EM within the margin, and fewer searches.');
    expect(defaultTitle('risk', paper)).toBe('The gate passes, yet 27 of 69 early stops are unsafe.');
  });

  it('to what fails, with both criteria strict', () => {
    expect(defaultTitle('gate', talk({ emLow: -0.02 }))).toContain('not shown to stay within the margin');
    expect(defaultTitle('gate', talk({ searchesHigh: 0 }))).toContain('fewer searches are not shown');
    expect(defaultTitle('gate', talk({ emLow: -0.03, searchesHigh: 0.1 }))).toContain('Neither');
    expect(defaultTitle('risk', talk({ emLow: -0.03 }))).toBe('The gate fails, and 27 of 69 early stops are unsafe.');
  });

  it('to few stops and none', () => {
    const one = { ...PAPER, stopped: 1, safe: 0, unsafe: 1, judgedStops: 1 };
    expect(defaultTitle('risk', talk({ policy: one }))).toBe('The gate passes, yet the one early stop is unsafe.');
    const good = { ...PAPER, safe: 69, unsafe: 0 };
    expect(defaultTitle('risk', talk({ policy: good }))).toBe('The gate passes, and none of 69 early stops is unsafe.');
    expect(defaultTitle('risk', talk({ policy: NATIVE }))).toBe('No question stops early at this threshold.');
    expect(defaultTitle('reach', talk({ opportunities: 0 }))).toContain('No question has a right answer');
  });

  it.each(['sealed', 'none'] as const)('and give nothing away where labels are %s', (labels) => {
    const hidden = talk({ labels });
    for (const id of ['reach', 'ranking', 'gate', 'risk', 'claims'] as const) {
      expect(defaultTitle(id, hidden)).not.toMatch(/\d/);
    }
  });

  it('and say nothing of a policy without a judge or of stops that nobody probed', () => {
    expect(defaultTitle('tradeoff', talk({ policy: null }))).toBe('Fewer searches against right answers.');
    const unprobed = { ...PAPER, safe: 0, unsafe: 0, judgedStops: 0, unknownStops: 69 };
    expect(defaultTitle('risk', talk({ policy: unprobed }))).toBe('What became of the early stops?');
    expect(defaultTitle('reach', talk({ reach: { known: 0, answerable: 0 } }))).toBe('What could stopping gain?');
  });
});

describe('the flow of the stops', () => {
  it('counts what native would have given', () => {
    expect(flowOf(talk({}))).toEqual({
      questions: 800,
      stopped: 69,
      safe: 42,
      unsafe: 27,
      unknown: 0,
      ends: { saved: 41, rescued: 1, harmed: 6, alreadyWrong: 21 },
    });
  });

  it('says nothing of native where files state right and wrong for some answers only', () => {
    const some = talk({ labels: 'part' });
    const stated = { ...some, curves: { ...some.curves, answerRule: 'stored' } };
    expect(flowOf(some).ends).not.toBeNull();
    expect(flowOf(stated).ends).toBeNull();
  });
});
