import type { Dataset, FileOrigin, SourceFile } from './terms.ts';

/** What stands in every export, so that its figures can be traced. */
export const originsOf = (sources: readonly SourceFile[]): readonly FileOrigin[] =>
  sources.map(({ name, sha256 }) => ({ name, sha256 }));

/** What the dataset was first made of: the files behind an export that was read again, else its own. */
export const firstOriginsOf = ({ originals, sources }: Dataset): readonly FileOrigin[] =>
  originals ?? originsOf(sources);

/** One line of small print a file. */
export const originLine = ({ name, sha256 }: FileOrigin): string => `File ${name}, SHA-256 ${sha256 ?? 'not computed'}`;
