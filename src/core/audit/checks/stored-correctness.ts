import { ANSWER_RULES, type AnswerRule, findAnswerRule } from '../../answers/index.ts';
import { type Evaluation, UNKNOWN } from '../../correctness.ts';
import type { AuditInput, Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS, type StoredColumn } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, countOf, listed } from '../words.ts';

/** Stored EM, F1 and `correct` against what the answer rule in use recomputes. */
export const storedCorrectness: Check = {
  id: 'stored-correctness',
  title: 'Stored correctness equals recomputed',
  why: 'A stored number that nobody can recompute belongs to another label file or another rule, and so do all figures built on it.',
  run(input) {
    const columns = storedColumns(input).map((column) => compare(input.evaluation, column));
    const checked = columns.filter(({ rows }) => rows > 0);
    if (checked.length === 0) return notApplicable('The files store no correctness, or no label to recompute it with.');
    const differing = checked.filter(({ faults }) => faults > 0);
    const rows = checked.reduce((sum, column) => sum + column.rows, 0);
    if (differing.length === 0) return pass(count(rows), `numbers in ${countOf(checked.length, 'column')}`);
    const isExplained = differing.every(({ otherRule }) => otherRule !== null);
    const faults = differing.reduce((sum, column) => sum + column.faults, 0);
    const finding = isExplained
      ? `Under another rule they are reproduced: ${listed(differing.map(({ name, otherRule }) => `${name} by ${otherRule}`))}.`
      : `No rule reproduces ${listed(differing.filter(({ otherRule }) => otherRule === null).map(({ name }) => name))}. Recomputed numbers are used.`;
    const examples = differing.flatMap((column) => column.examples).slice(0, MOST_ROWS);
    const words = { figure: count(faults), unit: `of ${count(rows)} numbers`, finding };
    return fault(isExplained ? 'warn' : 'fail', words, examples, faults);
  },
};

const MATCH_NAMES = /^(official_?em|em|exact_?match|correct|is_?correct|native_?(official_)?em|acc|accuracy)$/i;
const F1_NAMES = /^(token_?f1|f1|native_?f1)$/i;

/** What the second pass found, and metadata columns that are named like it (tables). */
function storedColumns({ evidence, evaluation }: AuditInput): readonly StoredColumn[] {
  const known = new Set(evidence.stored.map(({ name }) => name.split('.').at(-1)));
  const meta = evaluation.dataset.questions.meta.flatMap(({ name, values }): StoredColumn[] => {
    const measure = MATCH_NAMES.test(name) ? 'match' : F1_NAMES.test(name) ? 'f1' : null;
    if (measure === null || known.has(name)) return [];
    const numbers = Float64Array.from(values, (value) =>
      typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : Number.NaN,
    );
    return [{ name, subject: 'native', measure, values: numbers }];
  });
  const columns = [...evidence.stored, ...meta];
  return columns.length > 0 ? columns : storedByImporter(evaluation);
}

/** What an importer of another layout found stored: 2 and NaN stand for nothing. */
function storedByImporter({ dataset: { stored } }: Evaluation): readonly StoredColumn[] {
  if (stored === undefined) return [];
  const verdicts = (codes: Uint8Array) => Float64Array.from(codes, (code) => (code === UNKNOWN ? Number.NaN : code));
  return [
    { name: 'native EM', subject: 'native', measure: 'match', values: verdicts(stored.nativeEm) },
    { name: 'native F1', subject: 'native', measure: 'f1', values: stored.nativeF1 },
    { name: 'probe EM', subject: 'probe', measure: 'match', values: verdicts(stored.probeEm) },
    { name: 'probe F1', subject: 'probe', measure: 'f1', values: stored.probeF1 },
  ];
}

const FLOAT_SLACK = 1e-9;

function compare(evaluation: Evaluation, column: StoredColumn) {
  const { dataset, correctness } = evaluation;
  const isNative = column.subject === 'native';
  const em = isNative ? correctness.nativeEm : correctness.probeEm;
  const f1 = isNative ? correctness.nativeF1 : correctness.probeF1;
  const ids = isNative ? dataset.questions.ids : dataset.states.ids;
  const subjects: number[] = [];
  const examples: EvidenceRow[] = [];
  let faults = 0;
  column.values.forEach((stored, i) => {
    if (Number.isNaN(stored) || em[i] === UNKNOWN) return;
    subjects.push(i);
    const here = column.measure === 'match' ? em[i]! : f1[i]!;
    if (Math.abs(here - stored) <= FLOAT_SLACK) return;
    faults += 1;
    const note = `${column.name} is ${stored}, recomputed ${here}`;
    if (examples.length < MOST_ROWS) examples.push({ file: null, line: null, id: ids[i]!, note });
  });
  const otherRule = faults === 0 ? null : findOtherRule(evaluation, column, subjects);
  return { name: column.name, rows: subjects.length, faults, examples, otherRule };
}

/** The first rule that agrees on every row, in words. */
function findOtherRule(evaluation: Evaluation, column: StoredColumn, subjects: readonly number[]): string | null {
  const { questions, states } = evaluation.dataset;
  const isNative = column.subject === 'native';
  const agrees = (score: (answer: string | null, gold: NonNullable<(typeof questions.golds)[number]>) => number) =>
    subjects.every((i) => {
      const answer = (isNative ? questions.nativeAnswers[i] : states.probeAnswers[i]) ?? null;
      const gold = questions.golds[isNative ? i : states.question[i]!] ?? null;
      return gold !== null && Math.abs(score(answer, gold) - column.values[i]!) <= FLOAT_SLACK;
    });
  const others = ANSWER_RULES.filter((rule) => rule !== findAnswerRule(evaluation.correctness.ruleId));
  const found = others.find((rule) => agrees((answer, gold) => measureOf(rule, column)(answer, gold)));
  if (found !== undefined) return found.name;
  if (column.measure === 'f1') return null;
  const cover = ANSWER_RULES.find(({ coverMatch }) => coverMatch !== undefined && agrees(coverMatch));
  return cover === undefined ? null : `cover match of ${cover.name}`;
}

const measureOf = (rule: AnswerRule, { measure }: StoredColumn) =>
  measure === 'match' ? rule.exactMatch.bind(rule) : rule.f1.bind(rule);
