import type { Evaluation } from '../correctness.ts';
import { PythonRandom } from '../stats/mt19937.ts';
import { type Judge, SCORED, type Selection } from '../terms.ts';
import { findJudge } from './evaluation.ts';
import { replayPublished } from './evaluation-policies.ts';
import { collectRows, type EvaluationRows } from './evaluation-rows.ts';
import type { SelectionFigures, SelectionRow } from './our-types.ts';
import { type Cut, chooseCut, cutAt, questionEvents, type SelectionEvents, stateEvents } from './selection-events.ts';
import type { SelectionRule } from './threshold-selection.ts';

export interface SelectionRequest {
  readonly selection: Selection;
  readonly judges: readonly string[];
  readonly rule: SelectionRule;
  readonly seed: number;
  readonly repeats: number;
}

/** The work of one bootstrap is events times repeats; beyond this it takes minutes, and fewer repeats must do. */
const MOST_STEPS = 2e9;

/**
 * The selection rule on states and on questions, over parsed scores alone: its threshold, how often resamples of the
 * questions choose it, and what it does on the questions outside the selection. Empty where stops cannot be judged.
 */
export function selectionRows(evaluation: Evaluation, request: SelectionRequest): readonly SelectionRow[] {
  const rows = collectRows(evaluation, request.selection);
  if (!rows.hasTruths || rows.states.length === 0) return [];
  const others = collectOthers(evaluation, request.selection);
  return request.judges.flatMap((id, k) => {
    const judge = findJudge(evaluation, id);
    return [
      selectOn(evaluation, judge, rows, others, 'state', { ...request, seed: request.seed + 500 + k }),
      selectOn(evaluation, judge, rows, others, 'question', { ...request, seed: request.seed + 600 + k }),
    ];
  });
}

/** The rest of the dataset, as far as it has labels. */
function collectOthers(evaluation: Evaluation, selection: Selection): EvaluationRows | null {
  const inside = new Set(selection);
  const outside = Int32Array.from({ length: evaluation.dataset.questions.count }, (_, q) => q).filter(
    (q) => !inside.has(q) && evaluation.correctness.isLabelled[q] === 1,
  );
  return outside.length === 0 ? null : collectRows(evaluation, outside);
}

function selectOn(
  evaluation: Evaluation,
  judge: Judge,
  rows: EvaluationRows,
  others: EvaluationRows | null,
  level: SelectionRow['level'],
  { rule, seed, repeats }: SelectionRequest,
): SelectionRow {
  const eventsOf = level === 'state' ? stateEvents : questionEvents;
  const events = eventsOf(evaluation, rows, judge);
  const cut = chooseCut(events, new Uint8Array(rows.questions.length).fill(1), rule);
  const threshold = cut.group < 0 ? null : events.thresholds[cut.group]!;
  const at = threshold ?? Number.POSITIVE_INFINITY;
  const here = figuresOf(evaluation, judge, rows, at, cut);
  const elsewhere =
    others === null ? null : figuresOf(evaluation, judge, others, at, cutAt(eventsOf(evaluation, others, judge), at));
  return {
    judge: judge.id,
    level,
    minimum_precision: rule.minimumPrecision,
    minimum_stop_count: rule.minimumStops,
    threshold,
    here,
    elsewhere,
    optimism_gap:
      here.precision === null || elsewhere === null || elsewhere.precision === null
        ? null
        : here.precision - elsewhere.precision,
    bootstrap: bootstrapChoice(events, rows.questions.length, cut, rule, seed, repeats),
  };
}

function figuresOf(
  evaluation: Evaluation,
  judge: Judge,
  rows: EvaluationRows,
  threshold: number,
  { stops, hits, positives }: Cut,
): SelectionFigures {
  const policy = replayPublished(evaluation, rows, (s) => judge.status[s] === SCORED && judge.scores[s]! >= threshold);
  const count = rows.questions.length;
  return {
    question_count: count,
    stop_count: stops,
    precision: stops === 0 ? null : hits / stops,
    recall: positives === 0 ? null : hits / positives,
    em: rows.hasTruths ? policy.em.reduce((sum, em) => sum + em, 0) / count : null,
    mean_searches: policy.searches.reduce((sum, searches) => sum + searches, 0) / count,
  };
}

/** Whole questions are drawn, as for every interval. */
function bootstrapChoice(
  events: SelectionEvents,
  count: number,
  chosen: Cut,
  rule: SelectionRule,
  seed: number,
  wanted: number,
): SelectionRow['bootstrap'] {
  const steps = events.question.length + count;
  const repeats = Math.max(1, Math.min(wanted, Math.floor(MOST_STEPS / Math.max(1, steps))));
  const random = new PythonRandom(seed);
  const drawn = new Uint32Array(count);
  const weights = new Uint32Array(count);
  const thresholds: number[] = [];
  let same = 0;
  for (let r = 0; r < repeats; r++) {
    random.fillIndices(count, drawn);
    weights.fill(0);
    for (let i = 0; i < count; i++) weights[drawn[i]!] = weights[drawn[i]!]! + 1;
    const { group } = chooseCut(events, weights, rule);
    if (group === chosen.group) same += 1;
    if (group >= 0) thresholds.push(events.thresholds[group]!);
  }
  const sorted = Float64Array.from(thresholds).sort();
  const quantile = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return {
    seed,
    repeats,
    same_share: same / repeats,
    never_stop_share: (repeats - sorted.length) / repeats,
    quantiles: sorted.length === 0 ? null : [quantile(0.025), quantile(0.5), quantile(0.975)],
  };
}
