import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDetails } from './details.ts';
import { exportExchange } from './export-exchange.ts';
import { isObject, type JsonObject } from './importers/guards.ts';
import type { Ingested } from './ingest.ts';
import { violations } from './testing/json-schema.ts';
import { ingestOk, linesSource, sharedFolder, sourcesOf, textSource, tinySources } from './testing/sources.ts';

const folder = resolve(process.cwd(), 'public/schema');
const text = (name: string): string => readFileSync(resolve(folder, name), 'utf8');

const readSchema = (): JsonObject => {
  const schema: unknown = JSON.parse(text('exchange.schema.json'));
  if (!isObject(schema)) throw new Error('The schema is no object.');
  return schema;
};
const schema = readSchema();
const rowsOf = (lines: string): readonly unknown[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const exportRows = async (ingested: Ingested): Promise<readonly unknown[]> => {
  const lines: string[] = [];
  for await (const line of exportExchange(ingested.dataset, (q) => readDetails(ingested, q))) lines.push(line);
  return rowsOf(lines.join(''));
};

const told = ({ problems }: Ingested): readonly string[] => problems.map(({ line, code }) => `${line} ${code}`);
const question = { id: 'q', gold: 'a', native: { answer: 'a', searches: 1 } };

describe('the published schema', () => {
  it('fits what is exported', async () => {
    for (const row of await exportRows(await ingestOk(tinySources()))) expect(violations(schema, row)).toEqual([]);
  });

  const shared = sharedFolder();
  it.skipIf(shared === null)('fits what is exported of every kind of bundle', async () => {
    for (const path of [
      'replica/validation100',
      'replica/h0-pilot200',
      'replica/core200-ladder',
      'goldens/r02-ties/eval',
      'goldens/r03-extreme/eval',
    ]) {
      const rows = await exportRows(await ingestOk(sourcesOf(resolve(shared ?? '', path))));
      expect(rows.flatMap((row) => violations(schema, row))).toEqual([]);
    }
  });

  it.each<[string, unknown]>([
    ['no id', { native: { searches: 1 } }],
    ['no native', { id: 'q', states: [] }],
    ['searches below 0', { ...question, native: { searches: -1 } }],
    ['half a search', { ...question, native: { searches: 0.5 } }],
    ['a label that is no answer', { ...question, gold: [] }],
    ['an unknown action', { ...question, states: [{ searchesUsed: 0, nextAction: 'STOP' }] }],
    ['a score that is text', { ...question, states: [{ searchesUsed: 0, scores: { j: '1' } }] }],
    ['a score object without score', { ...question, states: [{ searchesUsed: 0, scores: { j: {} } }] }],
    ['a state without searchesUsed', { ...question, states: [{}] }],
    ['a label row with more in it', { id: 'q', gold: 'a', answer: 'b' }],
    ['another version', { stopscope: 'dataset', version: 2 }],
  ])('refuses %s', (_, row) => {
    expect(violations(schema, row)).not.toEqual([]);
  });
});

describe('the Python example', () => {
  it('stands on the page as it is in the file', () => {
    const shown = /<code id="example">([\s\S]*?)<\/code>/.exec(text('index.html'))?.[1] ?? '';
    const decoded = shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    expect(decoded).toBe(text('write_exchange.py').trimEnd());
  });

  const python = ['python3', 'python'].find((command) => {
    const { status, stdout } = spawnSync(command, ['-c', 'import sys; print(sys.version_info >= (3, 7))'], {
      encoding: 'utf8',
    });
    return status === 0 && stdout.trim() === 'True';
  });
  if (python === undefined)
    console.warn('No Python 3.7 or newer: the test that runs the example of the exchange format is SKIPPED.');

  it.skipIf(python === undefined)('writes a file that fits the schema and loads without a word', async () => {
    const { stdout, stderr, status } = spawnSync(python ?? '', [resolve(folder, 'write_exchange.py')], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(rowsOf(stdout).flatMap((row) => violations(schema, row))).toEqual([]);
    const ingested = await ingestOk([textSource('run.jsonl', stdout)]);
    expect(ingested.problems).toEqual([]);
    const { questions, states, judges, name } = ingested.dataset;
    expect(name).toBe('My run');
    expect(questions.ids).toEqual(['q1', 'q2']);
    expect(questions.golds).toEqual([['France', 'French Republic'], 'no']);
    expect(questions.nativeAnswers).toEqual(['France', null]);
    expect(Array.from(questions.nativeSearches)).toEqual([2, 0]);
    expect(Array.from(states.isEligible)).toEqual([1, 1, 0, 0]);
    expect(Array.from(judges[0]!.scores)).toEqual([-4.25, 0.5, 2.75, 1.625]);
    expect(judges[0]!.frozen).toEqual({ value: 1.5, isSentinel: false });
    expect((await readDetails(ingested, 0)).states.map(({ query }) => query)).toEqual([
      null,
      'Les Misérables author',
      'Victor Hugo birthplace',
    ]);
  });
});

describe('reading the exchange format', () => {
  it('joins labels from a second file, before or after', async () => {
    const run = linesSource('b', [
      { id: 'q1', native: { searches: 0 } },
      { id: 7, native: { searches: 0 } },
    ]);
    for (const name of ['a', 'c']) {
      const ingested = await ingestOk([
        run,
        linesSource(name, [
          { id: 7, gold: ['x', 'y'] },
          { id: 'q1', gold: 'z' },
        ]),
      ]);
      expect(ingested.problems).toEqual([]);
      expect(ingested.dataset.questions.golds).toEqual(['z', ['x', 'y']]);
    }
  });

  it('says where two labels differ, and lets equal ones pass', async () => {
    const equal = await ingestOk([
      linesSource('b', [question]),
      linesSource('c', [{ id: 'q', gold: 'a', supportingFacts: [['T', 1]] }]),
    ]);
    expect(told(equal)).toEqual([]);
    expect((await readDetails(equal, 0)).supportingFacts).toEqual([['T', 1]]);
    const after = await ingestOk([linesSource('b', [question]), linesSource('c', [{ id: 'q', gold: 'other' }])]);
    expect([told(after), after.dataset.questions.golds]).toEqual([['1 label.conflict'], ['a']]);
    const before = await ingestOk([linesSource('b', [question]), linesSource('a', [{ id: 'q', gold: 'other' }])]);
    expect([told(before), before.dataset.questions.golds]).toEqual([['1 label.conflict'], ['other']]);
  });

  it('derives the next action and the ids where they are not given', async () => {
    const row = {
      ...question,
      states: [
        { searchesUsed: 1, probe: 'b' },
        { searchesUsed: 0, probe: null },
        { searchesUsed: 0, role: 'counterfactual' },
      ],
    };
    const { dataset, problems } = await ingestOk([linesSource('a', [row])]);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['state.next-action-derived', 'note'],
      ['scores.none', 'note'],
    ]);
    expect(dataset.states.ids).toEqual(['q:search-state:0', 'q:search-state:0:1', 'q:search-state:1']);
    expect(Array.from(dataset.states.nextAction)).toEqual([0, 2, 1]);
    expect(Array.from(dataset.states.isEligible)).toEqual([1, 0, 0]);
    expect(dataset.states.probeAnswers).toEqual([null, null, 'b']);
    expect(Array.from(dataset.states.hasProbe)).toEqual([1, 0, 1]);
    expect(Array.from(dataset.states.probeOrder)).toEqual([1, -1, 0]);
  });

  it('leaves out what cannot be used, and uses the rest of the line', async () => {
    const states = [
      { searchesUsed: 0, nextAction: 'SEARCH', probe: 'a', scores: { j: 1, k: null, l: { score: 2, parsed: false } } },
      { nextAction: 'SEARCH' },
      { searchesUsed: 1, role: 'dreamt' },
      'no state',
      { searchesUsed: 1, nextAction: 'GIVE UP', id: 's' },
      { searchesUsed: 2, id: 's' },
    ];
    const lines = [
      question,
      { ...question, id: 'r', gold: {}, states },
      question,
      { ...question, id: 's', native: { searches: '2' } },
      { ...question, id: 't', states: {} },
      { id: {}, native: { searches: 1 } },
    ];
    const ingested = await ingestOk([linesSource('a', lines)]);
    expect([...told(ingested)].sort()).toEqual(
      [
        '2 label.empty',
        '2 score.not-finite',
        '2 state.duplicate',
        '2 state.next-action',
        '2 state.no-index',
        '2 state.role',
        '2 state.shape',
        '3 native.duplicate',
        '4 native.searches',
        '5 states.shape',
        '6 row.unusable-id',
        '2 label.missing',
        'null judge.all-unparsed',
        'null score.missing',
      ].sort(),
    );
    const { dataset } = ingested;
    expect(dataset.sources[0]).toMatchObject({ rowsRead: 6, rowsUsed: 3, rowsAside: 3 });
    expect(dataset.questions.ids).toEqual(['q', 'r', 't']);
    expect(dataset.judges.map(({ id, status }) => [id, ...status])).toEqual([
      ['j', 1, 0],
      ['k', 0, 0],
      ['l', 2, 0],
    ]);
  });

  it('warns of a version it does not know, and of thresholds and ranges it cannot use', async () => {
    const header = {
      stopscope: 'dataset',
      version: 9,
      judges: [{ id: 'j', threshold: 'high' }, { id: 'k', threshold: 1 }, 'no judge'],
      ranges: [
        { name: 'r', from: 3, to: 1 },
        { name: 'ok', from: 0, to: 0, role: 'made up' },
      ],
    };
    const ingested = await ingestOk([linesSource('a', [header, question])]);
    expect(told(ingested)).toEqual(['null exchange.version', 'null range.shape', 'null threshold.shape']);
    expect(ingested.dataset.ranges).toEqual([{ name: 'ok', from: 0, to: 0, role: null }]);
    expect(ingested.dataset.judges.map(({ id, frozen }) => [id, frozen?.value])).toEqual([
      ['j', undefined],
      ['k', 1],
    ]);
  });
});
