import { createContext, useContext } from 'react';
import type { ProvenancePlace } from '../../core/present/provenance-text.ts';
import type { TableFormat, TextTable } from '../../core/present/table-text.ts';

/** What an exported file says about itself. */
export interface FileRecord {
  /** Small print, a line an item. */
  readonly lines: readonly string[];
  /** "synthetic replica", where the data is one. */
  readonly notice: string | null;
  /** For programs: one line, and what it is found by. */
  readonly json: string;
  readonly mark: string;
  readonly embed: (place: ProvenancePlace) => string;
}

/** What the parts here need from the program around them: they know neither the data nor how files are written. */
export interface Exporter {
  /** Of the view as it is now; null while no figures stand. */
  readonly record: () => FileRecord | null;
  /** `notes`: further small print. */
  readonly formatTable: (table: TextTable, format: TableFormat, notes: readonly string[]) => readonly string[];
  readonly annotatePng: (
    png: Uint8Array,
    text: { readonly mark: string; readonly text: string },
    pixelsPerMetre: number,
  ) => Uint8Array;
}

const Context = createContext<Exporter | null>(null);

export const ExporterArea = Context.Provider;

export function useExporter(): Exporter {
  const exporter = useContext(Context);
  if (exporter === null) throw new Error('no ExporterArea around this part');
  return exporter;
}

/** A name that every file system takes. */
export const fileNameOf = (...parts: readonly string[]): string =>
  parts
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '') || 'stopscope';
