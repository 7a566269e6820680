import type { Ingested } from './ingest.ts';

/** One row that was set aside, as it stands in its file. */
export interface AsideRow {
  readonly file: string;
  /** Of the file as it was given; null where it is not known. */
  readonly sha256: string | null;
  readonly line: number;
  readonly code: string;
  /** null while labels are sealed: a row that was set aside may hold one. File and line say where it stands. */
  readonly text: string | null;
}

/** A row may be of any length; a list of them must not be. */
const LONGEST_TEXT_BYTES = 64 << 10;

/** Rows from .. to - 1 of `ingested.aside`, read from their files. */
export const readAsideRows = async (
  { aside, sources, dataset }: Ingested,
  from = 0,
  to = aside.count,
): Promise<readonly AsideRow[]> => {
  const isSealed = dataset.questions.sealed !== undefined;
  const rows: AsideRow[] = [];
  for (let i = from; i < Math.min(to, aside.count); i++) {
    const file = aside.file[i]!;
    const start = aside.start[i]!;
    const length = Math.min(aside.length[i]!, LONGEST_TEXT_BYTES);
    const bytes = isSealed ? null : await sources[file]!.slice(start, start + length);
    rows.push({
      file: dataset.sources[file]!.name,
      sha256: dataset.sources[file]!.sha256,
      line: aside.line[i]!,
      code: aside.codes[aside.code[i]!]!,
      text: bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    });
  }
  return rows;
};
