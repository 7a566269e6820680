import type { Evaluation } from '../correctness.ts';
import { NATIVE, SCORED, type Selection } from '../terms.ts';
import type { RoundLog } from './round-log.ts';

/** Which judges of a dataset hold the columns of a round-wise log. The published column names by default. */
export interface RoundColumns {
  readonly answerTokenMargin: string;
  readonly confidence: string;
  readonly overlap: string;
  readonly topScore: string;
  readonly secondScore: string;
  readonly entailment: string;
}

export const ROUND_COLUMNS: RoundColumns = {
  answerTokenMargin: 'answer_token_margin',
  confidence: 'llm_confidence',
  overlap: 'jaccard_overlap',
  topScore: 'top_bm25_score',
  secondScore: 'rank2_bm25_score',
  entailment: 'judge_entailment',
};

/**
 * The labelled questions of a selection as a round-wise log: one row per probed native state, its round the searches used,
 * EM and F1 as recomputed. A column whose judge the dataset does not have is missing throughout.
 */
export function toRoundLog(
  { dataset, correctness }: Evaluation,
  selection: Selection,
  columns: RoundColumns = ROUND_COLUMNS,
): RoundLog {
  const { questions, states, judges } = dataset;
  const rows: number[] = [];
  for (const q of selection) {
    if (correctness.isLabelled[q] === 0) continue;
    for (let state = questions.stateStart[q]!; state < questions.stateStart[q + 1]!; state++) {
      if (states.role[state] === NATIVE && states.hasProbe[state] === 1) rows.push(state);
    }
  }
  const scores = (id: string): Float64Array => {
    const judge = judges.find((candidate) => candidate.id === id);
    return Float64Array.from(rows, (state) => (judge?.status[state] === SCORED ? judge.scores[state]! : Number.NaN));
  };
  const hasEntailment = judges.some(({ id }) => id === columns.entailment);
  return {
    questionIds: rows.map((state) => questions.ids[states.question[state]!]!),
    rounds: rows.map((state) => states.searchesUsed[state]!),
    answers: rows.map((state) => states.probeAnswers[state] ?? null),
    em: rows.map((state) => correctness.probeEm[state]!),
    f1: rows.map((state) => correctness.probeF1[state]!),
    answerTokenMargin: scores(columns.answerTokenMargin),
    confidence: scores(columns.confidence),
    overlap: scores(columns.overlap),
    topScore: scores(columns.topScore),
    secondScore: scores(columns.secondScore),
    ...(hasEntailment ? { entailment: scores(columns.entailment) } : {}),
  };
}
