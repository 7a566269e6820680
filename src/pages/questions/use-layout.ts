import { useCallback, useState } from 'react';
import type { GridLayout } from '../../ui/table/grid-types.ts';

const KEY = 'stopscope.columns';

/** How somebody arranges columns is theirs, not the link's: it stays on this device, where the device allows. */
export function useLayout(fallback: GridLayout) {
  const [layout, setLayout] = useState<GridLayout>(() => stored() ?? fallback);
  const change = useCallback((next: GridLayout) => {
    setLayout(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // The columns themselves have changed; only the memory of it is missing.
    }
  }, []);
  const reset = useCallback(() => {
    setLayout(fallback);
    try {
      localStorage.removeItem(KEY);
    } catch {
      // As above.
    }
  }, [fallback]);
  return { layout, change, reset };
}

function stored(): GridLayout | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isLayout(value) ? value : null;
  } catch {
    return null;
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isLayout(value: unknown): value is GridLayout {
  if (typeof value !== 'object' || value === null) return false;
  const { order, hidden, widths, pinned } = value as Readonly<Record<string, unknown>>;
  return (
    isTexts(order) &&
    isTexts(hidden) &&
    isTexts(pinned) &&
    typeof widths === 'object' &&
    widths !== null &&
    Object.values(widths).every((width) => typeof width === 'number')
  );
}
