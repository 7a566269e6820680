import { ANSWER, INVALID, SEARCH } from '../../core/terms.ts';
import { countIn, goldIn, idIn, numberIn, rememberingGold, textIn, truthIn } from '../importers/cells.ts';
import { isObject, type JsonObject, nextActionOf, UNSTATED } from '../importers/guards.ts';
import {
  type Importer,
  idOfPlace,
  type LineRole,
  type LineTexts,
  type OpenFile,
  type ReadContext,
} from '../importers/importer.ts';
import { bareSteps, writeTrajectory } from '../importers/run-writer.ts';
import { isAlike, readTable, type TrajectoryRows, type TurnTable } from '../importers/states-table.ts';
import type { Step, StepScore } from '../importers/trajectory.ts';
import { ColumnSteps, TurnColumns } from '../importers/turn-columns.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { isTagged, outlineTagged, parseTagged } from '../readers/tagged-text.ts';
import type { MappedRole, MappedScore, Mapping } from './mapping.ts';

/** A file read with the columns that its user named. */
export const mappedImporter = (mapping: Mapping): Importer => ({
  id: 'mapped',
  name: 'Mapped columns',
  match: () => ({ confidence: 1, reason: 'a mapping was given', takenFor: 'a table with mapped columns', use: 'data' }),
  read: (file, context) => readMapped(file, context, mapping),
  readTexts: (role, value) => textsOf(role, value, mapping),
});

interface MappedRow {
  readonly id: string;
  readonly question: string | null;
  readonly gold: ReturnType<typeof goldIn>;
  readonly answer: string | null | undefined;
  readonly searches: number | null;
  readonly nextAction: number;
  readonly split: string | null;
  readonly correct: boolean | null;
  /** NaN where nothing is said. */
  readonly f1: number;
}

/** Its rows go by their place. */
const isNameless = ({ columns }: Mapping): boolean => columns.id === undefined && columns.question === undefined;

const cellsOf = ({ columns }: Mapping) => {
  const cell = (row: JsonObject, role: MappedRole): unknown => {
    const column = columns[role];
    return column === undefined ? undefined : row[column];
  };
  return cell;
};

const readMapped = async (file: OpenFile, context: ReadContext, mapping: Mapping): Promise<void> => {
  const cell = cellsOf(mapping);
  const idOf = (row: JsonObject): string | null => idIn(cell(row, 'id')) ?? idIn(cell(row, 'question'));
  const { turn, prediction, correct, text } = mapping.columns;
  if (prediction === undefined && correct === undefined && text === undefined)
    return readLabels(file, context, mapping);
  const goldOf = rememberingGold();
  const readRow = (row: JsonObject, id: string): MappedRow => rowOf(row, id, mapping, cell, goldOf);
  if (turn !== undefined) {
    const turns = new MappedTurns(mapping);
    const { table, trajectories } = await readTable(file, context, {
      id: idOf,
      turn: (row) => countIn(cell(row, 'turn')),
      add: (row) => turns.add(readRow(row, idOf(row) ?? ''), row),
      isTwin: (a, b) => turns.isTwin(a, b),
    });
    turns.write(table, trajectories, context);
    return;
  }
  const hooks = context.rowHooks((row, at) => {
    const id = isObject(row) ? (isNameless(mapping) ? idOfPlace(file, at, context) : idOf(row)) : null;
    if (isObject(row) && id !== null) return writeRow(readRow(row, id), scoresOf(row, mapping), at, context);
    const message = 'This row has no usable id.';
    context.problems.setAside('error', { code: 'row.unusable-id', message, effect: 'The row was set aside.' }, at);
  });
  await file.rows.read(file.index, hooks);
};

const rowOf = (
  row: JsonObject,
  id: string,
  mapping: Mapping,
  cell: ReturnType<typeof cellsOf>,
  goldOf: typeof goldIn,
): MappedRow => {
  const text = textIn(cell(row, 'text'));
  const tagged = text !== null && isTagged(text) ? outlineTagged(text) : null;
  const predicted = mapping.columns.prediction === undefined ? tagged?.answer : textIn(cell(row, 'prediction'));
  return {
    id,
    question: textIn(cell(row, 'question')),
    gold: goldOf(cell(row, 'gold')),
    answer: predicted,
    searches: countIn(cell(row, 'searches')) ?? tagged?.searches ?? null,
    nextAction: actionIn(cell(row, 'nextAction')),
    split: textIn(cell(row, 'split')),
    correct: truthIn(cell(row, 'correct')),
    f1: numberIn(cell(row, 'f1')),
  };
};

const scoreIn = (row: JsonObject, score: MappedScore): number => toMargin(numberIn(row[score.column]), score);

const scoresOf = (row: JsonObject, { scores }: Mapping): readonly StepScore[] =>
  scores.map((score) => ({ judge: score.column, score: scoreIn(row, score) }));

const actionIn = (value: unknown): number => {
  const word = typeof value === 'string' ? value.trim().toUpperCase() : value;
  if (word === 'STOP' || word === 'FINISH') return ANSWER;
  if (word === 'CONTINUE' || word === 'RETRIEVE') return SEARCH;
  return nextActionOf(word) ?? INVALID;
};

/** Log-odds of 0 and 1 are infinite; so close to them they say the same. */
const NEAREST = 1e-12;

const toMargin = (value: number, { direction, scale }: MappedScore): number => {
  const sure = direction === 'higher-is-surer' ? value : scale === 'probability' ? 1 - value : -value;
  if (scale !== 'probability') return sure;
  const p = Math.min(1 - NEAREST, Math.max(NEAREST, sure));
  return Math.log(p / (1 - p));
};

/** One row a state: the last one is native. */
class MappedTurns {
  readonly #mapping: Mapping;
  readonly #columns = new TurnColumns();
  readonly #questions: (string | null)[] = [];
  readonly #golds: MappedRow['gold'][] = [];
  readonly #splits: (string | null)[] = [];

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
    for (const { column } of mapping.scores) this.#columns.addSignal(column);
  }

  add({ question, gold, answer, searches, nextAction, split, correct, f1 }: MappedRow, row: JsonObject): void {
    const place = this.#columns.add(answer, correct, f1);
    if (searches !== null) this.#columns.searches.set(place, searches);
    if (nextAction !== UNSTATED) this.#columns.nextActions.set(place, nextAction);
    this.#questions.push(question);
    this.#golds.push(gold);
    this.#splits.push(split);
    for (let i = 0; i < this.#mapping.scores.length; i++) {
      this.#columns.signals[i]!.values.set(place, scoreIn(row, this.#mapping.scores[i]!));
    }
  }

  isTwin(a: number, b: number): boolean {
    return (
      this.#questions[a] === this.#questions[b] &&
      this.#splits[a] === this.#splits[b] &&
      isAlike(this.#golds[a], this.#golds[b]) &&
      this.#columns.isTwin(a, b)
    );
  }

  write(table: TurnTable, trajectories: Iterable<TrajectoryRows>, context: ReadContext): void {
    const steps = new ColumnSteps(table, this.#columns);
    for (const trajectory of trajectories) this.#write(trajectory, steps, table, context);
  }

  #write({ id, rows }: TrajectoryRows, steps: ColumnSteps, table: TurnTable, context: ReadContext): void {
    const last = rows[rows.length - 1]!;
    const at = table.placeAt(last);
    const answer = this.#columns.answers[last];
    writeTrajectory(
      {
        id,
        text: this.#questions[last]!,
        gold: labelFor({ id, answer, gold: this.#golds[last]! }, context, at),
        answer: answer ?? null,
        searches: this.#columns.searchesAt(last) ?? table.turnAt(last),
        split: this.#splits[last]!,
        stored: this.#columns.storedAt(last),
        steps: steps.of(rows),
        signals: this.#columns.signals,
        at,
      },
      context,
    );
  }
}

/** One row a question: its scores belong to the state in which it answered. */
const writeRow = (row: MappedRow, scores: readonly StepScore[], at: Readonly<RowRef>, context: ReadContext): void => {
  const searches = row.searches ?? 0;
  const steps = bareSteps(searches, ANSWER).map((step, i): Step => (i === searches ? { ...step, scores } : step));
  writeTrajectory(
    {
      id: row.id,
      text: row.question,
      gold: labelFor(row, context, at),
      answer: row.answer ?? null,
      searches,
      split: row.split,
      stored: { em: row.correct, f1: Number.isNaN(row.f1) ? null : row.f1 },
      steps,
      at,
    },
    context,
  );
};

/** Without an answer to compare, a gold answer would make the question wrong instead of unknown. */
const labelFor = (
  { gold, answer, id }: Pick<MappedRow, 'gold' | 'answer' | 'id'>,
  { problems }: ReadContext,
  at: Readonly<RowRef>,
) => {
  if (gold.isUnreadable) {
    const message = `The gold answers of "${id}" are no readable list.`;
    problems.add('error', { code: 'cell.literal', message, effect: 'The question goes without a label.' }, at);
  }
  return answer === undefined ? null : gold.gold;
};

const readLabels = async (file: OpenFile, context: ReadContext, mapping: Mapping): Promise<void> => {
  const cell = cellsOf(mapping);
  const hooks = context.rowHooks((row, at) => {
    const id = isObject(row) ? idIn(cell(row, 'id')) : null;
    const text = isObject(row) ? textIn(cell(row, 'question')) : null;
    const { gold } = isObject(row) ? goldIn(cell(row, 'gold')) : { gold: null };
    if (gold !== null && ((id ?? text) !== null || isNameless(mapping))) {
      context.draft.looseLabels.push({ id, text, gold, meta: [], at: { ...at } });
      return;
    }
    const message = 'This row has no question or no gold answer.';
    context.problems.setAside('error', { code: 'label.empty', message, effect: 'The row was set aside.' }, at);
  });
  await file.rows.read(file.index, hooks);
};

const textsOf = (role: LineRole, value: unknown, mapping: Mapping): LineTexts => {
  const text = isObject(value) ? textIn(cellsOf(mapping)(value, 'text')) : null;
  if (text === null) return {};
  if (isTagged(text)) return role === 'question' ? { searches: parseTagged(text).searches, transcript: text } : {};
  return role === 'state' ? { context: text } : {};
};
