import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { classNames } from '../parts/class-names.ts';
import { MAX_SLOTS, rowOfSlot, slotOfRow } from './row-window.ts';
import styles from './table.module.css';

export interface DataColumn {
  readonly key: string;
  readonly label: string;
  /** Exact value of a row for files; null is an empty cell. */
  readonly value: (row: number) => number | string | null;
  /** The row as people read it: words for what is undefined. null: the column is for files alone. */
  readonly text: ((row: number) => string) | null;
  /** Its name where people read it, if files name it otherwise: an end of an interval there, the interval here. */
  readonly textLabel?: string;
  /** The number of a row opens what stands behind it; null where nothing does. */
  readonly door?: (row: number) => { readonly label: string; readonly onOpen: () => void } | null;
}

export interface DataTableProps {
  /** "Trade-off of Expanded S2G LoRA, one row a policy". */
  readonly caption: string;
  readonly columns: readonly DataColumn[];
  readonly rowCount: number;
  readonly currentRow?: number | undefined;
  /** Makes the first cell of each row a button. */
  readonly onPick?: ((row: number) => void) | undefined;
}

const ROW = 28;

const isShown = (column: DataColumn): column is DataColumn & { readonly text: (row: number) => string } =>
  column.text !== null;

/** A real table with only the rows in sight; it knows how many there are and where each one stands. */
export function DataTable({ caption, columns: all, rowCount, currentRow, onPick }: DataTableProps) {
  const columns = all.filter(isShown);
  const scroller = useRef<HTMLDivElement>(null);
  const slots = Math.min(rowCount, MAX_SLOTS);
  const virtualizer = useVirtualizer({
    count: slots,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
    paddingStart: ROW,
  });
  const items = virtualizer.getVirtualItems();
  const inSight = Math.max(1, Math.floor(((virtualizer.scrollRect?.height ?? 300) - ROW) / ROW));
  const firstSlot = Math.max(0, Math.round((virtualizer.scrollOffset ?? 0) / ROW));
  const last = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (currentRow === undefined || last.current === currentRow) return;
    const isFirst = last.current === undefined;
    last.current = currentRow;
    virtualizer.scrollToIndex(slotOfRow(currentRow, inSight, rowCount), { align: isFirst ? 'center' : 'auto' });
  }, [currentRow, inSight, rowCount, virtualizer]);
  const before = items[0] ? items[0].start - ROW : 0;
  const after = virtualizer.getTotalSize() - (items[items.length - 1]?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={caption}>
      <div style={{ height: before }} />
      <table className={styles.table} aria-rowcount={rowCount + 1}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.textLabel ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const row = rowOfSlot(item.index, firstSlot, inSight, rowCount);
            const isCurrent = row === currentRow;
            return (
              <tr
                key={item.key}
                aria-rowindex={row + 2}
                aria-current={isCurrent || undefined}
                className={classNames(isCurrent && styles.current)}
              >
                {columns.map((column, i) => (
                  <td key={column.key}>
                    <Cell text={column.text(row)} pick={i === 0 ? onPick : undefined} row={row} door={column.door} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <div style={{ height: after }} />
    </section>
  );
}

function Cell(props: {
  readonly text: string;
  readonly row: number;
  readonly pick: DataTableProps['onPick'];
  readonly door: DataColumn['door'];
}) {
  const { text, row, pick, door } = props;
  const behind = door?.(row) ?? null;
  const onClick = pick ? () => pick(row) : behind?.onOpen;
  return onClick ? (
    <button type="button" aria-label={pick ? undefined : behind?.label} onClick={onClick}>
      {text}
    </button>
  ) : (
    text
  );
}
