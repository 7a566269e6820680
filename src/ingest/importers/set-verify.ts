import type { OptionalColumn } from '../draft/judges.ts';
import type { FileSample } from '../sample.ts';
import { countIn, type goldIn, idIn, numberIn, rememberingGold, textIn, truthIn } from './cells.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { Importer, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';
import { isAlike, readTable } from './states-table.ts';
import { ColumnSteps, TurnColumns } from './turn-columns.ts';

/**
 * Partial traces of MHQA-SetVerify: {question_id, question, answers, iter_cnt, score1, score2 | prob, log_prob | em, f1}, one row
 * per iteration. The rows carry no predicted text: correctness is what they state.
 */
const SCORES = ['score1', 'score2', 'prob', 'log_prob'] as const;

const match = (sample: FileSample): Match | null => {
  const rows = sample.records.filter(isObject);
  const isTrace = (row: JsonObject): boolean =>
    Object.hasOwn(row, 'question_id') &&
    Object.hasOwn(row, 'iter_cnt') &&
    [...SCORES, 'em', 'f1'].some((name) => Object.hasOwn(row, name));
  const share = rows.filter(isTrace).length / Math.max(1, sample.records.length);
  if (share === 0) return null;
  return {
    confidence: 0.95 * share,
    reason: 'rows have question_id, iter_cnt and scores',
    takenFor: 'partial traces (SetVerify)',
    use: 'data',
  };
};

// By their names, not by lists of them: there are millions of rows.
const scoresOf = ({ score1, score2, prob, log_prob }: JsonObject): readonly unknown[] => [
  score1,
  score2,
  prob,
  log_prob,
];
const predictionOf = ({ prediction, pred, predicted, answer }: JsonObject): unknown =>
  [prediction, pred, predicted, answer].find((value) => value !== undefined);

type GoldCell = ReturnType<typeof goldIn>;

/** What the rows say. Rows of one question repeat its text and its gold answers: they are kept once. */
class Iterations {
  readonly columns = new TurnColumns();
  readonly questions: (string | null)[] = [];
  readonly golds: GoldCell[] = [];
  hasTexts = false;
  /** As SCORES; a column begins at its first row. */
  readonly #scores: OptionalColumn[] = [];
  readonly #goldOf = rememberingGold();
  #question: string | null = null;

  add(row: JsonObject): void {
    const prediction = predictionOf(row);
    if (prediction !== undefined) this.hasTexts = true;
    // No text is no answer, though one was asked for.
    const place = this.columns.add(textIn(prediction), truthIn(row.em), numberIn(row.f1));
    const question = textIn(row.question);
    if (question !== this.#question) this.#question = question;
    this.questions.push(this.#question);
    this.golds.push(this.#goldOf(row.answers ?? row.gold));
    const scores = scoresOf(row);
    for (let i = 0; i < scores.length; i++) {
      if (scores[i] === undefined) continue;
      this.#scores[i] ??= this.columns.addSignal(SCORES[i]!);
      this.#scores[i]!.set(place, numberIn(scores[i]));
    }
  }

  isTwin(a: number, b: number): boolean {
    return (
      this.questions[a] === this.questions[b] && isAlike(this.golds[a], this.golds[b]) && this.columns.isTwin(a, b)
    );
  }
}

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const iterations = new Iterations();
  const { table, trajectories } = await readTable(file, context, {
    id: (row) => idIn(row.question_id),
    turn: (row) => countIn(row.iter_cnt),
    add: (row) => iterations.add(row),
    isTwin: (a, b) => iterations.isTwin(a, b),
  });
  const { columns, questions, golds, hasTexts } = iterations;
  if (!hasTexts && questions.length > 0) {
    const message = 'These traces hold no predicted answers, only whether they were right.';
    const effect = 'Gold answers are left out; choose the answer rule "as stored".';
    context.problems.add('note', { code: 'answers.none', message, effect }, file.index);
  }
  const steps = new ColumnSteps(table, columns);
  for (const { id, rows } of trajectories) {
    const last = rows[rows.length - 1]!;
    writeTrajectory(
      {
        id,
        text: questions[last]!,
        // Without texts to compare, a gold answer would make every answer wrong.
        gold: hasTexts ? golds[last]!.gold : null,
        answer: columns.answers[last]!,
        searches: table.turnAt(last),
        stored: columns.storedAt(last),
        steps: steps.of(rows),
        signals: columns.signals,
        at: table.placeAt(last),
      },
      context,
    );
  }
};

export const setVerify: Importer = { id: 'set-verify', name: 'Partial traces (SetVerify)', match, read };
