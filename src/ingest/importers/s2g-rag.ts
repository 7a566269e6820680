import { ANSWER, type GapItem, SEARCH } from '../../core/terms.ts';
import { parsePythonLiteral } from '../readers/python-literal.ts';
import type { FileSample } from '../sample.ts';
import { countIn, type goldIn, idIn, rememberingGold, textIn, truthIn } from './cells.ts';
import { isObject, type JsonObject, stringOr } from './guards.ts';
import type { Importer, LineRole, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';
import { reportGold } from './sim-rag.ts';
import { readTurns } from './states-table.ts';
import { questionOfTask, textsIn } from './task-content.ts';
import type { Step } from './trajectory.ts';

/**
 * S2G-RAG's table: one row per (ID, Turn), turns from 1, rows in batches, so those of a question are not neighbours. The gate
 * of a turn is asked before the turn's retrieval and the row written after it: the gate of turn t saw t - 1 searches, and a
 * row whose gate says False has made one more. Only the last row answers; there is no score beside the gate.
 */
const match = (sample: FileSample): Match | null => {
  const [first] = sample.records.filter(isObject);
  if (
    first === undefined ||
    !['ID', 'Turn', 'Gate Output', 'SuffMissingFacts'].every((name) => Object.hasOwn(first, name))
  )
    return null;
  return {
    confidence: 0.97,
    reason: 'columns ID, Turn, Gate Output and SuffMissingFacts',
    takenFor: 'a table of turns (S2G-RAG)',
    use: 'data',
  };
};

interface Turn {
  readonly answer: string | null;
  readonly gate: boolean | null;
  readonly isCorrect: boolean | null;
  readonly gold: ReturnType<typeof goldIn>;
  readonly question: string | null;
  readonly hasAllPassages: boolean | null;
  /** Two rows that agree in the rest may still differ in their texts. */
  readonly evidence: number;
  readonly documents: number;
}

const readTurn = (row: JsonObject, goldOf: typeof goldIn): Turn => ({
  answer: textIn(row['Reasoner Answer']),
  gate: truthIn(row['Gate Output']),
  isCorrect: truthIn(row['Correct Answer']),
  gold: goldOf(row['Gold Answer']),
  question: questionOfTask(row),
  hasAllPassages: truthIn(row['Correct Retrieval']),
  evidence: stringOr(row['Evidence Context So Far'], '').length,
  documents: stringOr(row['Raw Retrieved Docs'], '').length,
});

/** The loop gives up at its last turn without another search: then the last row holds no more than the one before. */
const isCutShort = (rows: readonly { readonly value: Turn }[]): boolean => {
  const [before, last] = rows.slice(-2).map(({ value }) => value);
  return last !== undefined && last.gate !== true && last.documents > 0 && last.documents === before?.documents;
};

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
    const steps: Step[] = [];
    let searches = 0;
    rows.forEach((at, i) => {
      const { gate } = at.value;
      const isEnough = gate === true || (i === rows.length - 1 && isCutShort(rows));
      steps.push({
        searchesUsed: searches,
        nextAction: isEnough ? ANSWER : SEARCH,
        scores: gate === null ? [] : [{ judge: 'gate', score: gate ? 1 : 0, decision: gate ? 1 : 2, at }],
        // What the gate saw stands in the row before: this one already holds what its turn fetched.
        ...(i === 0 ? {} : { at: rows[i - 1]! }),
      });
      if (!isEnough) searches++;
    });
    // The last turn was forced to answer after a search of its own, which is in what the reasoner saw.
    if (last.value.gate !== true && !isCutShort(rows))
      steps.push({ searchesUsed: searches, nextAction: ANSWER, at: last });
    writeTrajectory(
      {
        id,
        text: last.value.question,
        gold: last.value.gold.gold,
        answer: last.value.answer,
        searches,
        meta: [
          ['turns', last.turn],
          ['stopped_by', last.value.gate === true ? 'gate' : 'last turn'],
          ...(last.value.hasAllPassages === null ? [] : [['correct_retrieval', last.value.hasAllPassages] as const]),
        ],
        stored: { em: last.value.isCorrect, f1: null },
        steps,
        at: last,
      },
      context,
    );
  }
};

const readTexts = (role: LineRole, value: unknown): LineTexts => {
  if (!isObject(value)) return {};
  switch (role) {
    case 'judge':
      return {
        judge: {
          isSufficient: truthIn(value['Gate Output']),
          gapItems: gapsIn(value.SuffMissingFacts),
          rawCompletion: stringOr(value.SuffMissingFacts, null),
          parseError: null,
        },
      };
    case 'state': {
      const titles = textsIn(value['Retrieved Titles So Far']);
      const documents = stringOr(value['Raw Retrieved Docs'], null);
      const queryText = stringOr(value['Reasoner Task Content'], null);
      return {
        context: stringOr(value['Evidence Context So Far'], ''),
        ...(titles === null ? {} : { titles }),
        ...(documents === null ? {} : { documents }),
        ...(queryText === null ? {} : { queryText }),
      };
    }
    case 'question': {
      const titles = textsIn(value['Gold Retrieved Docs']);
      return titles === null ? {} : { supportingFacts: [...new Set(titles)].map((title) => [title, 0] as const) };
    }
    case 'label':
      return {};
  }
};

/** A list of dicts printed by Python; keys may be missing, and an item may be a bare string. */
export const gapsIn = (cell: unknown): readonly GapItem[] | null => {
  const parsed = typeof cell === 'string' ? parsePythonLiteral(cell) : { kind: 'ok' as const, value: cell };
  if (parsed.kind === 'failed' || !Array.isArray(parsed.value)) return null;
  return parsed.value.map((item: unknown) =>
    isObject(item)
      ? {
          category: stringOr(item.category, null),
          target: stringOr(item.target, null),
          slot: stringOr(item.slot, null),
          description: stringOr(item.description, null),
        }
      : { category: null, target: null, slot: null, description: stringOr(item, null), isBare: true },
  );
};

export const s2gRag: Importer = { id: 's2g-rag', name: 'Table of turns (S2G-RAG)', match, read, readTexts };
