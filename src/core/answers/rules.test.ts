import { describe, expect, it } from 'vitest';
import { ANSWER_RULES, DEFAULT_ANSWER_RULE_ID, findAnswerRule } from './index.ts';
import { hasShared, itWithShared, readSharedJson } from './testing/outside.ts';

interface Verdict {
  readonly em: number;
  readonly f1: number | readonly (number | string)[];
  readonly norm_pred: string;
}
interface Pair {
  readonly pred: string;
  readonly gold: readonly string[];
  readonly why: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

const VERDICTS = 'answer-verdicts.json';
const pairs = hasShared(VERDICTS) ? readSharedJson<Record<string, Pair>>(VERDICTS) : {};

/** The number in `f1`, and the cover verdict that stands beside or instead of it (`["sub", 1]`, `[0.4, "cem", 1]`). */
const readF1 = (f1: Verdict['f1']): { readonly f1: number | null; readonly cover: number | null } => {
  if (typeof f1 === 'number') return { f1, cover: null };
  const numbers = f1.filter((part) => typeof part === 'number');
  return f1.length === 2
    ? { f1: null, cover: numbers[0] ?? null }
    : { f1: numbers[0] ?? null, cover: numbers[1] ?? null };
};

describe('answer rules', () => {
  it('lists ten rules with distinct ids and finds them by id and alias', () => {
    expect(new Set(ANSWER_RULES.flatMap((rule) => [rule.id, ...(rule.aliases ?? [])])).size).toBe(
      ANSWER_RULES.reduce((sum, rule) => sum + 1 + (rule.aliases ?? []).length, 0),
    );
    expect(ANSWER_RULES).toHaveLength(10);
    expect(findAnswerRule('IRCoT')?.id).toBe('drop');
    expect(findAnswerRule(DEFAULT_ANSWER_RULE_ID)).toBe(ANSWER_RULES[0]);
    expect(findAnswerRule('unheard-of')).toBeNull();
  });

  itWithShared(VERDICTS)('has a verdict of every official script for 31 pairs', () => {
    expect(Object.keys(pairs)).toHaveLength(31);
    const scripts = new Set(Object.values(pairs).flatMap((pair) => Object.keys(pair.verdicts)));
    expect(scripts.size).toBe(9);
    for (const script of scripts) expect(findAnswerRule(script)).not.toBeNull();
  });

  describe.each(Object.entries(pairs))('%s', (_id, pair) => {
    it.each(Object.entries(pair.verdicts))(`${pair.why}: %s`, (script, verdict) => {
      const rule = findAnswerRule(script);
      if (rule === null) throw new Error(`no rule for ${script}`);
      const gold = pair.gold.length === 1 ? (pair.gold[0] ?? '') : pair.gold;
      const wanted = readF1(verdict.f1);
      expect(rule.normalise(pair.pred)).toBe(verdict.norm_pred);
      expect(rule.exactMatch(pair.pred, gold)).toBe(verdict.em);
      expect(rule.exactMatch(pair.pred, pair.gold)).toBe(verdict.em);
      if (wanted.f1 !== null) {
        const f1 = rule.f1(pair.pred, gold);
        // That script prints percentages: 100 * f1 / 1, and the file holds them divided by 100.
        expect(rule.id === 'triviaqa' ? (100 * f1) / 100 : f1).toBe(wanted.f1);
        expect(rule.f1(pair.pred, pair.gold)).toBe(f1);
      }
      if (wanted.cover !== null) expect(rule.coverMatch?.(pair.pred, pair.gold)).toBe(wanted.cover);
    });
  });

  it.each(ANSWER_RULES.map((rule) => [rule.id, rule] as const))(
    '%s: no answer is wrong, no target is not met',
    (_id, rule) => {
      expect(rule.exactMatch(null, '')).toBe(0);
      expect(rule.f1(null, '')).toBe(0);
      expect(rule.coverMatch?.(null, '') ?? 0).toBe(0);
      expect(rule.exactMatch('x', [])).toBe(0);
      expect(rule.f1('x', [])).toBe(0);
      expect(rule.exactMatch('Paris', ['Rome', 'Paris'])).toBe(1);
      expect(rule.f1('Paris', ['Rome', 'Paris'])).toBe(1);
      expect(rule.exactMatch('Paris', 'Rome')).toBe(0);
    },
  );

  it('compares empty texts instead of failing them (squad)', () => {
    const squad = findAnswerRule('squad');
    expect(['', '...', 'the'].map((text) => squad?.exactMatch(text, 'A.'))).toEqual([1, 1, 1]);
    expect(squad?.f1('', 'A.')).toBe(0);
  });

  it('takes the best target, which need not be the first, for F1', () => {
    expect(findAnswerRule('squad')?.f1('new york', ['york', 'new york city', 'x'])).toBe(0.8);
    expect(findAnswerRule('hotpot')?.f1('yes', ['yes sir', 'no'])).toBe(0);
  });

  it('keeps strict strict', () => {
    const strict = findAnswerRule('strict');
    expect(strict?.exactMatch('paris', 'Paris')).toBe(0);
    expect(strict?.exactMatch('Paris ', 'Paris')).toBe(0);
    expect(strict?.f1('Paris ', 'Paris')).toBe(1);
  });

  it('drop: a missing number is 0, sets not bags, two decimals, halves to even', () => {
    const drop = findAnswerRule('drop');
    expect(drop?.f1('in 1990 Paris', '1991 Paris')).toBe(0);
    expect(drop?.f1('a b c', 'b c d')).toBe(0.8);
    expect(drop?.f1('b c x', 'b c d')).toBe(0.67);
    // 2 * 1 / (8 + 8) = 0.125 -> 0.12
    expect(drop?.f1('x1 x2 x3 x4 x5 x6 x7 y', 'z1 z2 z3 z4 z5 z6 z7 y')).toBe(0.12);
    expect(drop?.normalise('1,000-year-old The 5.0% Nan')).toBe('1000.0 year old 50.0 nan');
  });

  itWithShared('real/ircot_hotpotqa_prediction.json')('gives the official HotpotQA figures of a real run', () => {
    const predictions = readSharedJson<Record<string, string>>('real/ircot_hotpotqa_prediction.json');
    const golds = readSharedJson<Record<string, string[]>>('real/ircot_hotpotqa_ground_truth.json');
    const hotpot = findAnswerRule('hotpot');
    let em = 0;
    let f1 = 0;
    for (const [id, prediction] of Object.entries(predictions)) {
      em += hotpot?.exactMatch(prediction, golds[id] ?? []) ?? 0;
      f1 += hotpot?.f1(prediction, golds[id] ?? []) ?? 0;
    }
    expect(em).toBe(206);
    expect((f1 / 500).toFixed(5)).toBe('0.51227');
  });
});
