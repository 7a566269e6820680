import { describe, expect, it } from 'vitest';
import { buildDataset, type QuestionSpec } from '../core/testing/build-dataset.ts';
import { runKey } from './run-key.ts';

const question = (answer: string | null, searches = 1): QuestionSpec => ({
  gold: 'x',
  answer,
  searches,
  states: [{ searchesUsed: 0, probe: 'x', scores: [1] }],
});
const keyOf = (specs: readonly QuestionSpec[], judges = ['j']) => runKey(buildDataset(specs, judges));

describe('the key of a run', () => {
  const own = keyOf([question('a'), question('b')]);

  it('stays with the run, whatever its name, labels and judges', () => {
    const dataset = buildDataset([question('a'), question('b')], ['j']);
    expect(runKey({ ...dataset, name: 'another', judges: [], notice: 'synthetic' })).toBe(own);
    expect(runKey({ ...dataset, questions: { ...dataset.questions, golds: [null, null] } })).toBe(own);
    expect(own).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    ['another answer', [question('a'), question('c')]],
    ['no answer', [question('a'), question(null)]],
    ['an empty answer', [question('a'), question('')]],
    ['other searches', [question('a'), question('b', 2)]],
    ['another order', [question('b'), question('a')]],
    ['fewer questions', [question('a')]],
    ['texts cut elsewhere', [question('ab'), question('')]],
  ])('is another one with %s', (_, specs) => {
    expect(keyOf(specs)).not.toBe(own);
  });

  it('tells no answer from an empty one', () => {
    expect(keyOf([question(null)])).not.toBe(keyOf([question('')]));
  });
});
