import { describe, expect, it } from 'vitest';
import { openQuestion } from './question-texts.ts';
import { ingestOk, linesSource } from './testing/sources.ts';

const state = (k: number, next: string, context?: string) => ({
  record_type: 'state',
  state_id: `q:search-state:${k}`,
  question_id: 'q',
  state_index: k,
  native_next_action: next,
  ...(context === undefined ? {} : { context }),
});
const search = (query: string, text: string) => ({
  action: 'SEARCH',
  search_executed: true,
  query,
  observation: `<information>${text}</information>`,
});
const run = (steps: readonly object[], states: readonly object[]) =>
  ingestOk([
    linesSource('inputs.jsonl', [{ question_id: 'q', question: 'Who?' }]),
    linesSource('run.jsonl', [
      { record_type: 'trajectory', question_id: 'q', question: 'Who?', answer: 'x', search_calls: 2, steps },
    ]),
    linesSource('states.jsonl', states),
    linesSource('judge-j.jsonl', [
      {
        record_type: 'judge_score',
        request_id: 'q:search-state:1',
        question_id: 'q',
        state_id: 'q:search-state:1',
        state_index: 1,
        score: 1.5,
        parsed: { sufficient: false, gap_items: [{ category: 'attribute', target: 'Po', slot: 'length' }] },
        decision: 'CONTINUE',
      },
    ]),
  ]);

describe('texts of one question, step by step', () => {
  it('gives each state what its own search brought', async () => {
    const steps = [search('one', 'First.'), search('two', 'Second.'), { action: 'ANSWER', answer: 'x' }];
    const ingested = await run(steps, [state(0, 'SEARCH'), state(1, 'SEARCH')]);
    const open = await openQuestion(ingested, 0);
    expect(await open.readStep(0)).toEqual({ query: null, evidence: '' });
    expect(await open.readStep(1)).toEqual({ query: 'one', evidence: 'First.' });
    expect(await open.readFinish()).toEqual({ query: 'two', evidence: 'Second.' });
    expect((await open.readJudges(0)).size).toBe(0);
    expect((await open.readJudges(1)).get('j')).toMatchObject({
      isSufficient: false,
      gapItems: [{ target: 'Po', slot: 'length' }],
    });
  });

  it('takes the new part of growing contexts where the run holds no searches', async () => {
    const ingested = await run(
      [{ action: 'ANSWER', answer: 'x' }],
      [
        state(0, 'SEARCH', '[NO RETRIEVED EVIDENCE]'),
        state(1, 'SEARCH', 'Doc one.'),
        state(2, 'ANSWER', 'Doc one.\n\nDoc two.'),
      ],
    );
    const open = await openQuestion(ingested, 0);
    expect((await open.readStep(1)).evidence).toBe('Doc one.');
    expect((await open.readStep(2)).evidence).toBe('\n\nDoc two.');
    expect(await open.readFinish()).toEqual({ query: null, evidence: null });
  });
});
