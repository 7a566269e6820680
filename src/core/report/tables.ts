/**
 * The report as tables, once for Markdown, LaTeX and CSV alike. A row has a name and one cell per column; an interval is
 * one cell. `null` is what cannot be said: no stops, no labels.
 */
export interface ReportTable {
  /** For machines: `system_level`. */
  readonly id: string;
  readonly title: string;
  /** What must be known to read it. */
  readonly note: string | null;
  /** Heading of the row names. */
  readonly rowTitle: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly name: string;
  readonly cells: readonly Cell[];
  /** Columns (by id) that are set in bold here: the best, and only where the difference holds. */
  readonly strong?: readonly string[];
}

export interface TableColumn {
  /** For machines: `official_em`. */
  readonly id: string;
  readonly title: string;
  readonly kind: ColumnKind;
}

/** How a number is written: a count; a share or mean with five places; every digit; a p value; words as they are. */
export type ColumnKind = 'count' | 'mean' | 'exact' | 'p' | 'text';

export type Cell = string | number | boolean | null | readonly [number, number];

/** A table from rows of any shape: each column says what it takes from a row. */
export function tableOf<R>(
  head: Pick<ReportTable, 'id' | 'title' | 'rowTitle'> & { readonly note?: string },
  rows: readonly R[],
  nameOf: (row: R) => string,
  columns: readonly (readonly [id: string, title: string, kind: ColumnKind, take: (row: R) => Cell])[],
): ReportTable {
  return {
    ...head,
    note: head.note ?? null,
    columns: columns.map(([id, title, kind]) => ({ id, title, kind })),
    rows: rows.map((row) => ({ name: nameOf(row), cells: columns.map(([, , , take]) => take(row)) })),
  };
}

/** Short text of a cell for people; `blank` where there is nothing to say. */
export function formatCell(cell: Cell, kind: ColumnKind, blank: string): string {
  if (cell === null) return blank;
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell !== 'number') return `[${cell.map((end) => formatNumber(end, kind)).join(', ')}]`;
  return formatNumber(cell, kind);
}

function formatNumber(value: number, kind: ColumnKind): string {
  switch (kind) {
    case 'mean':
      // -0.000001 must not read as -0.00000.
      return value.toFixed(5).replace(/^-(0\.0+)$/, '$1');
    case 'p':
      return value < 0.0001 ? value.toExponential(1) : value.toFixed(4);
    default:
      return String(value);
  }
}

/** The ends of an interval block as a cell. */
export const ends = (
  block: { readonly ci95_low: number; readonly ci95_high: number } | null | undefined,
): readonly [number, number] | null =>
  block === null || block === undefined ? null : [block.ci95_low, block.ci95_high];
