import { describe, expect, it } from 'vitest';
import { auditableRun, type Row, TWO_SPLITS } from '../ingest/testing/auditable-run.ts';
import { type DatasetHandle, Engine, type NamedBlob } from './jobs.ts';
import { askEverything, openFiles, STEPS, takeStep, textOf } from './testing/every-job.ts';

/**
 * Two runs that differ in nothing but the labels (and what follows from them) of the questions that are sealed. Whatever
 * anybody can ask of the one must be answered the same about the other: then no answer carries anything of a sealed label.
 */
type Twin = 'first' | 'second';
const SEALED_FROM = 12;
const SECRET = { first: 'Secretalpha', second: 'Secretomega' } as const;

const lines = (name: string, rows: readonly (Row | string)[]): NamedBlob => ({
  name,
  blob: new Blob(rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`)),
});

type Asked = Awaited<ReturnType<typeof askEverything>>;

/** Names of the answers that are not the same. */
const differing = (one: Asked, other: Asked): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => textOf(one[name as keyof Asked]) !== textOf(other[name as keyof Asked]),
  );

const isSealed = (id: unknown): boolean => Number(/^q(\d+)/.exec(String(id))?.[1]) >= SEALED_FROM;
const flip = (twin: Twin, em: unknown) => (twin === 'first' ? em : 1 - Number(em));

/** The bundle: labels in a file of their own, correctness stored in native runs and probes, broken and doubled label rows. */
function bundle(twin: Twin, ranges: readonly object[]): readonly NamedBlob[] {
  const files = auditableRun();
  const change = (rows: readonly Row[]): readonly Row[] =>
    rows.map((row) => {
      if (!isSealed(row.question_id)) return row;
      const em = row.official_em === undefined ? {} : { official_em: flip(twin, row.official_em) };
      return row.record_type === undefined && row.answer !== undefined
        ? { ...row, answer: twin === 'first' ? row.answer : `B${String(row.answer).slice(1)}` }
        : { ...row, ...em };
    });
  return [
    lines('dataset.json', [{ stopscope: 'manifest', version: 1, name: 'twin', ranges, thresholds: { j: 0.5 } }]),
    ...Object.entries(files).map(([name, rows]) =>
      lines(name, [
        ...change(rows),
        ...(name === 'labels.jsonl'
          ? [
              `{"question_id":"q20","answer":${SECRET[twin]}`,
              { question_id: 'q21', answer: `${SECRET[twin]} again` },
              { question_id: 'q99', answer: SECRET[twin] },
            ]
          : []),
      ]),
    ),
  ];
}

/** The exchange format: label, reward and supporting facts in the question's own line; a verdict among the scores. */
function exchange(twin: Twin, ranges: readonly object[]): readonly NamedBlob[] {
  const em = (q: number, k: number) => (q >= SEALED_FROM ? Number(flip(twin, (q + k) % 2)) : (q + k) % 2);
  const answer = (q: number) => (q >= SEALED_FROM ? SECRET[twin] : `answer ${q}`);
  return [
    lines('run.jsonl', [
      { stopscope: 'dataset', version: 1, name: 'twin', ranges },
      ...Array.from({ length: 24 }, (_, q) => ({
        id: `q${q}`,
        question: `What is ${q}?`,
        gold: [answer(q)],
        supportingFacts: [[`Title of ${answer(q)}`, 0]],
        meta: { type: 'bridge', reward: em(q, 0), correct_retrieval: em(q, 1) === 1, 'score.em': em(q, 0) },
        native: { answer: 'Secretalpha', searches: 2 },
        states: [0, 1].map((k) => ({
          searchesUsed: k,
          nextAction: 'SEARCH',
          probe: k === 0 ? 'Secretomega' : `answer ${q}`,
          scores: { j: q / 10 + k - 2.5, em: em(q, k) },
          context: `Title of something: passage ${k}`,
        })),
      })),
      // Set aside, with a label in it.
      { id: 'q20', question: 'Twice?', gold: SECRET[twin], native: { answer: 'x', searches: 1 } },
      { id: 'q25', gold: SECRET[twin], native: { answer: 'x', searches: 'many' } },
    ]),
    // A table that nobody asked for: shown by the mapping screen.
    lines('table.csv', [
      'id,question,prediction,ref,em,f1,rouge_score,conf',
      ...Array.from({ length: 24 }, (_, q) => {
        const verdict = em(q, 0);
        return `q${q},What is ${q}?,answer ${q},${answer(q)},${verdict},${verdict},${verdict}.0,0.${q}`;
      }),
    ]),
  ];
}

const SEALED_SPLITS = TWO_SPLITS.map((range) => ({ ...range, isSealed: range.role === 'confirmatory' }));
const SELECTIONS = [
  { range: { from: SEALED_FROM, to: 23 }, split: null },
  { range: null, split: null },
];

type Open = (twin: Twin) => Promise<{ engine: Engine; dataset: DatasetHandle; files: readonly NamedBlob[] }>;

const WAYS: readonly (readonly [string, Open])[] = [
  [
    'a bundle whose manifest seals',
    async (twin) => {
      const engine = new Engine();
      const files = bundle(twin, SEALED_SPLITS);
      return { engine, files, dataset: await openFiles(engine, files) };
    },
  ],
  [
    'a bundle that is sealed on the page',
    async (twin) => {
      const engine = new Engine();
      const files = bundle(twin, TWO_SPLITS);
      const open = await openFiles(engine, files);
      return { engine, files, dataset: await takeStep(engine, open, { kind: 'seal', scope: 'confirmatory' }) };
    },
  ],
  [
    'an exchange file whose every label is sealed before the splits have roles',
    async (twin) => {
      const engine = new Engine();
      const files = exchange(twin, []);
      const sealed = await openFiles(engine, files, { isSealed: true });
      const [tune, test] = TWO_SPLITS.map(({ name, from, to, role }) => ({
        name,
        role: role as 'validation' | 'confirmatory',
        source: { kind: 'range' as const, from, to },
      }));
      return { engine, files, dataset: await takeStep(engine, sealed, { kind: 'splits', splits: [tune!, test!] }) };
    },
  ],
  [
    'an exchange file whose header seals',
    async (twin) => {
      const engine = new Engine();
      const files = exchange(twin, SEALED_SPLITS);
      return { engine, files, dataset: await openFiles(engine, files) };
    },
  ],
];

describe.each(WAYS)('%s', (_, open) => {
  it.each(SELECTIONS)(
    'no answer about %j depends on a sealed label',
    async (selection) => {
      const [first, second] = await Promise.all([open('first'), open('second')]);
      expect(first.dataset.protocol.sealedQuestions).toBe(24 - SEALED_FROM);
      const asked = await askEverything(first.engine, first.dataset, first.files, selection);
      const other = await askEverything(second.engine, second.dataset, second.files, selection);
      expect(differing(asked, other)).toEqual([]);
      expect(textOf(second.dataset)).toBe(textOf(first.dataset));
      expect(`${textOf(asked)}${textOf(first.dataset)}`).not.toMatch(/Secretalpha again|Title of Secret/);
    },
    30_000,
  );

  it('every job is asked, or is a step of the protocol', async () => {
    const { engine, dataset, files } = await open('first');
    const asked = Object.keys(await askEverything(engine, dataset, files, SELECTIONS[1]!));
    const isAsked = (job: string) => asked.some((name) => name === job || name.startsWith(`${job} `));
    expect(Object.keys(engine.jobs).filter((job) => !isAsked(job) && !(STEPS as ReadonlySet<string>).has(job))).toEqual(
      [],
    );
  });
});

it('the twins do differ where nothing is sealed: the comparison can fail', async () => {
  const [first, second] = await Promise.all(
    (['first', 'second'] as const).map(async (twin) => {
      const engine = new Engine();
      const files = bundle(twin, TWO_SPLITS);
      return askEverything(engine, await openFiles(engine, files), files, SELECTIONS[0]!);
    }),
  );
  const names = [
    'evaluate',
    'report',
    'exportExchange',
    'audit',
    'questionRows',
    'flips',
    'oracleGap',
    'claims',
    'aside',
  ];
  expect(differing(first!, second!)).toEqual(expect.arrayContaining(names));
});

describe('what is opened again', () => {
  const selection = { range: { from: SEALED_FROM, to: 23 }, split: null };
  const labelled = async (engine: Engine, dataset: DatasetHandle): Promise<number> => {
    const { evaluate } = await askEverything(engine, dataset, [], selection);
    return (evaluate as { native: { totals: { labelled: number } } }).native.totals.labelled;
  };

  it('stays sealed, whoever opens the same files', async () => {
    const engine = new Engine();
    const files = bundle('first', TWO_SPLITS);
    const open = await openFiles(engine, files);
    expect(await labelled(engine, open)).toBe(12);
    await takeStep(engine, open, { kind: 'seal', scope: 'confirmatory' });
    const again = await openFiles(engine, files);
    expect(again.protocol.sealedQuestions).toBe(12);
    expect(await labelled(engine, again)).toBe(0);
  });
});
