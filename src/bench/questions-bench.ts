import {
  describeRow,
  QuestionColumns,
  type QuestionRow,
  STATE_MARKS_COLUMN,
  type TableSpec,
} from '../core/questions/index.ts';
import { EVERYTHING } from '../core/selection.ts';
import type { Dataset } from '../core/terms.ts';
import { Evaluator } from '../engine/evaluate.ts';
import { QuestionTables, type TableRequest } from '../engine/questions/tables.ts';

import { medianTime, ms, type Row } from './measure.ts';

const spec = (change: Partial<TableSpec>): TableSpec => ({
  policy: { kind: 'threshold', judge: 'judge', threshold: 5 },
  judge: 'judge',
  against: null,
  filters: [],
  sort: [],
  find: '',
  ...change,
});

/** What the page asks for when it is opened, and what "More" adds. */
const FACETS = ['outcome', 'flags', 'saved', 'tags'] as const;
const HISTOGRAMS = ['score'] as const;
const MORE = [
  'nativeSearches',
  'policySearches',
  'nativeVerdict',
  'policyVerdict',
  'split',
  'gapQuality',
  'gapCost',
] as const;
const MORE_HISTOGRAMS = ['margin', 'highest', 'delay', 'states'] as const;

type FacetName = (typeof FACETS)[number] | (typeof MORE)[number];

function countPlainly(rows: readonly QuestionRow[], facets: readonly FacetName[]): void {
  for (const facet of facets) {
    const counts = new Map<unknown, number>();
    for (const row of rows) counts.set(row[facet], (counts.get(row[facet]) ?? 0) + 1);
  }
}

const request = (
  change: Partial<TableSpec>,
  facets: readonly string[],
  histograms: readonly string[],
): TableRequest => ({
  selection: EVERYTHING,
  answerRule: 'squad',
  spec: spec(change),
  isDeep: false,
  facets,
  histograms,
});

/** One job of the table, each beside the same answer worked out over an array of row objects. */
export function benchQuestions(dataset: Dataset): readonly Row[] {
  const evaluator = new Evaluator(dataset);
  const tables = new QuestionTables(dataset, evaluator);
  tables.open(request({}, FACETS, HISTOGRAMS));
  const columns = new QuestionColumns(evaluator.under('squad'), spec({}), tables.annotations);
  const rows: readonly QuestionRow[] = Array.from(columns.all, (q) => describeRow(columns, q));
  const n = rows.length.toLocaleString('en');
  const isUnsafe = ({ outcome }: QuestionRow) => outcome === 'harmed' || outcome === 'already-wrong';
  const unsafe = { kind: 'in', column: 'outcome', values: ['unsafe'] } as const;
  // A new threshold each time: nothing can be remembered from the last one.
  let turn = 0;
  const fresh = (): TableSpec['policy'] => ({ kind: 'threshold', judge: 'judge', threshold: 5 + turn++ / 1e6 });
  const compare = (a: QuestionRow, b: QuestionRow) =>
    (b.score ?? -Infinity) - (a.score ?? -Infinity) || (a.id < b.id ? -1 : 1);
  const sort = [
    { column: 'score', isDescending: true },
    { column: 'id', isDescending: false },
  ];
  const cases: readonly { what: string; run: () => void; base: () => void; target: number | null }[] = [
    {
      what: `filter and sort by two columns, ${n} questions`,
      run: () => void tables.open(request({ filters: [unsafe], sort }, [], [])),
      base: () => void rows.filter(isUnsafe).sort(compare),
      target: 100,
    },
    {
      what: `sort all by two columns, ${n} questions`,
      run: () => void tables.open(request({ sort }, [], [])),
      base: () => void [...rows].sort(compare),
      target: 100,
    },
    {
      what: `a new threshold: outcomes, filter, sort, facets of the page, ${n} questions`,
      run: () => void tables.open(request({ policy: fresh(), filters: [unsafe], sort }, FACETS, HISTOGRAMS)),
      base: () => countPlainly(rows.filter(isUnsafe).sort(compare), FACETS),
      target: 100,
    },
    {
      what: `a new threshold with every facet under "More" open, ${n} questions`,
      run: () =>
        void tables.open(
          request(
            { policy: fresh(), filters: [unsafe], sort },
            [...FACETS, ...MORE, STATE_MARKS_COLUMN],
            [...HISTOGRAMS, ...MORE_HISTOGRAMS],
          ),
        ),
      base: () => countPlainly(rows.filter(isUnsafe).sort(compare), [...FACETS, ...MORE]),
      target: null,
    },
    {
      what: `all facets and histograms, ${n} questions`,
      run: () =>
        void tables.open(request({}, [...FACETS, ...MORE, STATE_MARKS_COLUMN], [...HISTOGRAMS, ...MORE_HISTOGRAMS])),
      base: () => countPlainly(rows, [...FACETS, ...MORE]),
      target: 100,
    },
    {
      what: `search in questions and answers, ${n} questions`,
      run: () => void tables.open(request({ find: 'museum oslo' }, [], [])),
      base: () =>
        void rows.filter((row) => {
          const text = [row.id, row.text, row.gold, row.native, row.policy].join('\n').toLowerCase();
          return text.includes('museum') && text.includes('oslo');
        }),
      target: 100,
    },
  ];
  return cases.map(({ what, run, base, target }) => {
    const time = medianTime(run, 9, 3);
    const plain = medianTime(base, 3, 1);
    return {
      what,
      measured: ms(time),
      baseline: `array of row objects ${ms(plain)}`,
      ratio: `${(plain / time).toFixed(1)}x faster`,
      target: target === null ? 'reported' : `at most ${target} ms`,
      isMet: target === null ? null : time <= target,
    };
  });
}
