import { ANSWER_RULES, type AnswerRule } from '../answers/index.ts';
import type { Evaluation } from '../correctness.ts';
import type { Selection } from '../terms.ts';
import type { H0Inputs } from './h0-types.ts';
import type { StoredNumbersRow } from './our-types.ts';

/** Names under which tools store how right the native answer was. */
const EM_NAMES = /^(official_?em|em|exact_?match|correct|is_?correct|native_?em|native_official_em|acc|accuracy)$/i;
const F1_NAMES = /^(token_?f1|f1|native_?f1)$/i;

/** A stored number per question; null where a row has none. */
interface StoredColumn {
  readonly name: string;
  readonly kind: 'match' | 'f1';
  readonly values: readonly (number | null)[];
}

const MOST_NAMED = 50;
const FLOAT_SLACK = 1e-9;

/**
 * Which answer rule reproduces the correctness that the files store for the native answers, and on which rows none does.
 * Looks at metadata columns that are named like it and at the first answers of the reachability audit.
 */
export function storedNumbersRows(
  evaluation: Evaluation,
  selection: Selection,
  h0: H0Inputs | null,
): readonly StoredNumbersRow[] {
  return storedColumns(evaluation, h0).flatMap((column) => {
    const row = checkColumn(evaluation, selection, column);
    return row === null ? [] : [row];
  });
}

function storedColumns({ dataset }: Evaluation, h0: H0Inputs | null): readonly StoredColumn[] {
  const columns: StoredColumn[] = [];
  for (const { name, values } of dataset.questions.meta) {
    const kind = EM_NAMES.test(name) ? 'match' : F1_NAMES.test(name) ? 'f1' : null;
    if (kind !== null) columns.push({ name, kind, values: values.map((value) => toStored(value, kind)) });
  }
  if (h0 !== null) {
    const stored = new Map(h0.natives.map(({ questionId, officialEm }) => [questionId, officialEm]));
    const values = dataset.questions.ids.map((id) => toStored(stored.get(id) ?? null, 'match'));
    columns.push({ name: 'native_first_answer.official_em', kind: 'match', values });
  }
  return columns;
}

/** A verdict must be 0 or 1, an F1 in 0..1: anything else under such a name is something else. */
function toStored(value: string | number | boolean | null, kind: 'match' | 'f1'): number | null {
  const words: Readonly<Record<string, number>> = { true: 1, false: 0, yes: 1, no: 0, '1': 1, '0': 0 };
  const number =
    typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? words[value.toLowerCase()] : value;
  if (number === undefined || number === null || Number.isNaN(number)) return null;
  return kind === 'match' ? (number === 0 || number === 1 ? number : null) : number >= 0 && number <= 1 ? number : null;
}

interface Measure {
  readonly rule: string;
  readonly measure: string;
  readonly score: (question: number) => number;
}

function measures({ dataset }: Evaluation, kind: StoredColumn['kind']): readonly Measure[] {
  const { nativeAnswers, golds } = dataset.questions;
  const on =
    (
      take: (
        rule: AnswerRule,
      ) => ((answer: string | null, gold: NonNullable<(typeof golds)[number]>) => number) | undefined,
    ) =>
    (rule: AnswerRule): readonly ((question: number) => number)[] => {
      const judge = take(rule);
      if (judge === undefined) return [];
      return [(q) => judge(nativeAnswers[q] ?? null, golds[q]!)];
    };
  const named = (measure: string, list: ReturnType<typeof on>): readonly Measure[] =>
    ANSWER_RULES.flatMap((rule) => list(rule).map((score) => ({ rule: rule.id, measure, score })));
  if (kind === 'f1')
    return named(
      'f1',
      on((rule) => (answer, gold) => rule.f1(answer, gold)),
    );
  return [
    ...named(
      'match',
      on((rule) => (answer, gold) => rule.exactMatch(answer, gold)),
    ),
    ...named(
      'cover match',
      on(({ coverMatch }) => coverMatch),
    ),
  ];
}

function checkColumn(evaluation: Evaluation, selection: Selection, column: StoredColumn): StoredNumbersRow | null {
  const { ids, golds } = evaluation.dataset.questions;
  const rows = selection.filter((q) => column.values[q] !== null && golds[q] !== null);
  if (rows.length === 0) return null;
  const isReproduced = new Uint8Array(rows.length);
  const agreements = measures(evaluation, column.kind).map(({ rule, measure, score }) => {
    let count = 0;
    rows.forEach((q, i) => {
      if (Math.abs(score(q) - column.values[q]!) > FLOAT_SLACK) return;
      count += 1;
      isReproduced[i] = 1;
    });
    return { rule, measure, count };
  });
  const never = Array.from(rows).filter((_, i) => isReproduced[i] === 0);
  return {
    column: column.name,
    row_count: rows.length,
    stored_mean: rows.reduce((sum, q) => sum + column.values[q]!, 0) / rows.length,
    agreements: agreements.sort((a, b) => b.count - a.count),
    reproduced_by: agreements
      .filter(({ count }) => count === rows.length)
      .map(({ rule, measure }) => (measure === 'match' ? rule : `${rule} (${measure})`)),
    never_count: never.length,
    never: never.slice(0, MOST_NAMED).map((q) => ids[q]!),
  };
}
