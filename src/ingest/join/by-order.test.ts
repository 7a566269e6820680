import { describe, expect, it } from 'vitest';
import { ingest } from '../ingest.ts';
import { linesSource } from '../testing/sources.ts';
import { asideOf, told } from '../testing/told.ts';

/** Runs that go by their place, and labels that go by other names. */
const runs = (count: number, change: (i: number) => object = () => ({})) =>
  linesSource(
    'runs.jsonl',
    Array.from({ length: count }, (_, i) => ({
      id: i,
      response: `<answer> answer ${i} </answer>`,
      ...change(i),
    })),
  );
const labels = (count: number, name = 'gold.jsonl') =>
  linesSource(
    name,
    Array.from({ length: count }, (_, i) => ({
      _id: `hotpot-${count - i}`,
      question: `Q${i}?`,
      answer: `answer ${i}`,
    })),
  );

const read = async (sources: Parameters<typeof ingest>[0], joinByOrder: readonly string[] | 'all' = []) => {
  const result = await ingest(sources, { onProgress: () => {}, signal: new AbortController().signal, joinByOrder });
  if (result.kind === 'failed') throw new Error(result.error.message);
  return result.value;
};

describe('labels that share no id and no text with the runs', () => {
  it('are not joined, but offered, first rows side by side', async () => {
    const ingested = await read([labels(5), runs(5)]);
    expect(ingested.dataset.questions.golds).toEqual([null, null, null, null, null]);
    expect(told(ingested)).toEqual(['gold.jsonl:null label.order-unconfirmed']);
    expect(asideOf(ingested)).toEqual({ 'gold.jsonl': 5 });
    const [join, ...more] = ingested.orderJoins;
    expect(more).toEqual([]);
    expect(join).toMatchObject({ labels: 0, runs: 1, count: 5, isConfirmed: false });
    expect(join?.first).toHaveLength(3);
    expect(join?.first[1]).toEqual({
      label: { line: 2, id: 'hotpot-4', text: 'Q1?', gold: 'answer 1' },
      run: { line: 2, id: '1', text: null, answer: 'answer 1' },
    });
  });

  it('are joined row by row once that is confirmed, and it is said', async () => {
    for (const confirmed of [['gold.jsonl'], 'all'] as const) {
      const ingested = await read([labels(5), runs(5)], confirmed);
      expect(ingested.dataset.questions.golds).toEqual(['answer 0', 'answer 1', 'answer 2', 'answer 3', 'answer 4']);
      expect(ingested.dataset.questions.texts[4]).toBe('Q4?');
      expect(asideOf(ingested)).toEqual({});
      expect(ingested.problems.map(({ code }) => code)).toContain('label.joined-by-order');
      expect(ingested.orderJoins[0]?.isConfirmed).toBe(true);
    }
    expect((await read([labels(5), runs(5)], ['another.jsonl'])).orderJoins[0]?.isConfirmed).toBe(false);
  });

  it('a question with several samples counts once, and its samples share the label', async () => {
    const repeated = runs(6, (i) => ({ id: i % 3 }));
    const ingested = await read([labels(3), repeated], 'all');
    expect(ingested.dataset.questions.ids).toEqual(['0', '1', '2', '0#2', '1#2', '2#2']);
    expect(ingested.dataset.questions.golds).toEqual([0, 1, 2, 0, 1, 2].map((i) => `answer ${i}`));
  });

  it.each([
    ['other numbers of rows', [labels(4), runs(5)]],
    ['one label that found its question', [labels(5), runs(5, (i) => (i === 3 ? { question: 'Q0?' } : {}))]],
    ['runs that have a label already', [labels(5), runs(5, (i) => (i === 3 ? { golden: ['x'] } : {}))]],
    [
      'two files of as many runs',
      [
        labels(5),
        runs(5),
        linesSource(
          'b',
          [0, 1, 2, 3, 4].map((i) => ({ id: `b${i}`, response: '<answer> a </answer>' })),
        ),
      ],
    ],
  ])('%s: order joins nothing, even where it is wanted', async (_, sources) => {
    const ingested = await read(sources, 'all');
    expect(ingested.orderJoins).toEqual([]);
    expect(ingested.problems.map(({ code }) => code)).not.toContain('label.joined-by-order');
    for (const { rowsRead, rowsUsed, rowsAside } of ingested.dataset.sources)
      expect(rowsUsed + rowsAside).toBe(rowsRead);
  });
});
