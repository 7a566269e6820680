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

describe('runs that name neither an id nor a question', () => {
  const tagged = (name: string, from: number) =>
    linesSource(
      name,
      [0, 1, 2].map((i) => ({
        output: `<search> q </search><information>d</information><answer> a${from + i} </answer>`,
      })),
    );
  const golds = (count: number) =>
    linesSource(
      'gold.jsonl',
      Array.from({ length: count }, (_, i) => ({ question: `Q${i}?`, answer: [`a${i}`] })),
    );

  it('go by their place, which is said, and their labels are offered row by row', async () => {
    const ingested = await read([tagged('run.jsonl', 0), golds(3)]);
    expect(ingested.dataset.questions.ids).toEqual(['run.jsonl:1', 'run.jsonl:2', 'run.jsonl:3']);
    expect([...ingested.dataset.questions.nativeSearches]).toEqual([1, 1, 1]);
    expect(ingested.problems.filter(({ code }) => code === 'row.by-place').map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(asideOf(ingested)).toEqual({ 'gold.jsonl': 3 });
    expect(ingested.orderJoins).toMatchObject([{ count: 3, isConfirmed: false }]);
    const joined = await read([tagged('run.jsonl', 0), golds(3)], 'all');
    expect(joined.dataset.questions.golds).toEqual([['a0'], ['a1'], ['a2']]);
    expect(joined.dataset.questions.texts).toEqual(['Q0?', 'Q1?', 'Q2?']);
  });

  it('of two files are six questions, not two samples of three', async () => {
    const { dataset } = await read([tagged('a.jsonl', 0), tagged('b.jsonl', 3)]);
    expect(dataset.questions.count).toBe(6);
    expect(dataset.questions.group).toBeUndefined();
  });

  it('may be mapped: one table of predictions, one of gold answers, nothing else', async () => {
    const mappings = [
      { columns: { prediction: 'mine' }, scores: [] },
      { columns: { gold: 'right' }, scores: [] },
    ];
    const files = [
      linesSource('mine.jsonl', [{ mine: 'a' }, { mine: 'b' }]),
      linesSource('right.jsonl', [{ right: 'a' }, { right: ['x', 'y'] }]),
    ];
    const result = await ingest(files, {
      onProgress: () => {},
      signal: new AbortController().signal,
      mappings,
      joinByOrder: ['right.jsonl'],
    });
    if (result.kind === 'failed') throw new Error(result.error.message);
    const { questions } = result.value.dataset;
    expect(questions.ids).toEqual(['mine.jsonl:1', 'mine.jsonl:2']);
    expect(questions.nativeAnswers).toEqual(['a', 'b']);
    expect(questions.golds).toEqual(['a', ['x', 'y']]);
  });
});
