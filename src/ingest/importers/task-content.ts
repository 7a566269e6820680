import { ownText } from '../readers/own-text.ts';
import { parsePythonLiteral } from '../readers/python-literal.ts';
import type { JsonObject } from './guards.ts';

/** `Question: ...` at the beginning of a reasoner's task, or a column of its own. */
export const questionOfTask = (row: JsonObject): string | null => {
  const own = row.Question ?? row.question;
  if (typeof own === 'string' && own !== '') return own;
  const task = row['Reasoner Task Content'];
  if (typeof task !== 'string') return null;
  // Only the first lines are looked at: the passages below may be long.
  const start = /^\s*Question:\s*/.exec(task)?.[0].length;
  if (start === undefined) return null;
  const end = task.indexOf('\n', start);
  return ownText((end < 0 ? task.slice(start) : task.slice(start, end)).trimEnd());
};

/** Lists of titles and texts in two cells, as passages. */
export const titledDocuments = (titles: unknown, docs: unknown): string | null => {
  const names = textsIn(titles);
  const texts = textsIn(docs);
  if (texts === null) return null;
  return texts.map((text, i) => (names?.[i] === undefined ? text : `[${names[i]}]\n${text}`)).join('\n\n');
};

export const textsIn = (cell: unknown): readonly string[] | null => {
  if (typeof cell !== 'string' || cell.trim() === '') return null;
  const parsed = parsePythonLiteral(cell);
  if (parsed.kind === 'failed' || !Array.isArray(parsed.value)) return null;
  return parsed.value.filter((item) => typeof item === 'string');
};
