import type { View } from './view.ts';

/** The questions in force, in words: "200–999", "split test", "all questions". */
export const selectionWords = ({ range, split }: Pick<View, 'range' | 'split'>): string =>
  [range === null ? null : `${range.from}\u2013${range.to}`, split === null ? null : `split ${split}`]
    .filter((part) => part !== null)
    .join(', ') || 'all questions';
