import type { FileSample } from '../sample.ts';
import { countIn, goldIn, idIn, numberIn, textIn, truthIn } from './cells.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { Importer, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';
import { nextActionAt, readTurns } from './states-table.ts';
import type { Step } from './trajectory.ts';

/**
 * Partial traces of MHQA-SetVerify: {question_id, question, answers, iter_cnt, score1, score2 | prob, log_prob | em, f1}, one row
 * per iteration. The rows carry no predicted text: correctness is what they state.
 */
const SCORES = ['score1', 'score2', 'prob', 'log_prob'] as const;
const PREDICTIONS = ['prediction', 'pred', 'predicted', 'answer'] as const;

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

interface Iteration {
  readonly question: string | null;
  readonly gold: ReturnType<typeof goldIn>;
  /** undefined: the rows hold no predicted texts. */
  readonly answer: string | null | undefined;
  readonly em: boolean | null;
  readonly f1: number;
  readonly scores: readonly (readonly [string, number])[];
}

const readIteration = (row: JsonObject): Iteration => {
  const named = PREDICTIONS.find((name) => Object.hasOwn(row, name));
  return {
    question: textIn(row.question),
    gold: goldIn(row.answers ?? row.gold),
    answer: named === undefined ? undefined : textIn(row[named]),
    em: truthIn(row.em),
    f1: numberIn(row.f1),
    scores: SCORES.flatMap((name) => (Object.hasOwn(row, name) ? [[name, numberIn(row[name])] as const] : [])),
  };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const trajectories = await readTurns<Iteration>(file, context, {
    id: (row) => idIn(row.question_id),
    turn: (row) => countIn(row.iter_cnt),
    value: readIteration,
  });
  const hasTexts = trajectories.some(({ rows }) => rows.some(({ value }) => value.answer !== undefined));
  if (!hasTexts && trajectories.length > 0) {
    const message = 'These traces hold no predicted answers, only whether they were right.';
    const effect = 'Gold answers are left out; choose the answer rule "as stored".';
    context.problems.add('note', { code: 'answers.none', message, effect }, file.index);
  }
  for (const { id, rows } of trajectories) {
    const last = rows.at(-1)!;
    const storedOf = ({ em, f1 }: Iteration) => ({ em, f1: Number.isNaN(f1) ? null : f1 });
    const steps = rows.map(
      (at, i): Step => ({
        searchesUsed: at.turn,
        nextAction: nextActionAt(i, rows.length),
        probe: at.value.answer ?? null,
        stored: storedOf(at.value),
        scores: at.value.scores.map(([judge, score]) => ({ judge, score })),
        at,
      }),
    );
    writeTrajectory(
      {
        id,
        text: last.value.question,
        // Without texts to compare, a gold answer would make every answer wrong.
        gold: hasTexts ? last.value.gold.gold : null,
        answer: last.value.answer ?? null,
        searches: last.turn,
        stored: storedOf(last.value),
        steps,
        at: last,
      },
      context,
    );
  }
};

export const setVerify: Importer = { id: 'set-verify', name: 'Partial traces (SetVerify)', match, read };
