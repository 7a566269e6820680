import { paretoFront } from '../stats/pareto.ts';
import type { RuleFigures } from './enumerate.ts';
import type { Quality } from './thresholds.ts';

/** Rules that are worth a row of their own, and what was folded under them. */
export interface FoldedRules {
  /** Undominated rules by ascending calls; of rules that stop every question alike the first, which is the shortest. */
  readonly front: readonly number[];
  /** Per rule: the first rule that stops every question in the same round (itself, if it is the first). */
  readonly sameAs: Int32Array;
  /** Per rule: a rule of the front that is no worse in quality and calls and better in one; -1 on the front. */
  readonly dominatedBy: Int32Array;
}

/** Means closer than this are equal: they were added up in another order. */
const SLACK = 1e-12;

/** Folds rules that stop alike, and rules that another dominates in mean quality and mean calls. */
export function foldRules(
  stops: readonly Uint8Array[],
  figures: readonly RuleFigures[],
  quality: Quality,
): FoldedRules {
  const sameAs = new Int32Array(stops.length);
  const byHash = new Map<number, number[]>();
  stops.forEach((slots, rule) => {
    const hash = hashOf(slots);
    const candidates = byHash.get(hash) ?? [];
    const twin = candidates.find((other) => isSame(stops[other]!, slots));
    sameAs[rule] = twin ?? rule;
    if (twin === undefined) byHash.set(hash, [...candidates, rule]);
  });
  const { front, dominatedBy } = paretoFront(
    figures.map((row) => ({ quality: row[quality], cost: row.calls })),
    SLACK,
  );
  return { front: front.filter((rule) => sameAs[rule] === rule), sameAs, dominatedBy };
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.every((byte, i) => byte === b[i]);
