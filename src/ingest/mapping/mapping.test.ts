import { describe, expect, it } from 'vitest';
import type { Ingested } from '../ingest.ts';
import { ingest } from '../ingest.ts';
import { openRows } from '../open-rows.ts';
import { countOnes, under } from '../testing/reference.ts';
import { linesSource, run, textSource } from '../testing/sources.ts';
import { guessMapping } from './guess.ts';
import { formatMapping, type Mapping, parseMapping, shapeOf, whatIsMissing } from './mapping.ts';

const read = async (name: string, content: string, mapping: Mapping): Promise<Ingested> => {
  const result = await ingest([textSource(name, content)], {
    onProgress: () => {},
    signal: new AbortController().signal,
    mappings: [mapping],
  });
  if (result.kind === 'failed') throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
};
const guess = async (content: string) => guessMapping((await openRows(textSource('t', content))).sample);

const SEAKR = `qid,Retrieval Times,Final Answer,ground_truth,last_step_eigen_score
q1,2,Paris,"['Paris', 'paris']",-3.5
q2,0,Rome,['Milan'],1.25
007,1,,['x'],nan
`;

describe('a table of one row a question', () => {
  it('is guessed: the eigenscore grows where the system is less sure', async () => {
    expect(await guess(SEAKR)).toEqual({
      columns: { id: 'qid', gold: 'ground_truth', prediction: 'Final Answer', searches: 'Retrieval Times' },
      scores: [{ column: 'last_step_eigen_score', direction: 'lower-is-surer', scale: 'margin' }],
    });
  });

  it('reads with its mapping, whichever container holds it', async () => {
    const mapping = await guess(SEAKR);
    const { dataset } = await read('a.csv', SEAKR, mapping);
    expect(dataset.questions.ids).toEqual(['q1', 'q2', '007']);
    expect([...dataset.questions.nativeSearches]).toEqual([2, 0, 1]);
    expect(Array.from(under(dataset, 'squad').correctness.nativeEm)).toEqual([1, 0, 0]);
    const [judge] = dataset.judges;
    expect(judge?.id).toBe('last_step_eigen_score');
    const last = [2, 3, 5];
    expect(last.map((s) => judge?.status[s])).toEqual([1, 1, 0]);
    expect(last.slice(0, 2).map((s) => judge?.scores[s])).toEqual([3.5, -1.25]);
  });

  it('is not read without one, and says what to do', async () => {
    const result = await run([textSource('a.csv', SEAKR.replace('qid', 'thing'))]);
    expect(result.kind).toBe('failed');
    if (result.kind !== 'failed') return;
    expect(result.error.problems[0]).toMatchObject({
      code: 'file.unknown',
      effect: expect.stringContaining('Map its columns'),
    });
  });
});

describe('a table of one row a state', () => {
  const rows = [
    { case: 'a', hop: 1, said: 'no', right: 'False', p: 0.2 },
    { case: 'b', hop: 1, said: 'x', right: 'True', p: 1 },
    { case: 'a', hop: 2, said: 'yes', right: 'True', p: 0.75 },
  ];
  const mapping: Mapping = {
    columns: { id: 'case', turn: 'hop', prediction: 'said', correct: 'right' },
    scores: [{ column: 'p', direction: 'higher-is-surer', scale: 'probability' }],
  };

  it('gives states, probes, stored correctness, and log-odds of probabilities', async () => {
    const { dataset } = await read('r.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''), mapping);
    expect(dataset.questions.ids).toEqual(['a', 'b']);
    expect([...dataset.states.searchesUsed]).toEqual([1, 2, 1]);
    expect([...dataset.states.isEligible]).toEqual([1, 0, 0]);
    expect(dataset.states.probeAnswers).toEqual(['no', 'yes', 'x']);
    expect(countOnes(under(dataset, 'stored').correctness.nativeEm)).toBe(2);
    const scores = [...dataset.judges[0]!.scores];
    expect(scores[0]).toBeCloseTo(Math.log(0.25), 12);
    expect(1 / (1 + Math.exp(-scores[1]!))).toBeCloseTo(0.75, 12);
    expect(scores[2]).toBeGreaterThan(20);
  });

  it('a probability of being wrong is turned round', async () => {
    const turned: Mapping = {
      ...mapping,
      scores: [{ column: 'p', direction: 'lower-is-surer', scale: 'probability' }],
    };
    const { dataset } = await read('r.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''), turned);
    expect(dataset.judges[0]!.scores[0]).toBeCloseTo(Math.log(4), 12);
  });
});

describe('mappings as JSON', () => {
  it('come back as they went', async () => {
    const mapping = await guess(SEAKR);
    expect(parseMapping(JSON.parse(formatMapping(mapping)))).toEqual({ kind: 'ok', value: mapping });
  });

  it.each([
    [{}, /stopscope/],
    [{ stopscope: 'mapping', version: 2 }, /version 2/],
    [{ stopscope: 'mapping', version: 1, columns: { who: 'x' } }, /"who" is no role/],
    [{ stopscope: 'mapping', version: 1, columns: { id: 'x' } }, /Map at least one/],
    [
      { stopscope: 'mapping', version: 1, columns: { id: 'x', prediction: 'y' }, scores: [{ column: 's' }] },
      /direction/,
    ],
  ])('%j is refused in words', (value, reason) => {
    const parsed = parseMapping(value);
    expect(parsed.kind === 'failed' && parsed.error).toMatch(reason);
  });

  it('belong to a shape: the columns, in any order', () => {
    expect(shapeOf(['b', 'a'])).toBe(shapeOf(['a', 'b']));
    expect(whatIsMissing({ columns: { prediction: 'p', turn: 't' }, scores: [] })).toMatch(/question/);
    expect(whatIsMissing({ columns: { prediction: 'p' }, scores: [] })).toBeNull();
  });

  it('labels alone may be mapped too', async () => {
    const labels: Mapping = { columns: { id: 'k', gold: 'v' }, scores: [] };
    const result = await ingest(
      [
        textSource('a.csv', SEAKR.replaceAll(/"\[.*?\]"|\['\w+'\]/g, '')),
        linesSource('l', [
          { k: 'q1', v: ['Paris'] },
          { k: 'no', v: 'z' },
        ]),
      ],
      { onProgress: () => {}, signal: new AbortController().signal, mappings: [await guess(SEAKR), labels] },
    );
    if (result.kind === 'failed') throw new Error(result.error.message);
    const { dataset } = result.value;
    expect(dataset.questions.golds).toEqual([['Paris'], null, null]);
    expect(dataset.sources[1]).toMatchObject({ rowsRead: 2, rowsUsed: 1, rowsAside: 1 });
  });
});
