import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { classNames } from '../parts/class-names.ts';
import { GridHead } from './GridHead.tsx';
import styles from './grid.module.css';
import type { GridColumn, GridLayout, GridSort, RowRange } from './grid-types.ts';
import { moveByKey } from './row-keys.ts';
import { rowsInSight } from './scroll-map.ts';
import { type Slot, useGrid } from './use-grid.ts';
import { useScrollMap } from './use-scroll-map.ts';

export const ROW_HEIGHT = 44;
export const HEAD_HEIGHT = 32;
const OVERSCAN = 8;

export interface VirtualTableProps<Row> {
  /** "27 questions". */
  readonly label: string;
  readonly rowCount: number;
  /** null while the row is on its way. */
  readonly rowAt: (position: number) => Row | null;
  readonly columns: readonly GridColumn<Row>[];
  readonly layout: GridLayout;
  readonly onLayout: (layout: GridLayout) => void;
  readonly sort: readonly GridSort[];
  readonly onSort: (sort: readonly GridSort[]) => void;
  /** The row that keys act on; -1: none yet. */
  readonly active: number;
  readonly onActive: (position: number) => void;
  /** Rows to copy; null: only the active one. */
  readonly selected: RowRange | null;
  readonly onSelected: (range: RowRange | null) => void;
  /** A row was clicked. */
  readonly onOpen: (position: number) => void;
  /** Enter on the active row. */
  readonly onEnter: (position: number) => void;
  readonly onCopy: () => void;
  /** The rows that are drawn, `to` not included: fetch them. */
  readonly onSight: (from: number, to: number) => void;
  /** Shown over the body when there are no rows. */
  readonly empty?: ReactNode;
}

/**
 * A grid of any number of rows, all of one height: only those in sight are drawn. One tab stop: arrows, Page, Home and
 * End move the active row, Shift extends the selection, Enter opens, Ctrl or Cmd + C copies.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { rowCount, rowAt, columns, layout, onLayout, sort, onSort, active, selected, onSight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const { map, position, showRow } = useScrollMap(scroller, rowCount, ROW_HEIGHT, HEAD_HEIGHT);
  const { from, to } = rowsInSight(map, position, ROW_HEIGHT, rowCount, OVERSCAN);
  const slots = useMemo(
    () =>
      Array.from(
        { length: Math.max(0, to - from) },
        (_, i): Slot<Row> => ({ position: from + i, row: rowAt(from + i) }),
      ),
    [from, to, rowAt],
  );
  const recycled = Math.ceil(map.viewport / ROW_HEIGHT) + 2 * OVERSCAN + 2;
  const grid = useGrid({ slots, columns, layout, onLayout, sort, onSort });
  useEffect(() => onSight(from, to), [from, to, onSight]);
  useEffect(() => {
    if (active >= 0) showRow(active);
  }, [active, showRow]);

  const visible = grid.getVisibleLeafColumns();
  const shown = visible.map((column) => column.columnDef.meta!.column as GridColumn<Row>);
  const pinned = new Map(
    visible.flatMap((column) => (column.getIsPinned() ? [[column.id, column.getStart('start')]] : [])),
  );
  const template = visible
    .map((column) => {
      const isFlexible = column.columnDef.meta!.column.isFlexible === true && !column.getIsPinned();
      return isFlexible ? `minmax(${column.getSize()}px, 1fr)` : `${column.getSize()}px`;
    })
    .join(' ');
  // Rows only draw again when their own data or the columns change, not on every scrolled pixel.
  const shownKey = visible.map((column) => `${column.id} ${pinned.get(column.id) ?? ''}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the visible columns and their pins
  const cells = useMemo(() => ({ shown, pinned }), [columns, shownKey]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      props.onEnter(active);
    } else if (
      event.key.toLowerCase() === 'c' &&
      (event.ctrlKey || event.metaKey) &&
      !window.getSelection()?.toString()
    ) {
      event.preventDefault();
      props.onCopy();
    } else {
      const inSight = Math.max(1, Math.floor(map.viewport / ROW_HEIGHT) - 1);
      const next = moveByKey(event, active, rowCount, inSight);
      if (next === null) return;
      event.preventDefault();
      props.onSelected(event.shiftKey ? extend(selected, Math.max(0, active), next) : null);
      props.onActive(next);
    }
  };

  const onPick = (at: number, isExtending: boolean) => {
    if (isExtending) {
      props.onSelected(extend(selected, Math.max(0, active), at));
      props.onActive(at);
    } else {
      props.onSelected(null);
      props.onActive(at);
      props.onOpen(at);
    }
  };
  const pick = useRef(onPick);
  pick.current = onPick;

  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA allows a table to be a grid
        role="grid"
        aria-label={props.label}
        aria-rowcount={rowCount + 1}
        aria-colcount={visible.length}
        aria-multiselectable="true"
        aria-activedescendant={active >= from && active < to ? `${id}-${active}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={styles.table}
        style={{ '--columns': template, minWidth: grid.getTotalSize() + 32 }}
      >
        <GridHead grid={grid} pinned={pinned} />
        {/* Rows stand in flow, without a position of their own: a style for each of them made every frame slower. */}
        <tbody style={{ height: map.physical, paddingTop: Math.max(0, from * ROW_HEIGHT - position.offset) }}>
          {slots.map((slot) => (
            <GridRow
              // Reused as rows scroll by: a row leaves where another one comes in.
              key={slot.position % recycled}
              id={`${id}-${slot.position}`}
              slot={slot}
              cells={cells}
              isActive={slot.position === active}
              isSelected={selected !== null && slot.position >= selected.from && slot.position <= selected.to}
              pick={pick}
            />
          ))}
        </tbody>
      </table>
      {rowCount === 0 && props.empty}
    </div>
  );
}

/** Grows the selection from its far end (or from the active row) to a row. */
function extend(selected: RowRange | null, active: number, to: number): RowRange {
  const anchor = selected === null ? active : active === selected.from ? selected.to : selected.from;
  return { from: Math.min(anchor, to), to: Math.max(anchor, to) };
}

interface GridRowProps<Row> {
  readonly id: string;
  readonly slot: Slot<Row>;
  readonly cells: { readonly shown: readonly GridColumn<Row>[]; readonly pinned: ReadonlyMap<string, number> };
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly pick: { readonly current: (position: number, isExtending: boolean) => void };
}

function GridRowView<Row>({ id, slot, cells, isActive, isSelected, pick }: GridRowProps<Row>) {
  const { position, row } = slot;
  return (
    <tr
      id={id}
      aria-rowindex={position + 2}
      aria-selected={isActive || isSelected}
      className={classNames(styles.row, isActive && styles.active, isSelected && styles.selected)}
      onClick={(event) => {
        // A link in the row goes where it says.
        if ((event.target as Element).closest('a, button')) return;
        pick.current(position, event.shiftKey);
      }}
    >
      {cells.shown.map((column, i) => (
        <td
          key={column.id}
          aria-colindex={i + 1}
          className={classNames(
            styles.cell,
            column.align === 'end' && styles.end,
            cells.pinned.has(column.id) && styles.pinned,
          )}
          style={cells.pinned.has(column.id) ? { left: cells.pinned.get(column.id) } : undefined}
        >
          {row === null ? <span className={styles.pending} /> : column.render(row)}
        </td>
      ))}
    </tr>
  );
}

const GridRow = memo(GridRowView, (a, b) => {
  return (
    a.slot.row === b.slot.row &&
    a.slot.position === b.slot.position &&
    a.cells === b.cells &&
    a.isActive === b.isActive &&
    a.isSelected === b.isSelected
  );
}) as typeof GridRowView;
