import { findMetric } from '../../core/metrics/index.ts';
import {
  compareStops,
  type FlipTotals,
  type GapLedger,
  measureGap,
  OUTCOME_CLASSES,
  type Slice,
  sliceMetric,
  sumFlips,
  type Walk,
  walkFrom,
} from '../../core/outcomes/index.ts';
import { type Policy, replayAll } from '../../core/policies/index.ts';
import type { QuestionColumns } from '../../core/questions/index.ts';
import { select } from '../../core/selection.ts';
import { breathe } from '../evaluate.ts';
import type { JobContext, Reply } from '../job-context.ts';
import { checkRule } from '../lab-context.ts';
import { refusePool } from '../refuse-pool.ts';
import { type OpenWorkspace, type PolicyView, plain } from './workspace.ts';

export interface FlipReply {
  readonly totals: FlipTotals;
  readonly questionCount: number;
  /** Neighbours of the threshold of `to`; null where it has none. */
  readonly walk: Walk | null;
}

export interface GapReply {
  readonly quality: Omit<GapLedger, 'slices'>;
  readonly cost: Omit<GapLedger, 'slices'>;
  readonly questionCount: number;
  readonly labelledCount: number;
}

export interface SliceReply {
  readonly slices: readonly (Slice & { readonly name: string | null })[];
  /** Per slice: questions in each outcome class, in the order of OUTCOME_CLASSES. */
  readonly classes: readonly Int32Array[];
}

/** More groups than this are no slices: the column is an id or a text. */
const MOST_SLICES = 200;
/** Ledgers over a selection: flips, oracle gap, slices. */
export const ledgerJobs = (open: OpenWorkspace) => ({
  /** What changes between two policies. */
  flips: async (
    { signal }: JobContext,
    params: PolicyView & { readonly from: Policy; readonly to: Policy },
  ): Promise<Reply<FlipReply>> => {
    await breathe(signal);
    const { ingested, evaluator, stopsOf } = open(params.datasetId);
    refusePool(ingested.dataset, params.selection, params.isDescriptive === true);
    const evaluation = evaluator.under(params.answerRule);
    const selection = select(ingested.dataset, params.selection);
    const stops = (policy: Policy) => {
      if (policy.kind === 'rule') checkRule(evaluation, policy.rule);
      return replayAll(policy, evaluation, selection);
    };
    const { to } = params;
    const judge = to.kind === 'threshold' ? ingested.dataset.judges.find(({ id }) => id === to.judge) : undefined;
    return plain({
      totals: sumFlips(compareStops(evaluation, selection, stops(params.from), stops(to))),
      questionCount: selection.length,
      walk:
        to.kind === 'threshold' && judge
          ? walkFrom(evaluation, stopsOf(evaluation, judge, params.selection), to.threshold)
          : null,
    });
  },

  /** The distance from a policy to both oracles. */
  oracleGap: async (
    { signal }: JobContext,
    params: PolicyView & { readonly policy: Policy },
  ): Promise<Reply<GapReply>> => {
    await breathe(signal);
    const { ingested, evaluator } = open(params.datasetId);
    refusePool(ingested.dataset, params.selection, params.isDescriptive === true);
    const evaluation = evaluator.under(params.answerRule);
    const selection = select(ingested.dataset, params.selection);
    const stops = replayAll(params.policy, evaluation, selection);
    const ledger = (kind: 'quality-oracle' | 'cost-oracle') => {
      const oracle = replayAll({ kind }, evaluation, selection);
      const { questions, correct, searches } = measureGap(evaluation, selection, stops, oracle);
      return { questions, correct, searches };
    };
    return plain({
      quality: ledger('quality-oracle'),
      cost: ledger('cost-oracle'),
      questionCount: selection.length,
      labelledCount: selection.reduce((sum, q) => sum + evaluation.correctness.isLabelled[q]!, 0),
    });
  },

  /** A metric by the values of a column. null: the column has too many values to group by, or none. */
  slices: async (
    { signal }: JobContext,
    params: PolicyView & {
      readonly policy: Policy;
      readonly judge: string | null;
      readonly metric: string;
      readonly by: string;
      readonly repeats: number;
      readonly seed: number;
    },
  ): Promise<Reply<SliceReply | null>> => {
    await breathe(signal);
    const { ingested, tables } = open(params.datasetId);
    refusePool(ingested.dataset, params.selection, params.isDescriptive === true);
    const metric = findMetric(params.metric);
    if (metric === undefined) throw new Error(`no metric ${params.metric}`);
    const columns = tables.columnsOf(params.answerRule, { ...params, against: null });
    const selection = select(ingested.dataset, params.selection);
    const grouping = groupBy(columns, selection, params.by);
    if (grouping === null) return plain(null);
    const { members, groups, names } = grouping;
    const stops = members.map((q) => columns.stops[q]!);
    const slices = sliceMetric(columns.evaluation, metric, members, stops, groups, params);
    const classes = slices.map(({ group }) => {
      const counts = new Int32Array(OUTCOME_CLASSES.length);
      members.forEach((q, i) => {
        if (groups[i] === group) counts[columns.outcomes.classes[q]!]!++;
      });
      return counts;
    });
    return plain({ slices: slices.map((slice) => ({ ...slice, name: names[slice.group] ?? null })), classes });
  },
});

/** Groups of the selection by a column. A question with several values (tags) is a member of each group. */
function groupBy(columns: QuestionColumns, selection: Int32Array, by: string) {
  const column = columns.column(by);
  if (column === null || column.kind === 'text') return null;
  if (column.kind === 'set') {
    const members: number[] = [];
    const groups: number[] = [];
    for (const q of selection) {
      for (const code of column.members.get(q) ?? [-1]) {
        members.push(q);
        groups.push(code);
      }
    }
    return { members: Int32Array.from(members), groups: Int32Array.from(groups), names: column.names };
  }
  if (column.kind === 'category') {
    if (column.names.length > MOST_SLICES) return null;
    return { members: selection, groups: selection.map((q) => column.codes[q]!), names: column.names };
  }
  const values = [...new Set(Array.from(selection, (q) => column.values[q]! + 0))].filter((one) => !Number.isNaN(one));
  if (values.length > MOST_SLICES) return null;
  values.sort((a, b) => a - b);
  const codeOf = new Map(values.map((one, code) => [one, code]));
  return {
    members: selection,
    groups: selection.map((q) => codeOf.get(column.values[q]! + 0) ?? -1),
    names: values.map(String),
  };
}
