import { type Judge, NO_SCORE, type States, UNPARSED } from '../../core/terms.ts';
import type { Draft } from '../draft/draft.ts';
import type { JudgeDraft } from '../draft/judges.ts';
import type { StateDraft } from '../draft/states.ts';
import type { ProblemLog } from '../problems.ts';
import type { Picker } from './pick.ts';

/** Judges in the order of a header, else of the thresholds, then of their first row. */
export const joinJudges = (
  draft: Draft,
  picker: Picker,
  indexOf: Int32Array,
  states: States,
  problems: ProblemLog,
): readonly Judge[] => {
  for (const [id, { file }] of draft.thresholds) {
    if (draft.judges.has(id)) continue;
    const message = `A threshold is given for "${id}", of which there are no scores.`;
    problems.add('note', { code: 'threshold.no-scores', message, effect: 'It is not used.' }, file);
  }
  const ids = new Set([
    ...draft.judgeOrder,
    ...[...draft.thresholds.keys()].filter((id) => draft.judges.has(id)),
    ...draft.judges.keys(),
  ]);
  if (ids.size === 0 && states.isEligible.includes(1)) {
    const words = {
      code: 'scores.none',
      message: 'There are no judge scores.',
      effect: 'Native, budgets and oracles are shown; there is no threshold to set until scores are added.',
    };
    problems.add('note', words, null);
  }
  return [...ids].map((id) => {
    const rows = draft.judge(id);
    setLostScoresAside(rows, draft.states, indexOf, problems);
    const judge = build(draft, rows, picker);
    reportCoverage(judge, states, problems);
    return judge;
  });
};

const build = (draft: Draft, rows: JudgeDraft, picker: Picker): Judge => {
  const pick = (values: Float64Array | null): Float64Array | null =>
    values === null ? null : picker.floats(values, Number.NaN);
  const threshold = draft.thresholds.get(rows.id);
  return {
    id: rows.id,
    name: draft.judgeNames.get(rows.id) ?? rows.id,
    frozen: threshold === undefined ? null : { value: threshold.value, isSentinel: threshold.isSentinel },
    scores: picker.floats(rows.scores, 0),
    status: picker.bytes(rows.status),
    promptTokens: pick(rows.promptTokens.values),
    completionTokens: pick(rows.completionTokens.values),
    latencySeconds: pick(rows.latencySeconds.values),
    decisions: rows.decisions === null ? null : picker.bytes(rows.decisions),
    lines: picker.refs(rows.lines),
  };
};

const setLostScoresAside = (rows: JudgeDraft, states: StateDraft, indexOf: Int32Array, problems: ProblemLog): void => {
  if (rows.lines.isEmpty) return;
  for (let key = 0; key < indexOf.length; key++) {
    if (indexOf[key] !== -1 || !rows.lines.has(key)) continue;
    const message = `A score of "${rows.id}" is for the state "${states.idOf(key)}", which no file describes.`;
    const words = { code: 'score.unknown-state', message, effect: 'The row was set aside.' };
    problems.setAside('error', words, rows.lines.get(key));
  }
};

const reportCoverage = (judge: Judge, states: States, problems: ProblemLog): void => {
  let eligible = 0;
  let missing = 0;
  let unparsed = 0;
  for (let s = 0; s < states.count; s++) {
    if (states.isEligible[s] === 0) continue;
    eligible++;
    if (judge.status[s] === NO_SCORE) missing++;
    if (judge.status[s] === UNPARSED) unparsed++;
  }
  if (missing > 0) {
    const words = {
      code: 'score.missing',
      message: `Judge "${judge.id}" has no score at ${missing} of ${eligible} eligible states.`,
      effect: 'It never stops there.',
    };
    problems.add('warning', words, null);
  }
  if (eligible > 0 && unparsed === eligible) {
    const words = {
      code: 'judge.all-unparsed',
      message: `Every output of judge "${judge.id}" at an eligible state failed its schema.`,
      effect:
        'It never stops. An evaluator that masks such scores with -1e30 and freezes max + 1 would stop everywhere, because -1e30 + 1 is -1e30.',
    };
    problems.add('warning', words, null);
  }
};
