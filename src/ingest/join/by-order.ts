import type { Gold } from '../../core/terms.ts';
import type { Draft } from '../draft/draft.ts';
import type { LooseLabel } from '../draft/labels.ts';
import type { ProblemLog } from '../problems.ts';

/** Labels and trajectories that share neither ids nor texts, but are as many: only their user knows that they belong. */
export interface OrderJoin {
  /** The file with the labels, and the one with the trajectories, by index. */
  readonly labels: number;
  readonly runs: number;
  /** Of each, equally many. */
  readonly count: number;
  /** The first of them side by side. */
  readonly first: readonly OrderedPair[];
  readonly isConfirmed: boolean;
}

export interface OrderedPair {
  readonly label: {
    readonly line: number;
    readonly id: string | null;
    readonly text: string | null;
    readonly gold: Gold;
  };
  readonly run: {
    readonly line: number;
    readonly id: string;
    readonly text: string | null;
    readonly answer: string | null;
  };
}

const SHOWN = 3;

/**
 * Finds labels that only their order could join, by file: none of the file's labels has found its question, and exactly one
 * file has as many trajectories, none of them labelled. `isConfirmed` says which of them the user lets be joined. Returns
 * the labels that found nobody even so.
 */
export const joinByOrder = (
  draft: Draft,
  lost: readonly LooseLabel[],
  isConfirmed: (file: number) => boolean,
  give: (id: string, label: LooseLabel) => void,
  problems: ProblemLog,
): { readonly lost: readonly LooseLabel[]; readonly joins: readonly OrderJoin[] } => {
  if (lost.length === 0) return { lost, joins: [] };
  const left: LooseLabel[] = [];
  const joins: OrderJoin[] = [];
  const runs = trajectoriesByFile(draft);
  const total = countByFile(draft.looseLabels);
  const lostByFile = groupBy(lost, ({ at }) => at.file);
  for (const [file, labels] of lostByFile) {
    const fitting = [...runs].filter(([runFile, keys]) => runFile !== file && keys.length === labels.length);
    const [only] = fitting;
    if (only === undefined || fitting.length > 1 || labels.length < total.get(file)! || isAnyLabelled(draft, only[1])) {
      left.push(...labels);
      continue;
    }
    const [runFile, keys] = only;
    const join = lookAt(draft, file, labels, runFile, keys, isConfirmed(file));
    joins.push(join);
    if (!join.isConfirmed) left.push(...labels);
    else for (const [i, label] of labels.entries()) give(draft.questions.keys.ids[keys[i]!]!, label);
    report(join, problems);
  }
  return { lost: left, joins };
};

/** Keys in the order of their rows; further samples of a question do not count. */
const trajectoriesByFile = ({ questions, samples }: Draft): Map<number, readonly number[]> => {
  const keys = questions.nativeOrder.filter((key) => !samples.has(key));
  return groupBy(keys, (key) => questions.natives.file[key]!);
};

const groupBy = <T>(items: readonly T[], fileOf: (item: T) => number): Map<number, T[]> => {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const file = fileOf(item);
    const group = groups.get(file);
    if (group === undefined) groups.set(file, [item]);
    else group.push(item);
  }
  return groups;
};

const countByFile = (labels: readonly LooseLabel[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const { at } of labels) counts.set(at.file, (counts.get(at.file) ?? 0) + 1);
  return counts;
};

const isAnyLabelled = ({ questions }: Draft, keys: readonly number[]): boolean =>
  keys.some((key) => questions.golds[key] !== null);

const lookAt = (
  { questions }: Draft,
  labelFile: number,
  labels: readonly LooseLabel[],
  runFile: number,
  keys: readonly number[],
  isConfirmed: boolean,
): OrderJoin => ({
  labels: labelFile,
  runs: runFile,
  count: labels.length,
  first: labels.slice(0, SHOWN).map(({ id, text, gold, at }, i) => {
    const key = keys[i]!;
    return {
      label: { line: at.line, id, text, gold },
      run: {
        line: questions.natives.line[key]!,
        id: questions.keys.ids[key]!,
        text: questions.texts[key] ?? null,
        answer: questions.nativeAnswers[key] ?? null,
      },
    };
  }),
  isConfirmed,
});

const report = ({ labels, count, isConfirmed }: OrderJoin, problems: ProblemLog): void => {
  const words = isConfirmed
    ? {
        code: 'label.joined-by-order',
        message: `${count} labels share no id and no text with the runs, and were joined to them row by row.`,
        effect: 'You said so; nothing in the files proves it.',
      }
    : {
        code: 'label.order-unconfirmed',
        message: `${count} labels share no id and no text with the runs, of which there are as many. Only their order could join them.`,
        effect: 'They are not joined unless you confirm it.',
      };
  problems.add(isConfirmed ? 'note' : 'warning', words, labels);
};
