import type { KeyboardEvent } from 'react';
import { classNames } from '../parts/class-names.ts';
import styles from './grid.module.css';
import { IconSortDown, IconSortUp } from './icons.tsx';
import type { useGrid } from './use-grid.ts';

// biome-ignore lint/suspicious/noExplicitAny: the head does not look at rows
type AnyGrid = ReturnType<typeof useGrid<any>>;
type AnyHeader = ReturnType<AnyGrid['getHeaderGroups']>[number]['headers'][number];

const WIDTH_STEP = 16;

/** Column names: press to sort, Shift to sort by several; the edge sets the width. */
export function GridHead({ grid, pinned }: { readonly grid: AnyGrid; readonly pinned: ReadonlyMap<string, number> }) {
  const headers = grid.getVisibleLeafColumns().flatMap(({ id }) => {
    const header = grid.getFlatHeaders().find((one) => one.column.id === id && !one.isPlaceholder);
    return header ? [header] : [];
  });
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.headRow}>
        {headers.map((header, i) => (
          <HeadCell
            key={header.column.id}
            header={header}
            index={i}
            left={pinned.get(header.column.id)}
            isSortedByMany={grid.state.sorting.length > 1}
            onWidth={(width) => grid.setColumnSizing((widths) => ({ ...widths, [header.column.id]: width }))}
          />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell(props: {
  readonly header: AnyHeader;
  readonly index: number;
  readonly left: number | undefined;
  readonly isSortedByMany: boolean;
  readonly onWidth: (width: number) => void;
}) {
  const { header, index, left, isSortedByMany, onWidth } = props;
  const { column } = header;
  const { label, hint, align } = column.columnDef.meta!.column;
  const direction = column.getIsSorted();
  const content = (
    <>
      <span className={styles.headLabel}>{label}</span>
      {direction === 'asc' && <IconSortUp size={12} />}
      {direction === 'desc' && <IconSortDown size={12} />}
      {direction && isSortedByMany && <sup>{column.getSortIndex() + 1}</sup>}
    </>
  );
  return (
    <th
      scope="col"
      aria-colindex={index + 1}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
      className={classNames(styles.headCell, align === 'end' && styles.end, left !== undefined && styles.pinned)}
      style={left === undefined ? undefined : { left }}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          className={classNames(styles.sorter, direction && styles.sorted)}
          title={hint}
          onClick={column.getToggleSortingHandler()}
        >
          {content}
        </button>
      ) : (
        <span className={styles.sorter} title={hint}>
          {content}
        </span>
      )}
      <Resizer header={header} label={label} onWidth={onWidth} />
    </th>
  );
}

function Resizer(props: {
  readonly header: AnyHeader;
  readonly label: string;
  readonly onWidth: (width: number) => void;
}) {
  const { header, label, onWidth } = props;
  const { column } = header;
  const start = header.getResizeHandler();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -WIDTH_STEP : event.key === 'ArrowRight' ? WIDTH_STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    const { minSize = 48, maxSize = 1200 } = column.columnDef;
    onWidth(Math.min(maxSize, Math.max(minSize, column.getSize() + step)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is no rule between texts
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={column.getSize()}
      aria-valuemin={column.columnDef.minSize}
      aria-valuemax={column.columnDef.maxSize}
      tabIndex={0}
      className={styles.resizer}
      onMouseDown={start}
      onTouchStart={start}
      onKeyDown={onKeyDown}
      onDoubleClick={() => column.resetSize()}
    />
  );
}
