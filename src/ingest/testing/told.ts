import type { Ingested } from '../ingest.ts';

/** "file:line code" of every problem that is not a note. */
export const told = ({ problems }: Ingested): readonly string[] =>
  problems.filter(({ severity }) => severity !== 'note').map(({ file, line, code }) => `${file}:${line} ${code}`);

/** Rows set aside by file, files without any left out. */
export const asideOf = ({ dataset }: Ingested): Readonly<Record<string, number>> =>
  Object.fromEntries(
    dataset.sources.filter(({ rowsAside }) => rowsAside > 0).map(({ name, rowsAside }) => [name, rowsAside]),
  );
