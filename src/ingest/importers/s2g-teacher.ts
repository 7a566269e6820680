import { SCORED } from '../../core/terms.ts';
import { derivedStateId } from '../exchange-format.ts';
import type { RowRef } from '../readers/json-lines.ts';
import type { FileSample } from '../sample.ts';
import { countIn, idIn, truthIn } from './cells.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { Importer, LineRole, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';
import { gapsIn } from './s2g-rag.ts';

/**
 * What S2G-RAG's teacher says of each turn: {id, turn, sufficient, gap_items}, turns from 1. It is no run: its verdicts are a
 * judge of the states that a run has, 1 sufficient and 0 not. Turn t was judged after t - 1 searches, as S2G-RAG's gate is.
 */
const JUDGE = 'teacher';
const NEEDED = ['id', 'turn', 'sufficient', 'gap_items'];

const match = (sample: FileSample): Match | null => {
  const fitting = sample.records.filter(
    (row) => isObject(row) && NEEDED.every((name) => Object.hasOwn(row, name)) && row.record_type === undefined,
  ).length;
  if (fitting === 0) return null;
  return {
    confidence: (0.9 * fitting) / sample.records.length,
    reason: `rows have ${NEEDED.join(', ')}`,
    takenFor: 'verdicts of a teacher by turn (S2G-RAG)',
    use: 'data',
  };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const hooks = context.rowHooks((row, at) => readRow(row, at, context));
  await file.rows.read(file.index, hooks);
};

const readRow = (row: unknown, at: Readonly<RowRef>, { draft, problems }: ReadContext) => {
  const aside = (code: string, message: string): void =>
    problems.setAside('error', { code, message, effect: 'The row was set aside.' }, at);
  if (!isObject(row)) return aside('row.unknown-kind', 'This row is no verdict of a teacher.');
  const id = idIn(row.id);
  if (id === null) return aside('row.unusable-id', 'This row has no usable id.');
  const turn = countIn(row.turn);
  if (turn === null || turn < 1) return aside('state.no-index', `A verdict on "${id}" has no turn from 1.`);
  const isSufficient = truthIn(row.sufficient);
  if (isSufficient === null)
    return aside('score.none', `The verdict on turn ${turn} of "${id}" says neither yes nor no.`);
  const score = {
    score: isSufficient ? 1 : 0,
    status: SCORED,
    promptTokens: Number.NaN,
    completionTokens: Number.NaN,
    latencySeconds: Number.NaN,
    decision: isSufficient ? 1 : 2,
  };
  draft.addScore(JUDGE, derivedStateId(id, turn - 1, 0), score, at);
};

const readTexts = (role: LineRole, value: unknown): LineTexts =>
  role === 'judge' && isObject(value) ? { judge: detailsOf(value) } : {};

const detailsOf = (row: JsonObject) => ({
  isSufficient: truthIn(row.sufficient),
  gapItems: gapsIn(row.gap_items),
  rawCompletion: null,
  parseError: null,
});

export const s2gTeacher: Importer = {
  id: 's2g-teacher',
  name: 'Verdicts of a teacher (S2G-RAG)',
  match,
  read,
  readTexts,
};
