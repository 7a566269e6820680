import { writeFile } from 'node:fs/promises';
import { originLine } from '../core/present/provenance.ts';
import { type Cell, formatCell, type ReportTable } from '../core/report/tables.ts';
import type { FileOrigin } from '../core/terms.ts';

export const LAB_FORMATS = ['text', 'json', 'csv'] as const;
export type LabFormat = (typeof LAB_FORMATS)[number];

/** Where a command writes: given in tests, the process itself otherwise. */
export interface Surroundings {
  readonly print: (text: string) => void;
  readonly complain: (line: string) => void;
}

export const processSurroundings: Surroundings = {
  print: (text) => process.stdout.write(text),
  complain: (line) => process.stderr.write(`${line}\n`),
};

/** What a command of the lab found: facts in words, tables, and everything as plain data. */
export interface LabOutput {
  readonly facts: readonly string[];
  readonly tables: readonly ReportTable[];
  readonly json: object;
}

/** `files`: what was read, with hashes, so that the figures can be traced. */
export function formatOutput(output: LabOutput, format: LabFormat, files: readonly FileOrigin[]): string {
  if (format === 'json') return `${JSON.stringify({ ...output.json, files }, null, 2)}\n`;
  if (format === 'csv') return [...output.tables.map(tableCsv), filesCsv(files)].join('');
  return `${[...output.facts, ...output.tables.map(tableText), files.map(originLine).join('\n')].join('\n\n')}\n`;
}

const filesCsv = (files: readonly FileOrigin[]): string =>
  [['table', 'row', 'sha256'], ...files.map(({ name, sha256 }) => ['files', name, sha256 ?? ''])]
    .map((line) => `${line.map(quote).join(',')}\r\n`)
    .join('');

/** Writes to a file, or prints. Returns the exit code. */
export async function emit(text: string, out: string | null, { print, complain }: Surroundings): Promise<number> {
  if (out === null) {
    print(text);
    return 0;
  }
  try {
    await writeFile(out, text);
    return 0;
  } catch (error) {
    complain(`${out} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
    return 2;
  }
}

/** Columns padded to their widest cell. */
function tableText({ title, note, rowTitle, columns, rows }: ReportTable): string {
  const cells = [
    [rowTitle, ...columns.map((column) => column.title)],
    ...rows.map((row) => [row.name, ...row.cells.map((cell, i) => formatCell(cell, columns[i]!.kind, 'none'))]),
  ];
  const widths = cells[0]!.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  const isText = (i: number): boolean => i === 0 || columns[i - 1]!.kind === 'text';
  const lines = cells.map((row) =>
    row
      .map((cell, i) => (isText(i) ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...(note === null ? [] : [note]), ...lines].join('\n');
}

/** A row a line, with every digit; the ends of an interval are two columns. What cannot be said is empty. */
function tableCsv({ id, columns, rows }: ReportTable): string {
  const isInterval = columns.map((_, i) => rows.some(({ cells }) => isPair(cells[i] ?? null)));
  const head = [
    'table',
    'row',
    ...columns.flatMap(({ id: name }, i) => (isInterval[i] ? [`${name}_low`, `${name}_high`] : [name])),
  ];
  const lines = rows.map(({ name, cells }) => [
    id,
    name,
    ...cells.flatMap((cell, i) => (isInterval[i] ? (isPair(cell) ? [...cell] : ['', '']) : [cell ?? ''])),
  ]);
  return [head, ...lines].map((line) => `${line.map(quote).join(',')}\r\n`).join('');
}

const isPair = (cell: Cell): cell is readonly [number, number] => Array.isArray(cell);

const quote = (value: unknown): string => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
