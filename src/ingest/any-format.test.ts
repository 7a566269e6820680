import fc from 'fast-check';
import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readAsideRows } from './aside.ts';
import type { ByteSource } from './byte-source.ts';
import { readDetails } from './details.ts';
import { ingest } from './ingest.ts';
import { textSource, tinyRun } from './testing/sources.ts';
import { writeParquet, writeRawZstd } from './testing/write-containers.ts';

/** A small valid file of every format that rows come in. */
const turns = [
  {
    ID: 'q1',
    Turn: '0',
    'Reasoner Answer': 'a, "b"',
    'Gate Output': 'False',
    'Gold Answer': `['a, "b"']`,
    'Correct Answer': '1',
    'Confidence Scores': '0: 0.7, 1: 0.3',
  },
  {
    ID: 'q1',
    Turn: '1',
    'Reasoner Answer': 'é\nline',
    'Gate Output': 'True',
    'Gold Answer': `['a, "b"']`,
    'Correct Answer': '0',
    'Confidence Scores': '0: 0.2, 1: 0.8',
  },
  {
    ID: 'q2',
    Turn: '0',
    'Reasoner Answer': 'x',
    'Gate Output': 'True',
    'Gold Answer': '[]',
    'Correct Answer': '0',
    'Confidence Scores': '',
  },
];
const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const table = (rows: readonly object[], delimiter: string): string => {
  const names = Object.keys(rows[0]!);
  const line = (cells: readonly string[]): string => cells.map((cell) => quote(String(cell))).join(delimiter);
  return [line(names), ...rows.map((row) => line(Object.values(row)))].map((text) => `${text}\n`).join('');
};
const rounds = Array.from({ length: 6 }, (_, i) => ({
  qid: `q${i >> 1}`,
  round: (i % 2) + 1,
  current_answer: `a${i}`,
  current_em: i % 2,
  current_f1: 0.5,
  answer_token_margin: i === 3 ? Number.NaN : i / 4,
}));
const tagged = Array.from({ length: 4 }, (_, i) => ({
  id: `t${i % 3}`,
  question: `Q${i}?`,
  golden: ['a'],
  predicted: i === 2 ? null : 'a',
  correct: i % 2 === 0,
  full_output: `<search> s${i} </search><information>d ${i}</information><answer> a </answer>`,
}));
const flash = [
  {
    id: 'f1',
    question: 'Q?',
    golden_answers: ['a'],
    output: { pred: 'a', pred_iter_0: 'b', pred_iter_1: 'a', metric_score: { em: 1, f1: 1 } },
  },
  { id: 'f2', question: 'R?', golden_answers: [''], output: { pred: 'c' } },
];
const byId = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`k${i}`, `v${i}`]));
const inspect = {
  version: 2,
  eval: {},
  samples: [
    {
      id: 1,
      epoch: 1,
      input: 'I',
      target: 'T',
      messages: [],
      output: { choices: [] },
      scores: { s: { value: 'C', answer: 'T' } },
    },
  ],
};
const lines = (rows: readonly object[]): string =>
  rows
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('')
    .replaceAll('null', 'NaN');

const bundleRows = (): readonly object[] => {
  const { inputs, natives, labels, states, probes, scores } = tinyRun(3);
  return [...inputs, ...natives, ...labels, ...states, ...probes, ...scores];
};
const exchange = [
  { stopscope: 'dataset', version: 1, name: 'n', judges: [{ id: 'j' }] },
  ...Array.from({ length: 3 }, (_, i) => ({
    id: `e${i}`,
    question: 'Q?',
    gold: 'a',
    native: { answer: 'a', searches: 1 },
    states: [{ searchesUsed: 0, nextAction: 'SEARCH', probe: 'a', scores: { j: i / 4 } }],
  })),
];
const setVerify = Array.from({ length: 4 }, (_, i) => ({
  question_id: `v${i >> 1}`,
  question: 'Q?',
  answers: ['a'],
  iter_cnt: i % 2,
  score1: i / 8,
  em: i % 2,
  f1: 0.5,
}));
const derived = Array.from({ length: 4 }, (_, i) => ({
  question_id: `d${i >> 1}`,
  state_id: `d${i >> 1}:search-state:${i % 2}`,
  state_index: i % 2,
  scores: { j: i / 8 },
  safe_early_stop: i % 2 === 0,
  native_prediction: 'a',
}));

const FORMATS: readonly (readonly [string, string])[] = [
  ['SIM-RAG CSV', table(turns, ',')],
  ['SIM-RAG TSV', table(turns, '\t')],
  [
    'S2G-RAG CSV',
    table(
      turns.map(({ 'Confidence Scores': _, ...row }) => ({ ...row, SuffMissingFacts: "[{'slot': None}]" })),
      ',',
    ),
  ],
  ['TASR CSV', table(rounds, ',')],
  ['TASR JSON Lines', lines(rounds)],
  ['tagged JSON Lines', lines(tagged)],
  ['tagged array', JSON.stringify(tagged, null, 1)],
  ['FlashRAG array', JSON.stringify(flash)],
  ['dictionary by id', JSON.stringify(byId)],
  [
    'parallel lists',
    JSON.stringify({ id: tagged.map(({ id }) => id), full_output: tagged.map(({ full_output }) => full_output) }),
  ],
  ['Inspect document', JSON.stringify(inspect)],
  ['gold lines', lines([{ question: 'Q?', answer: ['a'] }])],
  [
    'SQuAD document',
    JSON.stringify({
      data: [{ paragraphs: [{ context: 'c', qas: [{ id: 'a', question: 'Q?', answers: [{ text: 'x' }] }] }] }],
    }),
  ],
  ['bundle lines', lines(bundleRows())],
  ['exchange lines', lines(exchange)],
  ['SetVerify lines', lines(setVerify)],
  ['derived state rows', lines(derived)],
  ['teacher lines', lines([{ id: 'q1', turn: 1, sufficient: true, gap_items: [] }])],
];

type Bytes = Uint8Array<ArrayBuffer>;
const text = (bytes: Bytes): string => new TextDecoder().decode(bytes);
const bytesOf = (content: string): Bytes => new TextEncoder().encode(content);
const onText = (change: (content: string, at: number) => string) => (bytes: Bytes, at: number) =>
  bytesOf(change(text(bytes), at));
const onLines = (change: (all: string[], at: number) => string[]) =>
  onText((content, at) => {
    const all = content.split('\n');
    return change(all, at % Math.max(1, all.length)).join('\n');
  });

/** Cut, doubled, swapped, re-encoded, nested, huge cells, control characters, __proto__ keys. */
const DAMAGES: readonly (readonly [string, (bytes: Bytes, at: number) => Bytes])[] = [
  ['cut', (bytes, at) => bytes.slice(0, at % (bytes.length + 1))],
  ['head cut off', (bytes, at) => bytes.slice(at % (bytes.length + 1))],
  ['line doubled', onLines((all, at) => [...all.slice(0, at + 1), ...all.slice(at)])],
  [
    'lines swapped',
    onLines((all, at) => all.map((line, i) => (i === at ? (all[0] ?? '') : i === 0 ? (all[at] ?? '') : line))),
  ],
  ['line lost', onLines((all, at) => all.filter((_, i) => i !== at))],
  ['Latin-1', (bytes) => Uint8Array.from(Buffer.from(text(bytes), 'latin1'))],
  ['UTF-16', (bytes) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text(bytes), 'utf16le')])],
  ['a BOM', (bytes) => Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes])],
  ['\\r\\n', onText((content) => content.replaceAll('\n', '\r\n'))],
  [
    'nested',
    onText(
      (content, at) => content.slice(0, at % content.length) + '['.repeat(3000) + content.slice(at % content.length),
    ),
  ],
  [
    'huge cell',
    onText(
      (content, at) => content.slice(0, at % content.length) + 'x'.repeat(300_000) + content.slice(at % content.length),
    ),
  ],
  [
    'control characters',
    onText(
      (content, at) =>
        `${content.slice(0, at % content.length)}\u0000\u001b\u2028${content.slice(at % content.length)}`,
    ),
  ],
  [
    'a quote',
    onText((content, at) => `${content.slice(0, at % content.length)}"${content.slice(at % content.length)}`),
  ],
  [
    '__proto__',
    onText((content) =>
      content.replace(/question|Turn|round|"id"|output/, (name) => (name === '"id"' ? '"__proto__"' : '__proto__')),
    ),
  ],
  ['toString', onText((content) => content.replace(/Gold Answer|current_em|golden/, 'toString'))],
  [
    'Infinity',
    onText((content, at) => content.replace(/\d+/g, (digits, i: number) => (i % 7 === at % 7 ? '-Infinity' : digits))),
  ],
  ['glued', onText((content) => content + content)],
];

/** Whole, or within each container that holds other files. */
const PACKED: Readonly<Record<string, (bytes: Bytes) => Bytes>> = {
  plain: (bytes) => bytes,
  zip: (bytes) => Uint8Array.from(zipSync({ 'a/file': bytes })),
  gzip: (bytes) => Uint8Array.from(gzipSync(bytes)),
  'two gzip members': (bytes) =>
    Uint8Array.from(Buffer.concat([gzipSync(bytes.slice(0, 99)), gzipSync(bytes.slice(99))])),
  zstd: (bytes) => writeRawZstd(bytes),
};

const run = (source: ByteSource) => ingest([source], { onProgress: () => {}, signal: new AbortController().signal });

const expectNothingLost = async (source: ByteSource): Promise<void> => {
  const result = await run(source);
  if (result.kind === 'failed') {
    // Refused: in words, with what was met on the way.
    expect(result.error.code).toMatch(/^dataset\.empty$/);
    expect(result.error.message.length).toBeGreaterThan(20);
    return;
  }
  const { dataset, aside } = result.value;
  let set = 0;
  for (const { rowsRead, rowsUsed, rowsAside } of dataset.sources) {
    expect(rowsUsed + rowsAside).toBe(rowsRead);
    expect(rowsUsed).toBeGreaterThanOrEqual(0);
    set += rowsAside;
  }
  expect(aside.count).toBe(set);
  expect((await readAsideRows(result.value)).length).toBe(set);
  const { questions, states, judges } = dataset;
  expect(new Set(questions.ids).size).toBe(questions.count);
  expect(questions.stateStart[questions.count]).toBe(states.count);
  for (const judge of judges) expect(judge.scores.every(Number.isFinite)).toBe(true);
  for (let q = 0; q < questions.count; q++) await readDetails(result.value, q);
};

describe('valid files', () => {
  it.each(FORMATS)('%s: every row is used', async (_, content) => {
    const result = await run(textSource('file', content));
    if (result.kind === 'failed') {
      expect(result.error.message).toMatch(/gold answers|verdicts of a teacher|rows derived/);
      return;
    }
    for (const { rowsRead, rowsAside } of result.value.dataset.sources) {
      expect(rowsRead).toBeGreaterThan(0);
      expect(rowsAside).toBe(0);
    }
  });
});

describe('whatever happens to a file of any format', () => {
  const name = fc.constantFrom(...FORMATS.map(([title]) => title));
  const damage = fc.constantFrom(...DAMAGES.map(([title]) => title));

  it('there is no crash, no hang, and rows in = rows used + set aside', async () => {
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.array(fc.tuple(damage, fc.nat(5000)), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...Object.keys(PACKED)),
        async (title, damages, packing) => {
          let bytes: Bytes = bytesOf(FORMATS.find(([format]) => format === title)![1]);
          for (const [kind, at] of damages)
            if (bytes.length > 0) bytes = DAMAGES.find(([known]) => known === kind)![1](bytes, at);
          await expectNothingLost(textSource('file', PACKED[packing]!(bytes)));
        },
      ),
      { numRuns: 400 },
    );
  }, 120_000);

  it.each(['gzip', 'two gzip members', 'zstd', 'Parquet'])(
    '%s, its bytes damaged or cut',
    async (packing) => {
      const plain = bytesOf(table(turns, ','));
      const whole = packing === 'Parquet' ? writeParquet(turns) : PACKED[packing]!(plain);
      const intact = await run(textSource('file', whole));
      expect(intact.kind === 'ok' && intact.value.dataset.sources[0]?.rowsUsed).toBe(turns.length);
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
          const bytes = whole.slice(0, isCut ? at : whole.length);
          if (!isCut) bytes[at] = byte;
          await expectNothingLost(textSource('file', bytes));
        }),
        { numRuns: 200 },
      );
    },
    60_000,
  );

  it('archives and their bytes damaged', async () => {
    const archive = Uint8Array.from(
      zipSync({
        'header.json': bytesOf('{}'),
        'samples/1_epoch_1.json': bytesOf(JSON.stringify(inspect.samples[0])),
        'b.csv': bytesOf(table(turns, ',')),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const bytes = archive.slice(0, isCut ? at : archive.length);
        if (!isCut) bytes[at] = byte;
        await expectNothingLost(textSource('a.eval', bytes));
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
