/** Test help only: the mechanism ladder of the synthetic replica, as a dataset. */
import { readSharedLines } from '../../answers/testing/outside.ts';
import type { Dataset, NextAction } from '../../terms.ts';
import { buildDataset, type QuestionSpec } from '../../testing/build-dataset.ts';

const ROOT = 'replica/core200-ladder';
export const LADDER_JUDGES = ['binary_base', 'binary_lora', 'structured_base', 'minimal_s2g'] as const;

interface JudgeRow {
  readonly record_type: string;
  readonly request_id: string;
  readonly score: number;
  readonly parsed?: unknown;
}

/** Native answer and searches are those of the first candidate event, as the ladder's evaluator takes them. */
export function readLadder(): Dataset {
  const labels = new Map(
    readSharedLines<{ question_id: string; targets: string[] }>(`${ROOT}/labels.jsonl`).map((row) => [
      row.question_id,
      row,
    ]),
  );
  const probes = new Map(
    readSharedLines<{ record_type: string; state_id: string; answer: string | null }>(`${ROOT}/probe-run.jsonl`)
      .filter((row) => row.record_type === 'probe')
      .map((row) => [row.state_id, row.answer]),
  );
  const scores = LADDER_JUDGES.map(
    (judge) =>
      new Map(
        readSharedLines<JudgeRow>(`${ROOT}/judge-${judge}.jsonl`)
          .filter((row) => row.record_type === 'judge_score')
          .map((row) => [row.request_id, row.parsed === null ? { unparsed: row.score } : row.score]),
      ),
  );
  const states = readSharedLines<{
    record_type: string;
    state_id: string;
    question_id: string;
    state_index: number;
    state_role: string;
    native_next_action: NextAction;
  }>(`${ROOT}/states.jsonl`).filter((row) => row.record_type === 'state');
  const runs = readSharedLines<{
    record_type: string;
    question_id: string;
    answer: string | null;
    search_calls: number;
    candidate_events?: { candidate_answer: string; search_calls: number }[];
  }>(`${ROOT}/forced-run.jsonl`).filter((row) => row.record_type === 'trajectory');
  const questions = runs.map((run): QuestionSpec => {
    const candidate = run.candidate_events?.[0];
    return {
      gold: labels.get(run.question_id)!.targets,
      answer: candidate?.candidate_answer ?? run.answer,
      searches: candidate?.search_calls ?? run.search_calls,
      states: states
        .filter((state) => state.question_id === run.question_id)
        .map((state) => ({
          searchesUsed: state.state_index,
          nextAction: state.native_next_action,
          isCounterfactual: state.state_role !== 'native_prefix',
          ...(probes.has(state.state_id) ? { probe: probes.get(state.state_id)! } : {}),
          scores: scores.map((rows) => rows.get(state.state_id) ?? null),
        })),
    };
  });
  return buildDataset(questions, LADDER_JUDGES);
}
