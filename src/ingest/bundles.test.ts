import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../core/terms.ts';
import { readDetails } from './details.ts';
import type { Ingested } from './ingest.ts';
import { ingestOk, sharedFolder, sourcesOf } from './testing/sources.ts';

const shared = sharedFolder();

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0);
const eligibleIn = ({ questions, states }: Dataset, from: number, to: number): number =>
  sum(states.isEligible.subarray(questions.stateStart[from], questions.stateStart[to + 1]));
const warnings = ({ problems }: Ingested) => problems.filter(({ severity }) => severity !== 'note');

describe.skipIf(shared === null)('the reference bundles', () => {
  const at = (path: string): string => resolve(shared ?? '', path);
  const load = (path: string): Promise<Ingested> => ingestOk(sourcesOf(at(path)));

  it('reads dev1000', async () => {
    const ingested = await load('replica/dev1000');
    const { dataset } = ingested;
    expect(ingested.problems).toEqual([]);
    expect(dataset.questions.count).toBe(1000);
    expect(dataset.states.count).toBe(3456);
    expect(eligibleIn(dataset, 0, 999)).toBe(2610);
    expect(eligibleIn(dataset, 200, 999)).toBe(2081);
    expect(eligibleIn(dataset, 0, 199)).toBe(529);
    expect(sum(dataset.questions.nativeSearches)).toBe(2610);
    expect(sum(dataset.questions.nativeSearches.subarray(200)) / 800).toBe(2.60125);
    expect(dataset.judges.map(({ id, frozen }) => [id, frozen?.value])).toEqual([
      ['expanded_s2g_lora', 7.874999982333975],
      ['old_s2g_lora', 8.000000061001629],
      ['structured_base', 2.5],
    ]);
    // 79, 36 and 4 over the last 800 questions, as published; 99, 45 and 5 over all.
    const unparsed = dataset.judges.map(({ status }) => status.filter((code) => code === 2).length);
    expect(unparsed).toEqual([5, 45, 99]);
    expect(dataset.notice).toBe('synthetic replica');
    expect(dataset.questions.ids[200]).toBe('dev-0200');
    expect(dataset.questions.golds[0]).toBe('Paris');
    expect(dataset.questions.meta.map(({ name }) => name)).toEqual(['type']);
  });

  it('reads validation100', async () => {
    const { dataset, problems } = await load('replica/validation100');
    expect(problems).toEqual([]);
    expect([dataset.questions.count, dataset.states.count, eligibleIn(dataset, 0, 99)]).toEqual([100, 331, 245]);
  });

  it('reads h0-pilot200: first answers, native and forced states', async () => {
    const ingested = await load('replica/h0-pilot200');
    const { questions, states, judges } = ingested.dataset;
    expect(warnings(ingested)).toEqual([]);
    expect(questions.count).toBe(200);
    expect(states.role.filter((role) => role === 0).length).toBe(723);
    expect(states.role.filter((role) => role === 1).length).toBe(75);
    expect(sum(states.isEligible)).toBe(523);
    expect(sum(states.hasProbe)).toBe(798);
    expect(sum(questions.nativeSearches)).toBe(523);
    expect(judges).toEqual([]);
    expect(questions.golds[0]).toEqual(['no']);
  });

  it('reads core200-ladder: the first candidate is the native answer', async () => {
    const { dataset, problems } = await load('replica/core200-ladder');
    expect(problems).toEqual([]);
    expect([dataset.questions.count, dataset.states.count, sum(dataset.states.isEligible)]).toEqual([200, 730, 530]);
    expect(sum(dataset.questions.nativeSearches) / 200).toBe(2.65);
    expect(dataset.judges.map(({ id }) => id)).toEqual([
      'binary_base',
      'binary_lora',
      'minimal_s2g',
      'structured_base',
    ]);
  });

  const goldens: readonly (readonly [string, number, number, number])[] = [
    ['r01-tiny/eval', 5, 11, 7],
    ['r01-tiny/h0', 5, 16, 7],
    ['r01-tiny/core', 5, 12, 7],
    ['r02-ties/eval', 40, 125, 93],
    ['r02-ties/h0', 40, 152, 93],
    ['r02-ties/core', 40, 133, 93],
    ['r03-extreme/eval', 60, 193, 155],
    ['r04-mid/eval', 150, 461, 353],
    ['r04-mid/h0', 150, 563, 353],
    ['r04-mid/core', 150, 503, 353],
    ['r05-no-positive/eval', 12, 37, 26],
    ['r05-no-positive/h0', 12, 43, 26],
  ];
  it.each(goldens)('reads goldens/%s', async (path, questions, states, eligible) => {
    const ingested = await load(`goldens/${path}`);
    const { dataset } = ingested;
    expect(warnings(ingested).map(({ code }) => code)).toEqual(path.startsWith('r03') ? ['judge.all-unparsed'] : []);
    expect([dataset.questions.count, dataset.states.count, sum(dataset.states.isEligible)]).toEqual([
      questions,
      states,
      eligible,
    ]);
    for (const source of dataset.sources) expect(source.rowsUsed).toBe(source.rowsRead);
  });

  it('keeps the order of thresholds and of probes as the files have them', async () => {
    const { dataset } = await load('goldens/r02-ties/eval');
    expect(dataset.judges.map(({ id }) => id)).toEqual(['lora_b', 'structured_base', 'lora_a']);
    const { states } = dataset;
    const byOrder = Array.from(states.probeOrder.keys())
      .filter((s) => states.probeOrder[s]! >= 0)
      .sort((a, b) => states.probeOrder[a]! - states.probeOrder[b]!);
    const text = await sourcesOf(at('goldens/r02-ties/eval'))
      .find(({ name }) => name === 'probe-run.jsonl')!
      .slice(0, 1e9);
    const listed = [...new TextDecoder().decode(text).matchAll(/"state_id":"([^"]+)"/g)].map(([, id]) => id);
    expect(byOrder.map((s) => states.ids[s])).toEqual(listed);
  });

  it('builds the context of a state from its searches where the states have none', async () => {
    const [withContext, without] = [await load('replica/validation100'), await load('replica/validation100')];
    const lines = { ...without.dataset.states.lines, length: new Uint32Array(without.dataset.states.count) };
    const stripped = { ...without, dataset: { ...without.dataset, states: { ...without.dataset.states, lines } } };
    for (let q = 0; q < 100; q += 7) expect(await readDetails(stripped, q)).toEqual(await readDetails(withContext, q));
  });

  it('says what a judge found and where a label stands', async () => {
    const ingested = await load('replica/dev1000');
    const details = await readDetails(ingested, 0);
    expect(details.supportingFacts).toEqual([
      ['Les Misérables', 0],
      ['Victor Hugo', 0],
      ['France', 0],
    ]);
    expect(details.states.map(({ query }) => query)).toEqual([
      null,
      'Les Misérables novel',
      'Victor Hugo birthplace country',
    ]);
    expect(details.states[0]?.context).toBe('[NO RETRIEVED EVIDENCE]');
    expect(details.states[1]?.context).toMatch(/^Doc 1\(Title: "India"\).*Luis Buñuel\.$/);
    expect(details.states[0]?.judges.old_s2g_lora).toEqual({
      isSufficient: false,
      gapItems: [
        {
          category: 'bridge entity',
          target: 'Les Misérables',
          slot: 'author',
          description: 'The author of Les Misérables is still missing.',
        },
      ],
      rawCompletion: null,
      parseError: null,
    });
  });
});

describe('the samples of the app', () => {
  const samples = resolve(process.cwd(), 'public/samples');

  it.each([
    ['dev1000', 1000, 2610],
    ['validation100', 100, 245],
    ['h0-pilot200', 200, 523],
    ['core200-ladder', 200, 530],
  ])('%s loads from its gzipped files and says what it is', async (id, questions, eligible) => {
    const { dataset } = await ingestOk(sourcesOf(resolve(samples, id)));
    expect([dataset.questions.count, sum(dataset.states.isEligible)]).toEqual([questions, eligible]);
    expect(dataset.notice).toBe('synthetic replica');
    expect(dataset.ranges.length).toBeGreaterThan(0);
    expect(dataset.judges.every(({ frozen }) => frozen !== null)).toBe(true);
  });

  it('marks the thresholds that were set to never stop, and ranges with their role', async () => {
    const { dataset } = await ingestOk(sourcesOf(resolve(samples, 'dev1000')));
    expect(dataset.judges.map(({ name, frozen }) => [name, frozen])).toEqual([
      ['Expanded S2G LoRA', { value: 7.874999982333975, isSentinel: false }],
      ['Old S2G LoRA', { value: 8.000000061001629, isSentinel: true }],
      ['Structured Base', { value: 2.5, isSentinel: true }],
    ]);
    expect(dataset.ranges.map(({ from, to, role }) => [from, to, role])).toEqual([
      [200, 999, 'confirmatory'],
      [0, 199, 'exploratory'],
      [0, 999, 'descriptive'],
    ]);
  });

  it('are the reference bundles, byte for byte', async (context) => {
    if (shared === null) return context.skip();
    for (const id of ['dev1000', 'validation100', 'h0-pilot200', 'core200-ladder']) {
      const packed = await ingestOk(sourcesOf(resolve(samples, id)));
      for (const source of packed.sources) {
        if (source.name === 'dataset.json') continue;
        const plain = sourcesOf(resolve(shared, 'replica', id)).find(({ name }) => `${name}.gz` === source.name);
        const [unpacked, original] = [await source.slice(0, source.size), await plain!.slice(0, plain!.size)];
        expect(Buffer.compare(unpacked, original)).toBe(0);
      }
    }
  });

  it('are listed completely in index.json', async () => {
    const datasets: readonly { id: string; files: readonly string[] }[] = JSON.parse(
      readFileSync(resolve(samples, 'index.json'), 'utf8'),
    ).datasets;
    for (const { id, files } of datasets) {
      expect(files.every((path) => existsSync(resolve(samples, path)))).toBe(true);
      // A dataset may borrow files of others; its own folder it lists whole.
      for (const { name } of sourcesOf(resolve(samples, id))) expect(files).toContain(`${id}/${name}`);
    }
  });
});
