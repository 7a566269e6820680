import { describe, expect, it } from 'vitest';
import type { JobContext, Reply } from './job-context.ts';
import { Engine } from './jobs.ts';

const context: JobContext = { signal: new AbortController().signal, report: () => {} };

/** What a structured clone of a reply has to copy: its values one by one, and the bytes that do not move. */
function cloned(value: unknown, moved: ReadonlySet<ArrayBufferLike>): number {
  if (ArrayBuffer.isView(value)) return moved.has(value.buffer) ? 1 : 1 + value.byteLength;
  if (value instanceof Blob || typeof value !== 'object' || value === null) return 1;
  if (value instanceof ArrayBuffer) return moved.has(value) ? 1 : 1 + value.byteLength;
  const parts = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + cloned(part, moved), 1);
}

/** A run in the exchange format: two states a question, no two scores alike. */
const linesOf = (questions: number): string =>
  Array.from({ length: questions }, (_, q) =>
    JSON.stringify({
      id: `q${q}`,
      question: `What is ${q}?`,
      gold: `answer ${q % 5}`,
      native: { answer: `answer ${q % 7}`, searches: 2 },
      meta: { type: q % 2 === 0 ? 'bridge' : 'comparison' },
      states: [0, 1, 2].map((k) => ({
        searchesUsed: k,
        nextAction: k < 2 ? 'SEARCH' : 'ANSWER',
        probe: `answer ${(q + k) % 7}`,
        scores: { j: ((q * 7919 + k) % 99_991) / 1000 },
      })),
    }),
  ).join('\n');

async function repliesFor(questions: number): Promise<Readonly<Record<string, number>>> {
  const { jobs } = new Engine();
  const files = [{ name: 'run.jsonl', blob: new Blob([linesOf(questions)]) }];
  const loaded = await jobs.load(context, { name: 'run', files });
  const datasetId = loaded.value.id;
  const view = {
    datasetId,
    selection: { range: null, split: null },
    answerRule: 'squad',
    isDescriptive: true,
  };
  const policy = { kind: 'threshold', judge: 'j', threshold: 50 } as const;
  const native = { kind: 'native' } as const;
  const spec = { policy, judge: 'j', against: native, filters: [], sort: [], find: '' };
  const facets = ['outcome', 'meta:type'];
  const resampling = { seed: 1, repeats: 20 };
  const replies: Readonly<Record<string, () => Promise<Reply<unknown>>>> = {
    load: async () => loaded,
    loadOther: () => jobs.loadOther(context, { name: 'another', files }),
    evaluate: () => jobs.evaluate(context, view),
    bands: () => jobs.bands(context, { ...view, judge: 'j', ...resampling }),
    questions: () => jobs.questions(context, { ...view, spec, isDeep: false, facets, histograms: ['score'] }),
    findQuestions: () => jobs.findQuestions(context, { datasetId, find: 'what', most: 50 }),
    flips: () => jobs.flips(context, { ...view, from: native, to: policy }),
    oracleGap: () => jobs.oracleGap(context, { ...view, policy }),
    searchTexts: () => jobs.searchTexts(context, { ...view, find: 'what' }),
    aside: () => jobs.aside(context, { datasetId }),
    exportExchange: () => jobs.exportExchange(context, { datasetId }),
  };
  const counts: Record<string, number> = {};
  for (const [name, ask] of Object.entries(replies)) {
    const { value, transfer } = await ask();
    counts[name] = cloned(value, new Set<ArrayBufferLike>(transfer));
  }
  return counts;
}

describe('what the worker sends to the page (fault 45)', () => {
  it('does not grow with the data: columns move, rows stay with the worker', async () => {
    const [few, many] = [await repliesFor(300), await repliesFor(6_000)];
    for (const [name, count] of Object.entries(many)) {
      expect.soft(count, `${name}: ${few[name]} values for 300 questions`).toBeLessThan(few[name]! + 300);
    }
  }, 60_000);

  it('the count sees what is copied', () => {
    const numbers = new Float64Array(1000);
    expect(cloned({ numbers }, new Set())).toBe(8002);
    expect(cloned({ numbers }, new Set<ArrayBufferLike>([numbers.buffer]))).toBe(2);
    expect(
      cloned(
        Array.from({ length: 50 }, (_, id) => ({ id })),
        new Set(),
      ),
    ).toBe(101);
  });
});
