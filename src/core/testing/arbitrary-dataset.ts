import fc from 'fast-check';
import type { QuestionSpec, StateSpec } from './build-dataset.ts';

const ANSWERS = ['Paris', 'paris', 'the Paris', 'Lyon', 'Lyon Paris', '', 'no'] as const;

/** Scores on a coarse grid so that ties are common, with the corners that have broken such tools. */
const score = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -6, max: 6 }).map((n) => n / 2) },
  fc.constantFrom(-1e30, 1e300, -1e300, 5e-324, -5e-324, 0, -0, 7.874999982333975, 7.8749998867),
);

const cell = fc.oneof(
  { weight: 8, arbitrary: score },
  score.map((unparsed) => ({ unparsed })),
  fc.constant(null),
);

const answer = fc.option(fc.constantFrom(...ANSWERS), { nil: null });

const state = (judges: number): fc.Arbitrary<Omit<StateSpec, 'searchesUsed'>> =>
  fc.record(
    {
      nextAction: fc.constantFrom('SEARCH', 'SEARCH', 'SEARCH', 'ANSWER', 'INVALID'),
      isCounterfactual: fc.boolean().map((x) => x && true),
      probe: answer,
      scores: fc.array(cell, { minLength: judges, maxLength: judges }),
    },
    { requiredKeys: ['scores'] },
  );

/** Questions with ties, unparsed scores, missing states, missing probes and labels, and none eligible. */
export const arbitraryQuestions = (judges: number): fc.Arbitrary<QuestionSpec[]> =>
  fc.array(
    fc
      .record({
        gold: fc.option(
          fc.oneof(fc.constantFrom(...ANSWERS), fc.array(fc.constantFrom(...ANSWERS), { minLength: 1, maxLength: 3 })),
          {
            freq: 12,
          },
        ),
        answer,
        searches: fc.integer({ min: 0, max: 6 }),
        // The gaps between states leave some out.
        states: fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), state(judges)), { maxLength: 6 }),
      })
      .map(({ gold, answer: native, searches, states }): QuestionSpec => {
        let used = -1;
        return {
          ...(gold === null ? {} : { gold }),
          answer: native,
          searches,
          states: states.map(([gap, rest]) => {
            used += gap;
            return { searchesUsed: used, ...rest };
          }),
        };
      }),
    { maxLength: 12 },
  );
