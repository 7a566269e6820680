import {
  type ColumnDef,
  type ColumnPinningState,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { GridColumn, GridLayout, GridSort } from './grid-types.ts';

/** A row in sight; null while it is on its way. */
export interface Slot<Row> {
  readonly position: number;
  readonly row: Row | null;
}

// biome-ignore lint/suspicious/noExplicitAny: one feature object serves tables of any row
type AnyColumn = GridColumn<any>;

export const GRID_FEATURES = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnPinningFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ column: AnyColumn }>(),
});

const resolve = <T>(updater: Updater<T>, before: T): T =>
  typeof updater === 'function' ? (updater as (before: T) => T)(before) : updater;

export interface GridOptions<Row> {
  readonly slots: readonly Slot<Row>[];
  readonly columns: readonly GridColumn<Row>[];
  readonly layout: GridLayout;
  readonly onLayout: (layout: GridLayout) => void;
  readonly sort: readonly GridSort[];
  readonly onSort: (sort: readonly GridSort[]) => void;
}

/** The column model (choice, order, width, pins, sort marks). Filtering and sorting are done where the data is. */
export function useGrid<Row>({ slots, columns, layout, onLayout, sort, onSort }: GridOptions<Row>) {
  const defs = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof GRID_FEATURES, Slot<Row>> => ({
          id: column.id,
          // An accessor function: an id such as "judge.score" must not be taken for a path.
          accessorFn: ({ row }) => row,
          header: column.label,
          size: column.width,
          minSize: column.minWidth ?? 48,
          maxSize: 1200,
          enableSorting: column.isSortable !== false,
          sortDescFirst: column.isFirstDescending === true,
          meta: { column },
        }),
      ),
    [columns],
  );
  const state = useMemo(() => {
    const known = columns.map(({ id }) => id);
    const order = [
      ...layout.order.filter((id) => known.includes(id)),
      ...known.filter((id) => !layout.order.includes(id)),
    ];
    return {
      columnVisibility: Object.fromEntries(layout.hidden.map((id) => [id, false])),
      columnOrder: order,
      columnSizing: { ...layout.widths },
      columnPinning: { start: layout.pinned.filter((id) => known.includes(id)), end: [] },
      sorting: sort.map(({ column, isDescending }) => ({ id: column, desc: isDescending })),
    };
  }, [columns, layout, sort]);
  const data = useMemo(() => [...slots], [slots]);
  return useTable({
    features: GRID_FEATURES,
    columns: defs,
    data,
    state,
    getRowId: (slot: Slot<Row>) => String(slot.position),
    manualSorting: true,
    enableMultiSort: true,
    columnResizeMode: 'onChange' as const,
    onSortingChange: (updater: Updater<{ id: string; desc: boolean }[]>) =>
      onSort(resolve(updater, state.sorting).map(({ id, desc }) => ({ column: id, isDescending: desc }))),
    onColumnSizingChange: (updater: Updater<Record<string, number>>) =>
      onLayout({ ...layout, widths: resolve(updater, state.columnSizing) }),
    onColumnPinningChange: (updater: Updater<ColumnPinningState>) =>
      onLayout({ ...layout, pinned: resolve(updater, state.columnPinning).start ?? [] }),
  });
}
