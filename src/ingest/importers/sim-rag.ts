import type { FileSample } from '../sample.ts';
import { countIn, type goldIn, idIn, numberIn, rememberingGold, textIn, truthIn } from './cells.ts';
import { isObject, type JsonObject, stringOr } from './guards.ts';
import type { Importer, LineRole, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';
import { nextActionAt, readTurns } from './states-table.ts';
import { questionOfTask, titledDocuments } from './task-content.ts';
import type { Step, StepScore } from './trajectory.ts';

/**
 * SIM-RAG's table: one row per (ID, Turn), turns from 0, an answer and a critic's verdict at each. Turn = searches made
 * before it. The run ends at its last row; a verdict is the judge `gate` (1 accept, 0 reject), the mass it put on "1", where
 * it is recorded, the judge `confidence`.
 */
const match = (sample: FileSample): Match | null => {
  const [first] = sample.records.filter(isObject);
  if (
    first === undefined ||
    !['ID', 'Turn', 'Reasoner Answer', 'Gate Output'].every((name) => Object.hasOwn(first, name))
  )
    return null;
  // S2G-RAG's table shares those; it alone has gaps.
  if (Object.hasOwn(first, 'SuffMissingFacts')) return null;
  return {
    confidence: 0.95,
    reason: 'columns ID, Turn, Reasoner Answer and Gate Output',
    takenFor: 'a table of turns (SIM-RAG)',
    use: 'data',
  };
};

interface Turn {
  readonly answer: string | null;
  readonly gate: boolean | null;
  readonly confidence: number;
  readonly isCorrect: boolean | null;
  readonly gold: ReturnType<typeof goldIn>;
  readonly question: string | null;
  readonly retrieved: boolean | null;
}

const readTurn = (row: JsonObject, goldOf: typeof goldIn): Turn => ({
  answer: textIn(row['Reasoner Answer']),
  gate: truthIn(row['Gate Output']),
  confidence: confidenceIn(row['Confidence Scores']),
  isCorrect: truthIn(row['Correct Answer']),
  gold: goldOf(row['Gold Answer']),
  question: questionOfTask(row),
  retrieved: truthIn(row['Correct Retrieval']),
});

/** `0: 0.12, 1: 0.88`: the mass on 1. The two need not add to 1. */
const confidenceIn = (cell: unknown): number => {
  if (cell === undefined || cell === '') return Number.NaN;
  const found = typeof cell === 'string' ? /(?:^|[,\s{])['"]?1['"]?\s*:\s*([-+.\deE]+)/.exec(cell)?.[1] : undefined;
  return found === undefined ? Number.NaN : numberIn(found);
};

const decisionOf = (gate: boolean | null): number => (gate === null ? 0 : gate ? 1 : 2);

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const goldOf = rememberingGold();
  const trajectories = await readTurns<Turn>(file, context, {
    id: (row) => idIn(row.ID),
    turn: (row) => countIn(row.Turn),
    value: (row) => readTurn(row, goldOf),
  });
  for (const { id, rows } of trajectories) {
    const last = rows.at(-1)!;
    reportGold(last.value.gold, id, last, context);
    const steps = rows.map((at, i): Step => {
      const { turn, value } = at;
      const decision = decisionOf(value.gate);
      const scores: StepScore[] = [];
      if (value.gate !== null) scores.push({ judge: 'gate', score: value.gate ? 1 : 0, decision, at });
      if (!Number.isNaN(value.confidence)) scores.push({ judge: 'confidence', score: value.confidence, decision, at });
      return {
        searchesUsed: turn,
        nextAction: nextActionAt(i, rows.length),
        probe: value.answer,
        stored: { em: value.isCorrect, f1: null },
        scores,
        at,
      };
    });
    writeTrajectory(
      {
        id,
        text: last.value.question,
        gold: last.value.gold.gold,
        answer: last.value.answer,
        searches: last.turn,
        stored: { em: last.value.isCorrect, f1: null },
        steps,
        at: last,
      },
      context,
    );
  }
};

/** Shared by tables whose gold answers are printed lists. */
export const reportGold = (
  { isUnreadable }: ReturnType<typeof goldIn>,
  id: string,
  at: Parameters<ReadContext['problems']['setAside']>[2],
  { problems }: ReadContext,
): void => {
  if (!isUnreadable) return;
  const words = {
    code: 'cell.literal',
    message: `The cell with the gold answer of "${id}" is no readable Python list.`,
    effect: 'The question goes without a label.',
  };
  problems.add('error', words, at);
};

const readTexts = (role: LineRole, value: unknown): LineTexts => {
  if (!isObject(value)) return {};
  const isSufficient = truthIn(value['Gate Output']);
  if (role === 'judge') {
    return {
      judge: { isSufficient, gapItems: null, rawCompletion: stringOr(value['Gate Rationale'], null), parseError: null },
    };
  }
  if (role !== 'state') return {};
  const context = stringOr(value['Reasoner Task Content'], null);
  const documents = titledDocuments(value['Retrieved Titles'], value['Retrieved Docs']);
  const query = stringOr(value['Search Query'], null);
  return {
    ...(context === null ? (documents === null ? {} : { context: documents }) : { context }),
    ...(query === null || query === '' ? {} : { query }),
  };
};

export const simRag: Importer = { id: 'sim-rag', name: 'Table of turns (SIM-RAG)', match, read, readTexts };
