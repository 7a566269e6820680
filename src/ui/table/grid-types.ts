import type { ReactNode } from 'react';

/** A column of a virtual table. `id` is stable: layouts and sort orders name it. */
export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** One sentence for a newcomer. */
  readonly hint?: string;
  readonly width: number;
  readonly minWidth?: number;
  /** Takes what is left of the width. */
  readonly isFlexible?: boolean;
  readonly align?: 'start' | 'end';
  readonly isSortable?: boolean;
  /** Numbers are mostly wanted from the top. */
  readonly isFirstDescending?: boolean;
  readonly render: (row: Row) => ReactNode;
}

/** How a person has arranged the columns. */
export interface GridLayout {
  /** Column ids from left to right; unknown ones are passed over, new ones come last. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** Stay in sight at the left. */
  readonly pinned: readonly string[];
}

export interface GridSort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** Positions of rows, both included. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}
