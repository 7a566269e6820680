import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, categoryColumn } from './columns.ts';
import { countBins, countFacet } from './facets.ts';
import { applyFilters, testFilter } from './filter.ts';
import { rankTexts } from './rank-texts.ts';
import { MISSING } from './ranks.ts';
import { parseQuery } from './search.ts';
import { rankColumn, sortQuestions } from './sort.ts';
import type { Filter } from './spec.ts';

const number = (id: string, values: readonly number[]): Column => ({
  kind: 'number',
  id,
  values: Float64Array.from(values),
});

const cell = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 3 }).map((n) => n / 2) },
  fc.constantFrom(Number.NaN, -0, 1e300, -1e300, 7.874999982333975, 5e-324),
);
const name = fc.option(fc.constantFrom('a', 'b', '__proto__', ''), { nil: null });

describe('sorting', () => {
  it('orders by several keys with missing values last, whichever way, as a comparator would', () => {
    const row = fc.record({ x: cell, y: cell, name });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.boolean(), fc.boolean(), fc.boolean(), (rows, dx, dy, dn) => {
        const columns = [
          {
            column: number(
              'x',
              rows.map(({ x }) => x),
            ),
            isDescending: dx,
          },
          { column: categoryColumn('n', rows.length, (q) => rows[q]!.name), isDescending: dn },
          {
            column: number(
              'y',
              rows.map(({ y }) => y),
            ),
            isDescending: dy,
          },
        ];
        const sorted = sortQuestions(
          Int32Array.from(rows.keys()),
          columns.map(({ column, isDescending }) => ({ ...rankColumn(column, rows.length), isDescending })),
        );
        const compare = (a: number | string | null, b: number | string | null, isDescending: boolean): number => {
          const isNone = (value: typeof a) => value === null || Number.isNaN(value);
          if (isNone(a) || isNone(b)) return Number(isNone(a)) - Number(isNone(b));
          const order = a! < b! ? -1 : a! > b! ? 1 : 0;
          return isDescending ? -order : order;
        };
        const expected = [...rows.keys()].sort(
          (a, b) =>
            compare(rows[a]!.x, rows[b]!.x, dx) ||
            compare(rows[a]!.name, rows[b]!.name, dn) ||
            compare(rows[a]!.y, rows[b]!.y, dy) ||
            a - b,
        );
        expect([...sorted]).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('ranks more values than one digit holds', () => {
    const values = Array.from({ length: 70_000 }, (_, i) => ((i * 48_271) % 70_001) + 0.5);
    const ranked = rankColumn(number('x', values), values.length);
    const sorted = sortQuestions(Int32Array.from(values.keys()), [{ ...ranked, isDescending: true }]);
    for (let i = 1; i < sorted.length; i++) expect(values[sorted[i]!]! < values[sorted[i - 1]!]!).toBe(true);
  });

  it('ranks texts as a plain comparison of their lower case does', () => {
    const text = fc.option(
      fc.oneof(fc.constantFrom('', 'a', 'ab', 'abc', 'abcd', 'ABCD', 'abc\u0000', '\u{1f600}', '\ufeffx'), fc.string()),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 300 }), (texts) => {
        // Repeated, so that runs grow past what is sorted by comparison.
        const all = [...texts, ...texts.map((one) => (one === null ? null : `${one}x`)), ...texts, ...texts];
        const { ranks } = rankTexts(all.length, (q) => all[q]!);
        for (let i = 1; i < all.length; i++) {
          const a = all[i - 1] ?? null;
          const b = all[i] ?? null;
          if (a === null || b === null) {
            expect(ranks[a === null ? i - 1 : i]).toBe(MISSING);
            continue;
          }
          const order = Math.sign(ranks[i - 1]! - ranks[i]!);
          const [left, right] = [a.toLowerCase(), b.toLowerCase()];
          expect(order).toBe(left < right ? -1 : left > right ? 1 : 0);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('filters and facets', () => {
  const rows = fc.array(fc.record({ x: cell, name }), { maxLength: 30 });
  const filter = fc.oneof(
    fc.record<Filter & { kind: 'in' }>({
      kind: fc.constant('in'),
      column: fc.constant('n'),
      values: fc.array(name, { maxLength: 3 }),
    }),
    fc.record<Filter & { kind: 'range' }>({
      kind: fc.constant('range'),
      column: fc.constant('x'),
      low: fc.option(fc.constantFrom(-1, 0, 0.5)),
      high: fc.option(fc.constantFrom(0, 1, 7.874999982333975)),
    }),
  );

  it('passes what a plain reading of the conditions passes, and counts facets without their own condition', () => {
    fc.assert(
      fc.property(rows, fc.uniqueArray(filter, { selector: ({ column }) => column }), (data, filters) => {
        const columns: Record<string, Column> = {
          x: number(
            'x',
            data.map(({ x }) => x),
          ),
          n: categoryColumn('n', data.length, (q) => data[q]!.name),
        };
        const holds = (one: Filter, q: number): boolean => {
          if (one.kind === 'in') return one.values.includes(data[q]!.name);
          const value = data[q]!.x;
          return value >= (one.low ?? -Infinity) && value <= (one.high ?? Infinity);
        };
        const selection = Int32Array.from(data.keys()).filter((q) => q % 5 !== 4);
        const filtered = applyFilters(
          selection,
          filters.map((one) => testFilter(one, columns[one.column]!, data.length)),
        );
        expect([...filtered.passing]).toEqual([...selection].filter((q) => filters.every((one) => holds(one, q))));
        const own = filters.findIndex(({ column }) => column === 'n');
        const facet = countFacet(filtered, columns.n!, own);
        const others = [...selection].filter((q) => filters.every((one, i) => i === own || holds(one, q)));
        for (const { value, count } of facet.values) {
          expect(count).toBe(others.filter((q) => data[q]!.name === value).length);
        }
        expect(facet.missing).toBe(others.filter((q) => data[q]!.name === null).length);
        const bins = countBins(
          filtered,
          columns.x!,
          filters.findIndex(({ column }) => column === 'x'),
          8,
        );
        expect(bins.bins.reduce((a, b) => a + b, 0) + bins.missing).toBe(
          [...selection].filter((q) => filters.every((one) => one.column === 'x' || holds(one, q))).length,
        );
      }),
      { numRuns: 400 },
    );
  });

  it('finds what is not recorded', () => {
    const column = categoryColumn('n', 4, (q) => [null, 'a', null, 'b'][q]!);
    expect([...testFilter({ kind: 'in', column: 'n', values: [null] }, column, 4)]).toEqual([1, 0, 1, 0]);
    const tags: Column = { kind: 'set', id: 't', names: ['x', 'y'], members: new Map([[1, [0, 1]]]) };
    expect([...testFilter({ kind: 'in', column: 't', values: [null] }, tags, 3)]).toEqual([1, 0, 1]);
    expect([...testFilter({ kind: 'in', column: 't', values: ['y'] }, tags, 3)]).toEqual([0, 1, 0]);
    const few = number('x', [1, Number.NaN, 2]);
    expect([...testFilter({ kind: 'in', column: 'x', values: [null, '2'] }, few, 3)]).toEqual([0, 1, 1]);
  });

  it('offers distinct numbers as a facet only while they are few', () => {
    const all = Int32Array.from({ length: 40 }, (_, i) => i);
    const facetOf = (values: readonly number[]) => countFacet(applyFilters(all, []), number('x', values), -1).values;
    expect(facetOf(Array.from({ length: 40 }, (_, i) => i % 3))).toEqual([
      { value: '0', count: 14 },
      { value: '1', count: 13 },
      { value: '2', count: 13 },
    ]);
    expect(facetOf(Array.from({ length: 40 }, (_, i) => i))).toEqual([]);
  });
});

describe('queries', () => {
  it('splits words and phrases', () => {
    expect(parseQuery('  Gustave "was  born" 1821 "')).toEqual(['gustave', 'was  born', '1821']);
    expect(parseQuery('')).toEqual([]);
  });
});
