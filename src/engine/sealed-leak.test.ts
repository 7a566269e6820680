import { describe, expect, it } from 'vitest';
import { TWO_SPLITS } from '../ingest/testing/auditable-run.ts';
import {
  SEALED_FROM,
  SEALED_SPLITS,
  type TextFile,
  type Twin,
  twinBundle,
  twinExchange,
} from '../ingest/testing/twin-runs.ts';
import { type DatasetHandle, Engine, type NamedBlob } from './jobs.ts';
import { askEverything, openFiles, STEPS, takeStep, textOf } from './testing/every-job.ts';

type Asked = Awaited<ReturnType<typeof askEverything>>;

/** Names of the answers that are not the same. */
const differing = (one: Asked, other: Asked): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => textOf(one[name as keyof Asked]) !== textOf(other[name as keyof Asked]),
  );

const blobs = (files: readonly TextFile[]): readonly NamedBlob[] =>
  files.map(({ name, text }) => ({ name, blob: new Blob([text]) }));
const bundle = (twin: Twin, ranges: readonly object[]) => blobs(twinBundle(twin, ranges));
const exchange = (twin: Twin, ranges: readonly object[]) => blobs(twinExchange(twin, ranges));

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
