import { type ComparedRun, NATIVE_METRICS, type Pairing, POLICY_METRICS, pairRuns } from '../core/compare/compare.ts';
import type { Lonely, Unmatched } from '../core/compare/match.ts';
import {
  type Discordance,
  emOf,
  type MetricDifference,
  pairedTracks,
  type Side,
  startPaired,
} from '../core/compare/paired.ts';
import { csvLine } from '../core/csv.ts';
import { metricCurve } from '../core/metrics/curve.ts';
import { exactMatch } from '../core/metrics/exact-match.ts';
import { QUANTITIES } from '../core/metrics/index.ts';
import { meanSearches } from '../core/metrics/mean-searches.ts';
import { metricValue, sumOutcomes, type Totals } from '../core/metrics/totals.ts';
import type { Policy } from '../core/policies/index.ts';
import { roleOfSelection, type SelectionRole } from '../core/protocol/index.ts';
import { type SelectionSpec, select } from '../core/selection.ts';
import { rowAt, sweep } from '../core/sweep.ts';
import type { Ingested } from '../ingest/index.ts';
import { breathe, type Evaluator } from './evaluate.ts';
import type { JobContext, Reply } from './job-context.ts';
import { refusePool } from './refuse-pool.ts';

/** One of the two runs as it is looked at. */
export interface RunWish {
  readonly datasetId: number;
  readonly selection: SelectionSpec;
  readonly policy: Extract<Policy, { readonly kind: 'native' | 'threshold' }>;
  readonly isDescriptive: boolean;
}

export interface CompareWish {
  readonly left: RunWish;
  readonly right: RunWish;
  readonly answerRule: string;
  readonly seed: number;
  readonly repeats: number;
}

/** A judge's curve over the questions that are compared; exact match against mean searches. */
export interface CompareCurve {
  readonly thresholds: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The policy in force. */
  readonly row: number;
}

export interface ComparedSide {
  readonly role: SelectionRole;
  /** Questions of the selection. */
  readonly questions: number;
  /** Over the questions that are compared. */
  readonly native: Totals;
  readonly policy: Totals;
  /** null for the native policy, or where right and wrong is not compared. */
  readonly curve: CompareCurve | null;
  readonly nativePoint: { readonly x: number; readonly y: number } | null;
  /** Questions without a partner, by the reason. */
  readonly lonely: Readonly<Record<Unmatched, number>>;
}

export interface CompareReply {
  readonly by: 'id' | 'text';
  /** Pairs that match, and those of them that every figure is about. */
  readonly pairs: number;
  readonly used: number;
  readonly isJudged: boolean;
  readonly unjudged: number;
  readonly labelsDiffer: number;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  readonly nativeDifferences: readonly MetricDifference[];
  readonly policyDifferences: readonly MetricDifference[];
  readonly nativeFlips: Discordance | null;
  readonly policyFlips: Discordance | null;
  /** The first questions without a partner. */
  readonly examples: readonly {
    readonly side: 'left' | 'right';
    readonly id: string;
    readonly text: string | null;
    readonly why: Unmatched;
  }[];
  readonly seed: number;
  readonly repeats: number;
  /** Samples of one question were drawn together. */
  readonly hasUnits: boolean;
}

/** Added to the base seed: clear of the published offsets. */
export const COMPARE_OFFSET = 600;
const EXAMPLES = 50;
const SLICE = 20;

type Find = (datasetId: number) => { readonly ingested: Ingested; readonly evaluator: Evaluator };

/** The jobs behind the page that compares two runs. Both are found by their ids. */
export function compareJobs(find: Find) {
  const runOf = ({ datasetId, selection, policy, isDescriptive }: RunWish, answerRule: string): ComparedRun => {
    const { ingested, evaluator } = find(datasetId);
    refusePool(ingested.dataset, selection, isDescriptive);
    return { evaluation: evaluator.under(answerRule), selection: select(ingested.dataset, selection), policy };
  };
  const pair = (wish: CompareWish) => {
    const left = runOf(wish.left, wish.answerRule);
    const right = runOf(wish.right, wish.answerRule);
    return { left, right, pairing: pairRuns(left, right) };
  };
  return {
    /** Both runs question by question: differences with intervals, discordant pairs, curves over the same questions. */
    compareRuns: async (context: JobContext, wish: CompareWish): Promise<Reply<CompareReply>> => {
      await breathe(context.signal);
      const { left, right, pairing } = pair(wish);
      const value = await describePairing(left, right, pairing, wish, context);
      return { value, transfer: [] };
    },

    /** Every pair and every question without one, as CSV. */
    comparePairs: async ({ signal }: JobContext, wish: CompareWish): Promise<Reply<string>> => {
      await breathe(signal);
      const { left, right, pairing } = pair(wish);
      return { value: pairsCsv(left, right, pairing), transfer: [] };
    },
  };
}

async function describePairing(
  left: ComparedRun,
  right: ComparedRun,
  pairing: Pairing,
  { seed, repeats }: CompareWish,
  context: JobContext,
): Promise<CompareReply> {
  const { matching, isJudged, unjudged, native, policy } = pairing;
  const options = { seed: seed + COMPARE_OFFSET, repeats };
  const used = native[0].questions.length;
  const tracks = [...pairedTracks(...native, NATIVE_METRICS), ...pairedTracks(...policy, POLICY_METRICS)];
  const run = startPaired(tracks, used, pairing.units, options);
  while (!run.isFinished()) {
    run.advance(SLICE);
    context.report({ done: run.repeatsDone(), total: repeats, what: 'paired intervals' });
    await breathe(context.signal);
  }
  const found = run.result();
  return {
    by: matching.by,
    pairs: matching.left.length,
    used,
    isJudged,
    unjudged,
    labelsDiffer: matching.labelsDiffer,
    left: sideOf(left, pairing, 0),
    right: sideOf(right, pairing, 1),
    nativeDifferences: found.slice(0, NATIVE_METRICS.length),
    policyDifferences: found.slice(NATIVE_METRICS.length),
    nativeFlips: pairing.nativeFlips,
    policyFlips: pairing.policyFlips,
    examples: matching.lonely.slice(0, EXAMPLES).map((one) => named(left, right, one)),
    ...options,
    hasUnits: pairing.units !== null,
  };
}

function sideOf(run: ComparedRun, { matching, native, policy, isJudged }: Pairing, place: 0 | 1): ComparedSide {
  const { evaluation, selection } = run;
  const totalsOf = ({ questions, stops }: Side): Totals => sumOutcomes(evaluation, questions, stops, QUANTITIES);
  const nativeTotals = totalsOf(native[place]);
  const [x, y] = [metricValue(meanSearches, nativeTotals), metricValue(exactMatch, nativeTotals)];
  const lonely: Record<Unmatched, number> = { missing: 0, 'other-text': 0, ambiguous: 0 };
  for (const { side, why } of matching.lonely) if (side === (place === 0 ? 'left' : 'right')) lonely[why] += 1;
  return {
    role: roleOfSelection(evaluation.dataset, selection),
    questions: selection.length,
    native: nativeTotals,
    policy: totalsOf(policy[place]),
    curve: isJudged ? curveOf(run, native[place].questions) : null,
    nativePoint: isJudged && x !== null && y !== null ? { x, y } : null,
    lonely,
  };
}

function curveOf({ evaluation, policy }: ComparedRun, questions: Int32Array): CompareCurve | null {
  const judge =
    policy.kind === 'threshold' ? evaluation.dataset.judges.find(({ id }) => id === policy.judge) : undefined;
  if (judge === undefined || policy.kind !== 'threshold') return null;
  const curve = sweep(evaluation, judge, questions.slice().sort(), QUANTITIES);
  return {
    thresholds: curve.thresholds,
    x: metricCurve(meanSearches, curve),
    y: metricCurve(exactMatch, curve),
    row: rowAt(curve, policy.threshold),
  };
}

function named(
  left: ComparedRun,
  right: ComparedRun,
  { side, question, why }: Lonely,
): CompareReply['examples'][number] {
  const { questions } = (side === 'left' ? left : right).evaluation.dataset;
  return { side, id: questions.ids[question]!, text: questions.texts[question] ?? null, why };
}

const HEAD = [
  'match',
  'left_id',
  'right_id',
  'question',
  ...['left', 'right'].flatMap((side) =>
    ['native_em', 'native_searches', 'policy_em', 'policy_searches', 'policy_stopped'].map((name) => `${side}_${name}`),
  ),
];

/** Of pairs whose right and wrong is not compared nothing but the names is written. */
function pairsCsv(left: ComparedRun, right: ComparedRun, pairing: Pairing): string {
  const { matching, native, policy, isJudged } = pairing;
  const [here, there] = [left.evaluation.dataset.questions, right.evaluation.dataset.questions];
  const used = new Map(Array.from(native[0].questions, (q, i) => [q, i]));
  const lines = [csvLine(HEAD)];
  matching.left.forEach((q, i) => {
    const p = matching.right[i]!;
    const at = used.get(q);
    const figures =
      at === undefined
        ? ['', '', '', '', '', '', '', '', '', '']
        : [0, 1].flatMap((side) => figuresOf(native[side]!, policy[side]!, at, isJudged));
    lines.push(
      csvLine([matching.by, here.ids[q]!, there.ids[p]!, here.texts[q] ?? there.texts[p] ?? null, ...figures]),
    );
  });
  for (const { side, question, why } of matching.lonely) {
    const { ids, texts } = side === 'left' ? here : there;
    const id = ids[question]!;
    lines.push(csvLine([why, side === 'left' ? id : null, side === 'right' ? id : null, texts[question] ?? null]));
  }
  return lines.join('');
}

function figuresOf(native: Side, policy: Side, at: number, isJudged: boolean): readonly (number | null)[] {
  const { questions, states } = native.evaluation.dataset;
  const known = (em: number): number | null => (isJudged && em < 2 ? em : null);
  const searches = questions.nativeSearches[native.questions[at]!]!;
  const stop = policy.stops[at]!;
  return [
    known(emOf(native, at)),
    searches,
    known(emOf(policy, at)),
    stop < 0 ? searches : states.searchesUsed[stop]!,
    stop < 0 ? 0 : 1,
  ];
}
