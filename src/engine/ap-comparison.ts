import type { Evaluation } from '../core/correctness.ts';
import { comparisonSeeds, groupByQuestion } from '../core/report/evaluation-pairs.ts';
import { collectRows, effectiveScores } from '../core/report/evaluation-rows.ts';
import { startApBootstrap } from '../core/stats/ap-bootstrap.ts';
import type { Interval } from '../core/stats/interval.ts';
import type { Selection } from '../core/terms.ts';
import { breathe } from './evaluate.ts';
import type { JobContext } from './job-context.ts';

/** Average precision of a judge minus that of the reference judge, questions resampled with all their states. */
export interface ApComparison {
  readonly judge: string;
  readonly reference: string;
  readonly interval: Interval;
  readonly repeats: number;
}

/** Rows times replicates that are worth waiting for; beyond it there are fewer replicates, and their number is said. */
const MOST_WORK = 400_000_000;

/** null where there is nothing to compare: the judge is the reference, or no state has a known truth. */
export async function compareAveragePrecision(
  evaluation: Evaluation,
  selection: Selection,
  judgeId: string,
  { repeats: wanted, seed }: { readonly repeats: number; readonly seed: number },
  { signal, report }: JobContext,
): Promise<ApComparison | null> {
  const { judges } = evaluation.dataset;
  const pair = comparisonSeeds(
    judges.map(({ id }) => id),
    seed,
  ).find(({ left, right }) => left !== null && right === judgeId);
  const left = judges.find(({ id }) => id === pair?.left);
  const right = judges.find(({ id }) => id === judgeId);
  const rows = collectRows(evaluation, selection);
  if (!pair || !left || !right || pair.apSeed === null || !rows.hasTruths || rows.states.length === 0) return null;
  const grouped = groupByQuestion(evaluation, rows);
  const inOrder = (scores: Float64Array) => Float64Array.from(grouped.order, (row) => scores[row]!);
  const repeats = Math.max(40, Math.min(wanted, Math.floor(MOST_WORK / rows.states.length)));
  const run = startApBootstrap(
    grouped.rows,
    inOrder(effectiveScores(left, rows.states)),
    inOrder(effectiveScores(right, rows.states)),
    { seed: pair.apSeed, repeats, ties: 'input-order' },
  );
  while (!run.isFinished()) {
    const end = Date.now() + 12;
    do run.advance(4);
    while (!run.isFinished() && Date.now() < end);
    report({ done: run.repeatsDone(), total: repeats, what: 'average precision' });
    await breathe(signal);
  }
  return { judge: right.id, reference: left.id, interval: run.interval(), repeats };
}
