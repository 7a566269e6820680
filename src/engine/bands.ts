import type { Evaluation } from '../core/correctness.ts';
import { correct, searches } from '../core/metrics/quantities.ts';
import { type Channel, type Quantity, tabulate } from '../core/metrics/quantity.ts';
import { comparisonSeeds } from '../core/report/evaluation-pairs.ts';
import {
  type Band,
  type BandEvents,
  drawResamples,
  type ResampleCounts,
  type Sliced,
  startBand,
} from '../core/stats/curve-band.ts';
import { type Sweep, sweep } from '../core/sweep.ts';
import type { Judge, Selection } from '../core/terms.ts';
import { breathe } from './evaluate.ts';
import type { JobContext } from './job-context.ts';

/** Pointwise 95 % intervals of the differences to native, one per row of the judge's sweep. */
export interface CurveBands {
  readonly judge: string;
  /** null where the selection has no labels. */
  readonly em: Band | null;
  readonly searches: Band;
  /** As asked for, or fewer where the resamples would not fit in memory. */
  readonly repeats: number;
  readonly seeds: { readonly em: number; readonly searches: number };
}

export interface BandRequest {
  readonly judge: string;
  readonly repeats: number;
  /** The evaluation's base seed, to which the published offset of the judge and figure is added. */
  readonly seed: number;
}

/** Counts of resamples that are kept: one byte per question and replicate. */
const MOST_COUNTS = 200_000_000;
const SLICE_MS = 12;

/** Keeps the resamples of the last selection: another judge threshold or answer rule does not draw again. */
export class BandMaker {
  private readonly kept = new Map<string, ResampleCounts>();

  async make(
    evaluation: Evaluation,
    judge: Judge,
    selection: Selection,
    request: BandRequest,
    context: JobContext,
  ): Promise<CurveBands> {
    const ids = evaluation.dataset.judges.map(({ id }) => id);
    const pair = comparisonSeeds(ids, request.seed).find(({ left, right }) => left === null && right === judge.id)!;
    const seeds = { em: pair.emSeed, searches: pair.searchesSeed };
    const repeats = Math.max(40, Math.min(request.repeats, Math.floor(MOST_COUNTS / Math.max(1, selection.length))));
    const curve = sweep(evaluation, judge, selection, []);
    const isLabelled = evaluation.correctness.isLabelled;
    const labelled = selection.filter((q) => isLabelled[q] === 1);
    const run = async (quantity: Quantity, questions: Selection, seed: number) => {
      const units = unitsOf(evaluation.dataset.questions.group, questions);
      const drawn = await this.resamples(units === null ? questions.length : units.count, repeats, seed, context);
      const counts = units === null ? drawn : spread(drawn, units);
      return finish(startBand(counts, eventsOf(evaluation, curve, quantity, questions)), context, 'intervals');
    };
    const searchBand = await run(searches, selection, seeds.searches);
    const em = labelled.length === 0 ? null : await run(correct, labelled, seeds.em);
    return { judge: judge.id, em, searches: searchBand, repeats, seeds };
  }

  private async resamples(
    questions: number,
    repeats: number,
    seed: number,
    context: JobContext,
  ): Promise<ResampleCounts> {
    const key = `${questions} ${repeats} ${seed}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    // Two are in use at a time; older ones make room.
    while (this.kept.size > 1) this.kept.delete(this.kept.keys().next().value!);
    const counts = await finish(drawResamples(questions, repeats, seed), context, 'resamples');
    this.kept.set(key, counts);
    return counts;
  }
}

interface Units {
  readonly count: number;
  /** Per question of the selection: the question it is a sample of, 0 .. count - 1. */
  readonly unit: Int32Array;
}

/** null where every row is a question of its own. */
export function unitsOf(group: Int32Array | undefined, questions: Selection): Units | null {
  if (group === undefined) return null;
  const numbers = new Map<number, number>();
  const unit = questions.map((q) => {
    const number = numbers.get(group[q]!) ?? numbers.size;
    numbers.set(group[q]!, number);
    return number;
  });
  return numbers.size === questions.length ? null : { count: numbers.size, unit };
}

/**
 * Samples of one question are drawn together: as often as their question is. The mean is over the number of rows in the
 * data, so that questions with more samples weigh more, as they do in the estimate.
 */
export function spread({ repeats, counts }: ResampleCounts, { unit }: Units): ResampleCounts {
  const spreadCounts = new Uint8Array(unit.length * repeats);
  unit.forEach((u, q) => {
    spreadCounts.set(counts.subarray(u * repeats, (u + 1) * repeats), q * repeats);
  });
  return { questions: unit.length, repeats, counts: spreadCounts };
}

async function finish<T>(work: Sliced<T>, { signal, report }: JobContext, what: string): Promise<T> {
  while (!work.isFinished()) {
    work.advance(SLICE_MS);
    report({ done: work.fractionDone(), total: 1, what });
    await breathe(signal);
  }
  return work.result();
}

function eventsOf(evaluation: Evaluation, curve: Sweep, quantity: Quantity, questions: Selection): BandEvents {
  const [channel] = tabulate(evaluation, quantity);
  const position = new Int32Array(evaluation.dataset.questions.count).fill(-1);
  questions.forEach((q, i) => {
    position[q] = i;
  });
  const { eventQuestion, eventState, eventFrom } = curve;
  return {
    rowStart: curve.rowStart,
    question: eventQuestion.map((q) => position[q]!),
    delta: eventQuestion.map((q, e) => valueAt(channel, q, eventState[e]!) - valueAt(channel, q, eventFrom[e]!)),
  };
}

const valueAt = ({ native, stop }: Channel, question: number, state: number): number =>
  state < 0 ? native[question]! : stop[state]!;

export const bandBuffers = ({ em, searches: band }: CurveBands): ArrayBuffer[] =>
  [em?.low, em?.high, band.low, band.high].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
