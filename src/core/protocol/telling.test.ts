import { describe, expect, it } from 'vitest';
import { isTelling, isTellingMeta, isVerdict } from './telling.ts';

describe('names under which labels travel', () => {
  it.each([
    'official_em',
    'EM',
    'isCorrect',
    'correct_retrieval',
    'gold_answer',
    'Ground Truth',
    'token-f1',
    'reward',
    'rougeL_rouge',
    'answer_type',
    'reward_model.ground_truth',
    'supporting_facts',
    'nativeEm',
    'safe_early_stop',
  ])('%s tells', (name) => expect(isTelling(name)).toBe(true));

  it.each([
    'type',
    'level',
    'split',
    'data_source',
    'turns',
    'stopped_by',
    'probability_A',
    'system',
    'seed',
    'f10',
    'format',
  ])('%s does not', (name) => expect([isTelling(name), isTellingMeta(name)]).toEqual([false, false]));

  it('a score of a question is mostly its reward, one of a state is a signal', () => {
    expect([isTelling('score'), isTellingMeta('score'), isTellingMeta('score.format')]).toEqual([false, true, true]);
  });

  it.each([
    ['em', true],
    ['official_em', true],
    ['exact_match', true],
    ['is_correct', true],
    ['token_f1', true],
    ['reward_score', true],
    ['correct_prob', false],
    ['expanded_s2g_lora', false],
    ['confidence', false],
    ['matcher', false],
    ['gold_judge', false],
  ])('judge %s: %s', (name, is) => expect(isVerdict(name)).toBe(is));
});
