/** A step of the threshold: +1 is the next higher one that changes anything; `start` the lowest, `end` never stop. */
export type Step = 1 | -1 | 10 | -10 | 'start' | 'end';

export const stepOfKey = (key: string, isShift: boolean): Step | null => {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return isShift ? 10 : 1;
    case 'ArrowLeft':
    case 'ArrowDown':
      return isShift ? -10 : -1;
    case 'PageUp':
      return 10;
    case 'PageDown':
      return -10;
    case 'Home':
      return 'start';
    case 'End':
      return 'end';
    default:
      return null;
  }
};

/** The row after a step. Rows descend in threshold: row 0 never stops, the last one stops wherever it can. */
export const stepRow = (row: number, step: Step, rowCount: number): number => {
  if (step === 'start') return rowCount - 1;
  if (step === 'end') return 0;
  return Math.min(rowCount - 1, Math.max(0, row - step));
};
