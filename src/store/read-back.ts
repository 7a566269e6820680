import { create } from 'zustand';
import { isPng, pngText } from '../core/present/png.ts';
import type { Provenance } from '../core/present/provenance.ts';
import { PROVENANCE_MARK, readProvenance } from '../core/present/provenance-text.ts';
import type { NamedBlob } from '../engine/jobs.ts';

/** A file that Stopscope made, and what it says about itself. */
export interface ReadFile {
  readonly file: string;
  readonly provenance: Provenance;
}

export const useReadBack = create<{ readonly files: readonly ReadFile[] }>()(() => ({ files: [] }));

export const closeReadBack = (): void => useReadBack.setState({ files: [] });

/** Figures come a few at a time; runs have large files, which nobody wants read twice. */
const MOST_FILES = 8;
const LARGEST = 50_000_000;

/** Shows the records of the files where every one of them has one. false: they are something else, and stay untouched. */
export async function readBack(files: readonly NamedBlob[]): Promise<boolean> {
  if (files.length === 0 || files.length > MOST_FILES || files.some(({ blob }) => blob.size > LARGEST)) return false;
  const read: ReadFile[] = [];
  for (const { name, blob } of files) {
    const provenance = await recordOf(blob);
    if (provenance === null) return false;
    read.push({ file: name, provenance });
  }
  useReadBack.setState({ files: read });
  return true;
}

/** The record in a file; null where there is none. A file that cannot be read is told of by whoever loads it. */
async function recordOf(blob: Blob): Promise<Provenance | null> {
  try {
    const head = new Uint8Array(await blob.slice(0, 64).arrayBuffer());
    const text = isPng(head)
      ? pngText(new Uint8Array(await blob.arrayBuffer()), PROVENANCE_MARK)
      : mayHold(head)
        ? await blob.text()
        : null;
    const found = text === null ? null : readProvenance(text);
    return found?.kind === 'ok' ? found.value : null;
  } catch {
    return null;
  }
}

/**
 * SVG, HTML and Markdown comments begin with `<`, headings and CSV comments with `#`, LaTeX comments with `%`; reports
 * and questions as tables or lines with a head of their own.
 */
const mayHold = (head: Uint8Array): boolean =>
  /^(\u00ef\u00bb\u00bf)?\s*([<#%]|\{"record_type":"stopscope_|table,row,figure,value\b|question_id,question,)/.test(
    String.fromCharCode(...head),
  );
