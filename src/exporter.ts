import { annotatePng } from './core/present/png.ts';
import { originLine, type Provenance, provenanceLines } from './core/present/provenance.ts';
import { embedProvenance, PROVENANCE_MARK, provenanceJson } from './core/present/provenance-text.ts';
import { formatTextTable, type TableFormat } from './core/present/table-text.ts';
import { currentProvenance } from './store/provenance.ts';
import type { Exporter, FileRecord } from './ui/export/exporter.ts';

const toRecord = (provenance: Provenance): FileRecord => ({
  lines: provenanceLines(provenance),
  notice: provenance.dataset.notice,
  json: provenanceJson(provenance),
  mark: PROVENANCE_MARK,
  embed: (place) => embedProvenance(provenance, place),
});

const record = (): FileRecord | null => {
  const provenance = currentProvenance();
  return provenance === null ? null : toRecord(provenance);
};

/** Which files the figures come from: spreadsheets have room for it above the head. */
const fileLines = (): readonly string[] => {
  const made = currentProvenance();
  return made === null ? [] : [...made.dataset.files, ...(made.compared?.dataset.files ?? [])].map(originLine);
};

const PLACES = { csv: 'csv', md: 'markdown', latex: 'latex' } as const satisfies Record<TableFormat, string>;

/** How every part of the app writes files: with the record of the view that is on screen. */
export const exporter: Exporter = {
  record,
  formatTable: (table, format, notes) => {
    const made = record();
    return formatTextTable(table, format, {
      notes: [...(made?.lines ?? []), ...notes, ...(format === 'csv' ? fileLines() : [])],
      record: made?.embed(PLACES[format]) ?? null,
      notice: made?.notice ?? null,
    });
  },
  annotatePng: (png, { mark, text }, pixelsPerMetre) => annotatePng(png, { keyword: mark, text, pixelsPerMetre }),
};
