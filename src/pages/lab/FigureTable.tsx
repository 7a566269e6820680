import type { ReactNode } from 'react';
import styles from './lab.module.css';

export interface FigureColumn<R> {
  readonly title: string;
  readonly isText?: boolean;
  readonly cell: (row: R) => ReactNode;
}

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
              <th scope="row">{first.cell(row)}</th>
              {rest.map(({ title, isText, cell }) => (
                <td key={title} data-text={isText || undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
