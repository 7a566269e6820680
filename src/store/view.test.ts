import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../core/metrics/index.ts';
import { SLIDES } from '../core/present/story.ts';
import { LAB_SECTIONS } from './lab-view.ts';
import { DEFAULT_QUESTIONS } from './questions-view.ts';
import { DEFAULT_VIEW, decodeView, encodeView, type View } from './view.ts';

const name = fc.string({ minLength: 1, maxLength: 12 });
const metric = fc.constantFrom(...METRICS.map((m) => m.id));
const view: fc.Arbitrary<View> = fc.record({
  data: fc.option(name),
  wanted: fc.option(fc.record({ name, hash: fc.option(fc.constantFrom('0123456789abcdef', 'ffffffff')) })),
  judge: fc.option(name),
  hidden: fc.array(name, { maxLength: 3 }),
  range: fc.option(
    fc.tuple(fc.nat(99999), fc.nat(99999)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
  ),
  split: fc.option(name),
  threshold: fc.option(
    fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
      fc.constantFrom(Number.POSITIVE_INFINITY, 7.874999982333975, -1e30, 5e-324),
    ),
  ),
  xMetric: metric,
  yMetric: metric,
  panels: fc.uniqueArray(metric, { minLength: 1, maxLength: 3 }),
  isDescriptive: fc.boolean(),
  answerRule: fc.constantFrom('squad', 'hotpot'),
  gate: fc.record({
    margin: fc.double({ min: 0, max: 1, noNaN: true }).map((x) => x + 0),
    repeats: fc.integer({ min: 40, max: 100_000 }),
    seed: fc.nat(2 ** 31 - 1),
  }),
  // Its own address parameters have a test of their own.
  questions: fc.constant(DEFAULT_QUESTIONS),
  lab: fc.record({
    section: fc.constantFrom(...LAB_SECTIONS),
    rule: fc.option(fc.string({ maxLength: 40 })),
    ruleName: fc.option(name),
    tune: fc.option(fc.constantFrom({ from: 0, to: 0 }, { from: 3, to: 199 })),
  }),
  slide: fc.option(fc.constantFrom(...SLIDES)),
  second: fc.option(
    fc.record({
      data: fc.option(fc.constantFrom('validation100', 'core200-ladder')),
      name,
      hash: fc.option(fc.constantFrom('0123456789abcdef', 'ffffffff')),
      judge: fc.option(name),
      threshold: fc.option(fc.constantFrom(Number.POSITIVE_INFINITY, 7.874999982333975, -1e30, 5e-324)),
      range: fc.option(fc.constantFrom({ from: 0, to: 0 }, { from: 200, to: 999 })),
      split: fc.option(name),
    }),
  ),
});

describe('the address', () => {
  it('carries every view exactly, thresholds to the last digit', () => {
    fc.assert(
      fc.property(view, (original) => {
        expect(decodeView(new URLSearchParams(encodeView(original).toString()))).toEqual(original);
      }),
    );
  });

  it('is empty for the default view', () => {
    expect(encodeView(DEFAULT_VIEW).toString()).toBe('');
  });

  it('takes of a second run only what can be opened without asking anybody', () => {
    for (const data2 of ['https://example.org/run.zip', 'dir:TOKEN', '../x', '/y'])
      expect(decodeView(new URLSearchParams({ data2 })).second).toBeNull();
    expect(decodeView(new URLSearchParams({ judge2: 'j', t2: '3' })).second).toBeNull();
    expect(decodeView(new URLSearchParams({ hash2: 'nothing', for2: 'mine' })).second).toMatchObject({
      name: 'mine',
      hash: null,
    });
  });

  it('falls back where a parameter makes no sense', () => {
    const odd = 'q=9-3&t=seven&x=nope&y=constructor&panels=..&rule=toString&slide=9&margin=-1&repeats=1e9&seed=1.5';
    expect(decodeView(new URLSearchParams(odd))).toEqual(DEFAULT_VIEW);
  });
});
