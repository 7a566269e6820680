import { musique } from '../answers/musique.ts';

/** The cells that `pandas.read_csv` takes for missing unless told otherwise. */
const MISSING_CELLS = new Set([
  '',
  '#N/A',
  '#N/A N/A',
  '#NA',
  '-1.#IND',
  '-1.#QNAN',
  '-NaN',
  '-nan',
  '1.#IND',
  '1.#QNAN',
  '<NA>',
  'N/A',
  'NA',
  'NULL',
  'NaN',
  'None',
  'n/a',
  'nan',
  'null',
]);

/**
 * An answer cell as the public S2G-RAG and SIM-RAG evaluators see it: a cell that pandas takes for missing becomes NaN,
 * which they then compare as the word `nan` (definitions-rules.md, S2G-RAG table).
 */
export const readAsPandas = (cell: string): string => (MISSING_CELLS.has(cell) ? 'nan' : cell);

/** Answer F1 of those evaluators on a cell: 1 where both sides are empty, best over the golds. */
export const tableF1 = (answer: string, golds: readonly string[]): number => musique.f1(answer, golds);
