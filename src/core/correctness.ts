import { STORED_RULE_ID } from './answers/as-stored.ts';
import type { FigureSets } from './lab/text-figures.ts';
import type { StateColumn } from './rules/signals.ts';
import type { Dataset, Gold } from './terms.ts';

/** EM code where a label (or the probe answer) is missing: unknown, never wrong. */
export const UNKNOWN = 2;

/** What `judgeAnswers` needs of an answer rule. Source of the rules: core/answers. */
export interface AnswerMatcher {
  readonly id: string;
  exactMatch(prediction: string | null, gold: Gold): 0 | 1;
  f1(prediction: string | null, gold: Gold): number;
}

/** Recomputed correctness under one answer rule. EM is 0, 1 or UNKNOWN; F1 is in [0, 1], 0 where unknown. */
export interface Correctness {
  readonly ruleId: string;
  /** Per question: 1 when it has a label. */
  readonly isLabelled: Uint8Array;
  readonly nativeEm: Uint8Array;
  readonly nativeF1: Float64Array;
  /** Per state: of the answer-only probe. */
  readonly probeEm: Uint8Array;
  readonly probeF1: Float64Array;
  /** Per question: state index of the earliest eligible state with a correct probe answer, -1 without any. */
  readonly earliestSafe: Int32Array;
}

/** A dataset together with the correctness of its answers: what policies and metrics are computed from. */
export interface Evaluation {
  readonly dataset: Dataset;
  readonly correctness: Correctness;
  /** Signals that had to be read out of the texts, for rules; absent until somebody read them. */
  readonly textSignals?: readonly StateColumn[];
  /** Likewise the questions behind each figure of the sufficiency analysis. */
  readonly textFigures?: FigureSets;
}

/**
 * Recomputes EM and F1 of every native and probe answer. A null answer counts as wrong; a question without a label is
 * UNKNOWN throughout. Source: definitions.md 1 and 5.
 */
export function judgeAnswers(dataset: Dataset, rule: AnswerMatcher): Evaluation {
  if (rule.id === STORED_RULE_ID) return takeStored(dataset);
  const { questions, states } = dataset;
  const isLabelled = new Uint8Array(questions.count);
  const nativeEm = new Uint8Array(questions.count).fill(UNKNOWN);
  const nativeF1 = new Float64Array(questions.count);
  const probeEm = new Uint8Array(states.count).fill(UNKNOWN);
  const probeF1 = new Float64Array(states.count);
  const earliestSafe = new Int32Array(questions.count).fill(-1);
  for (let q = 0; q < questions.count; q++) {
    const gold = questions.golds[q] ?? null;
    if (gold === null) continue;
    isLabelled[q] = 1;
    const native = questions.nativeAnswers[q] ?? null;
    nativeEm[q] = rule.exactMatch(native, gold);
    nativeF1[q] = rule.f1(native, gold);
    // Successive probes often repeat an answer: one look at the previous state saves the work.
    let lastAnswer: string | null = native;
    let lastEm = nativeEm[q]!;
    let lastF1 = nativeF1[q]!;
    for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]!; s++) {
      if (states.hasProbe[s] === 0) continue;
      const answer = states.probeAnswers[s] ?? null;
      if (answer !== lastAnswer) {
        lastAnswer = answer;
        lastEm = rule.exactMatch(answer, gold);
        lastF1 = rule.f1(answer, gold);
      }
      probeEm[s] = lastEm;
      probeF1[s] = lastF1;
      if (lastEm === 1 && earliestSafe[q] === -1 && states.isEligible[s] === 1) earliestSafe[q] = s;
    }
  }
  return { dataset, correctness: { ruleId: rule.id, isLabelled, nativeEm, nativeF1, probeEm, probeF1, earliestSafe } };
}

/**
 * Without a stored F1, an answer stated correct counts 1 and another one 0. A question counts as labelled where its native
 * answer is judged; what is said of its states elsewhere is left out, or EM would count answers of questions that are not
 * in its denominator.
 */
function takeStored(dataset: Dataset): Evaluation {
  const { questions, states, stored } = dataset;
  // What is stored would give a sealed label away.
  const isSealed = (q: number): boolean => questions.sealed?.[q] === 1;
  const nativeEm = new Uint8Array(questions.count).map((_, q) =>
    isSealed(q) ? UNKNOWN : (stored?.nativeEm[q] ?? UNKNOWN),
  );
  const probeEm = new Uint8Array(states.count).map((_, s) =>
    nativeEm[states.question[s]!] === UNKNOWN ? UNKNOWN : (stored?.probeEm[s] ?? UNKNOWN),
  );
  const f1Of = (em: Uint8Array, f1: Float64Array | undefined): Float64Array =>
    Float64Array.from(em, (value, i) => {
      const stated = f1?.[i] ?? Number.NaN;
      return value === UNKNOWN ? 0 : Number.isNaN(stated) ? value : stated;
    });
  const earliestSafe = new Int32Array(questions.count).fill(-1);
  for (let q = 0; q < questions.count; q++) {
    for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]! && earliestSafe[q] === -1; s++) {
      if (probeEm[s] === 1 && states.isEligible[s] === 1) earliestSafe[q] = s;
    }
  }
  return {
    dataset,
    correctness: {
      ruleId: STORED_RULE_ID,
      isLabelled: Uint8Array.from(nativeEm, (em) => (em === UNKNOWN ? 0 : 1)),
      nativeEm,
      nativeF1: f1Of(nativeEm, stored?.nativeF1),
      probeEm,
      probeF1: f1Of(probeEm, stored?.probeF1),
      earliestSafe,
    },
  };
}
