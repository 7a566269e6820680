import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../core/metrics/index.ts';
import type { Filter } from '../core/questions/index.ts';
import {
  DEFAULT_QUESTIONS,
  decodeQuestions,
  encodeQuestions,
  type PolicyRef,
  QUESTION_TABS,
  type QuestionsView,
} from './questions-view.ts';

const awkward = fc.oneof(
  fc.constantFrom('*', '_', '-', '-x', '_n', '_e', 'meta:type', 'a*b_c', '\u20ac', ' ', 'judge.score'),
  fc.string({ minLength: 1, maxLength: 8 }),
);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant<'in'>('in'),
    column: awkward,
    values: fc.array(fc.option(fc.oneof(awkward, fc.constant(''))), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant<'range'>('range'), column: awkward, low: fc.option(finite), high: fc.option(finite) }),
);
const policy: fc.Arbitrary<PolicyRef> = fc.oneof(
  fc.constantFrom<PolicyRef>(
    { kind: 'current' },
    { kind: 'frozen' },
    { kind: 'native' },
    { kind: 'quality-oracle' },
    { kind: 'cost-oracle' },
  ),
  fc.nat(20).map((searches): PolicyRef => ({ kind: 'budget', searches })),
  fc
    .record({
      judge: fc.constantFrom('expanded_s2g_lora', 'a@b', 'j*1'),
      threshold: fc.oneof(finite, fc.constant(Number.POSITIVE_INFINITY)),
    })
    .map((one): PolicyRef => ({ kind: 'threshold', ...one })),
  fc.constantFrom('s2g', 'a@b~c').map((judge): PolicyRef => ({ kind: 'decisions', judge })),
  fc
    .record({
      names: fc.array(fc.constantFrom('repeat', 'calibrated:a b', 'x~y@1', 'always'), { minLength: 1, maxLength: 3 }),
      value: finite,
      tune: fc.option(
        fc.record({
          range: fc.option(fc.constant({ from: 0, to: 199 })),
          split: fc.option(fc.constantFrom('dev', 'a~b.c 1-2')),
        }),
      ),
    })
    .map(
      ({ names, value, tune }): PolicyRef => ({
        kind: 'rule',
        rule: {
          groups: names.map((signal) =>
            signal === 'repeat'
              ? [{ kind: 'flag', signal, isNegated: value > 0 }]
              : [{ kind: 'compare', signal, comparison: '>', value }],
          ),
        },
        tune,
      }),
    ),
);

const arbitraryQuestionsView: fc.Arbitrary<QuestionsView> = fc.record({
  tab: fc.constantFrom(...QUESTION_TABS),
  // The address lists conditions on values before ranges.
  filters: fc
    .array(filter, { maxLength: 4 })
    .map((all) => [...all.filter(({ kind }) => kind === 'in'), ...all.filter(({ kind }) => kind === 'range')]),
  sort: fc.array(fc.record({ column: awkward, isDescending: fc.boolean() }), { maxLength: 3 }),
  find: fc.string({ maxLength: 12 }),
  isDeep: fc.boolean(),
  open: fc.option(awkward),
  state: fc.option(fc.nat(1000)),
  from: policy,
  to: policy,
  metric: fc.constantFrom(...METRICS.map(({ id }) => id)),
  by: fc.option(awkward),
});

describe('the questions part of the address', () => {
  it('carries filters, order, search and policies exactly', () => {
    fc.assert(
      fc.property(arbitraryQuestionsView, (view) => {
        const params = new URLSearchParams();
        encodeQuestions(view, params);
        expect(decodeQuestions(new URLSearchParams(params.toString()))).toEqual(view);
      }),
      { numRuns: 500 },
    );
  });

  it('stays short', () => {
    const params = new URLSearchParams();
    encodeQuestions(
      {
        ...DEFAULT_QUESTIONS,
        filters: [{ kind: 'in', column: 'outcome', values: ['unsafe'] }],
        sort: [{ column: 'score', isDescending: true }],
        open: 'dev-0783',
      },
      params,
    );
    expect(params.toString()).toBe('f=outcome*unsafe&sort=-score&open=dev-0783');
  });

  it('falls back where a parameter makes no sense', () => {
    const odd = 'tab=x&f=&r=*1*2&sort=*-*&state=-1&from=zz&to=@3&metric=toString';
    expect(decodeQuestions(new URLSearchParams(odd))).toEqual(DEFAULT_QUESTIONS);
    const params = new URLSearchParams();
    encodeQuestions(DEFAULT_QUESTIONS, params);
    expect(params.toString()).toBe('');
  });
});
