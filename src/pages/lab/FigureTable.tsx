import type { ReactNode } from 'react';
import styles from './lab.module.css';

export interface FigureColumn<R> {
  readonly title: string;
  readonly isText?: boolean;
  readonly cell: (row: R) => ReactNode;
  /** For spreadsheets, with every digit: a figure or the two ends of an interval; null: what the cell says. */
  readonly value?: (row: R) => number | string | readonly [low: number, high: number] | null;
}

const exactOf = <R,>({ value }: FigureColumn<R>, row: R) => {
  const exact = value?.(row) ?? null;
  if (exact === null) return {};
  return typeof exact === 'object' ? { 'data-ends': exact.join(' ') } : { 'data-value': String(exact) };
};

/** A small table of figures. It scrolls sideways where it has to. */
export function FigureTable<R>({
  caption,
  columns,
  rows,
  keyOf,
  isCurrent,
}: {
  readonly caption: string;
  readonly columns: readonly FigureColumn<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  readonly isCurrent?: (row: R) => boolean;
}) {
  const [first, ...rest] = columns;
  if (first === undefined) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.table}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isText }) => (
              <th key={title} scope="col" data-text={isText || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-current={isCurrent?.(row) || undefined}>
              <th scope="row" {...exactOf(first, row)}>
                {first.cell(row)}
              </th>
              {rest.map((column) => (
                <td key={column.title} data-text={column.isText || undefined} {...exactOf(column, row)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
