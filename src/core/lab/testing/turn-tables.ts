/** Test help only: the per-state tables of S2G-RAG and SIM-RAG, read from the handed files. */
import { readSharedCsv } from '../../rules/testing/tables.ts';
import type { SufficiencyQuestion, SufficiencyTurn } from '../sufficiency.ts';
import { type Literal, readPythonLiteral } from './python-literal.ts';

export type Row = Readonly<Record<string, string>>;

/** Rows by question, both in order of first appearance. */
export function groupRows(rows: readonly Row[]): readonly (readonly [id: string, rows: readonly Row[]])[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.ID!) ?? [];
    group.push(row);
    groups.set(row.ID!, group);
  }
  return [...groups];
}

const isList = (value: Literal | undefined): value is readonly Literal[] => Array.isArray(value);

/** The public evaluators' reading: a cell that is no literal is one gold, as it stands. */
export function readGolds(cell: string): readonly string[] {
  const value = readPythonLiteral(cell);
  return isList(value) ? value.map(String) : [cell];
}

const readTitles = (cell: string): readonly string[] => {
  const value = readPythonLiteral(cell);
  if (!isList(value)) throw new Error(`no list: ${cell}`);
  return value.map(String);
};

export const readS2g = (path: string): readonly SufficiencyQuestion[] =>
  groupRows(readSharedCsv(path)).map(([id, rows]) => ({
    id,
    question: /^Question: (.*)$/m.exec(rows[0]!['Reasoner Task Content']!)![1]!,
    goldTitles: readTitles(rows[0]!['Gold Retrieved Docs']!),
    isEndRight: rows.at(-1)!['Correct Answer'] === 'True',
    turns: rows.map((row, i) => readTurn(row, rows[i - 1])),
  }));

/** The loop gives up after this turn. */
const LAST_TURN = 5;

/** A row is written after its turn's retrieval; the judge saw what stands in the row before. */
function readTurn(row: Row, before: Row | undefined): SufficiencyTurn {
  const gaps = readPythonLiteral(row.SuffMissingFacts!);
  if (!isList(gaps)) throw new Error(`no list: ${row.SuffMissingFacts}`);
  return {
    turn: Number(row.Turn),
    isSufficient: row['Gate Output'] === 'True',
    titlesBefore: before === undefined ? [] : readTitles(before['Retrieved Titles So Far']!),
    titlesAfter: readTitles(row['Retrieved Titles So Far']!),
    // The answer column is filled on the last turn only; the flag beside it is False before that.
    isCorrect: row['Correct Answer'] === 'True',
    gaps: gaps.map((gap) => {
      if (typeof gap !== 'object' || gap === null || Array.isArray(gap)) return null;
      const text = (key: string): string | null => {
        const value = Object.entries(gap).find(([name]) => name === key)?.[1];
        return typeof value === 'string' ? value : null;
      };
      return {
        category: text('category'),
        target: text('target'),
        slot: text('slot'),
        description: text('description'),
      };
    }),
    evidence: row['Evidence Context So Far']!,
    documents: row['Raw Retrieved Docs']!,
    isFollowed: Number(row.Turn) < LAST_TURN,
    newDocuments: row['Raw Retrieved Docs']!.slice((before?.['Raw Retrieved Docs'] ?? '').length),
    recordedQuery: row['Reasoner Task Content']!,
  };
}
