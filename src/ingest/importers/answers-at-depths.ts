import { ANSWER, SEARCH } from '../../core/terms.ts';
import { parsePythonLiteral } from '../readers/python-literal.ts';
import type { FileSample } from '../sample.ts';
import { goldIn, idIn, textIn } from './cells.ts';
import { isObject } from './guards.ts';
import type { Importer, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';

/**
 * AdaRAGUE's data: one row a question with the answer without retrieval and after one. That is a run of one search whose
 * first state was probed.
 */
const NEEDED = ['question_text', 'reference', 'no_retrieve', 'rag_one_retrieve'] as const;

const match = (sample: FileSample): Match | null => {
  const rows = sample.records.filter(isObject);
  const fitting = rows.filter((row) => NEEDED.every((name) => Object.hasOwn(row, name))).length;
  if (fitting === 0) return null;
  return {
    confidence: (0.95 * fitting) / sample.records.length,
    reason: `rows have ${NEEDED.join(', ')}`,
    takenFor: 'answers without and with one retrieval (AdaRAGUE)',
    use: 'data',
  };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const hooks = context.rowHooks((row, at) => {
    const id = isObject(row) ? (idIn(row.qid ?? row.question_id) ?? textIn(row.question_text)) : null;
    if (!isObject(row) || id === null) {
      const message = 'This row has neither an id nor a question.';
      context.problems.setAside('error', { code: 'row.no-id', message, effect: 'The row was set aside.' }, at);
      return;
    }
    for (const column of ['answer_objects', 'context']) {
      const cell = row[column];
      const parsed = typeof cell === 'string' && cell !== '' ? parsePythonLiteral(cell) : null;
      if (parsed?.kind !== 'failed') continue;
      const message = `The cell "${column}" of "${id}" cannot be read as a Python value: ${parsed.error}.`;
      context.problems.add(
        'warning',
        { code: 'cell.literal', message, effect: 'It is not needed; the row is used.' },
        at,
      );
    }
    const answer = textIn(row.rag_one_retrieve);
    writeTrajectory(
      {
        id,
        text: textIn(row.question_text),
        gold: goldIn(row.reference).gold,
        answer,
        searches: 1,
        meta: ['dataset', 'type', 'level'].flatMap((name) => {
          const value = textIn(row[name]);
          return value === null || value === '' ? [] : [[name, value] as const];
        }),
        steps: [
          { searchesUsed: 0, nextAction: SEARCH, probe: textIn(row.no_retrieve) },
          { searchesUsed: 1, nextAction: ANSWER, probe: answer },
        ],
        at,
      },
      context,
    );
  });
  await file.rows.read(file.index, hooks);
};

export const answersAtDepths: Importer = {
  id: 'adarague',
  name: 'Answers without and with retrieval (AdaRAGUE)',
  match,
  read,
};
