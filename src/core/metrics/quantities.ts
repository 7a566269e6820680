import { UNKNOWN } from '../correctness.ts';
import type { Quantity } from './quantity.ts';

const constant = (id: string, value: Quantity['atNative']): Quantity => ({
  id,
  kind: 'constant',
  atNative: value,
  atStop: value,
});

/** 1 for every question. */
export const one = constant('questions', () => 1);

/** 1 where the question has a label. */
export const labelled = constant('labelled', ({ correctness }, q) => correctness.isLabelled[q]!);

/** 1 where the question has at least one eligible state with a correct probe answer. */
export const opportunity = constant('opportunities', ({ correctness }, q) =>
  correctness.earliestSafe[q]! >= 0 ? 1 : 0,
);

/** 1 where the label is sealed: right and wrong are not computed there. */
export const sealed = constant('sealed', ({ dataset }, q) => dataset.questions.sealed?.[q] ?? 0);

export const nativeSearches = constant('nativeSearches', ({ dataset }, q) => dataset.questions.nativeSearches[q]!);

/** 1 where the final answer is right under the answer rule. */
export const correct: Quantity = {
  id: 'correct',
  kind: 'integer',
  atNative: ({ correctness }, q) => (correctness.nativeEm[q] === 1 ? 1 : 0),
  atStop: ({ correctness }, _q, s) => (correctness.probeEm[s] === 1 ? 1 : 0),
};

/** Token F1 of the final answer, in [0, 1]. */
export const tokenF1: Quantity = {
  id: 'tokenF1',
  kind: 'fraction',
  atNative: ({ correctness }, q) => correctness.nativeF1[q]!,
  atStop: ({ correctness }, _q, s) => correctness.probeF1[s]!,
};

/** Searches until the policy answers. */
export const searches: Quantity = {
  id: 'searches',
  kind: 'integer',
  atNative: ({ dataset }, q) => dataset.questions.nativeSearches[q]!,
  atStop: ({ dataset }, _q, s) => dataset.states.searchesUsed[s]!,
};

/** Native searches minus policy searches; not clamped, as in the published evaluator (definitions.md 5). */
export const searchesSaved: Quantity = {
  id: 'searchesSaved',
  kind: 'integer',
  atNative: () => 0,
  atStop: ({ dataset }, q, s) => dataset.questions.nativeSearches[q]! - dataset.states.searchesUsed[s]!,
};

const onlyAtStop = (id: string, atStop: Quantity['atStop']): Quantity => ({
  id,
  kind: 'integer',
  atNative: () => 0,
  atStop,
});

/** 1 where the question is stopped early. */
export const stopped = onlyAtStop('stopped', () => 1);

/** 1 where it is stopped early and the probe answer there is right. */
export const safe = onlyAtStop('safe', ({ correctness }, _q, s) => (correctness.probeEm[s] === 1 ? 1 : 0));

/** 1 where it is stopped early and the probe answer there is wrong, whatever the native outcome. */
export const unsafe = onlyAtStop('unsafe', ({ correctness }, _q, s) => (correctness.probeEm[s] === 0 ? 1 : 0));

/** 1 where it is stopped early and right or wrong is known. */
export const judgedStop = onlyAtStop('judgedStops', ({ correctness }, _q, s) =>
  correctness.probeEm[s] === UNKNOWN ? 0 : 1,
);

/** 1 where a labelled question is stopped at a state without a probe answer: then EM of the policy is unknown. */
export const unknownStop = onlyAtStop('unknownStops', ({ correctness }, q, s) =>
  correctness.probeEm[s] === UNKNOWN && correctness.isLabelled[q] === 1 ? 1 : 0,
);

/** 1 where native is wrong and the policy right. */
export const rescued = onlyAtStop('rescued', ({ correctness }, q, s) =>
  correctness.nativeEm[q] === 0 && correctness.probeEm[s] === 1 ? 1 : 0,
);

/** 1 where native is right and the policy wrong. */
export const harmed = onlyAtStop('harmed', ({ correctness }, q, s) =>
  correctness.nativeEm[q] === 1 && correctness.probeEm[s] === 0 ? 1 : 0,
);

/** At a safe stop: searches beyond the earliest safe state. */
export const safeStopDelay = onlyAtStop('safeStopDelay', ({ dataset, correctness }, q, s) => {
  const earliest = correctness.earliestSafe[q]!;
  if (correctness.probeEm[s] !== 1 || earliest < 0) return 0;
  return dataset.states.searchesUsed[s]! - dataset.states.searchesUsed[earliest]!;
});
