/** Ascending rank per question; MISSING goes last whichever way the column is sorted. */
export interface Ranks {
  readonly ranks: Uint32Array;
  /** The largest rank there is. */
  readonly top: number;
}
export const MISSING = 0xffffffff;
