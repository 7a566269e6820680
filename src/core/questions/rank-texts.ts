import { argsortDescending } from '../argsort.ts';
import { MISSING, type Ranks } from './ranks.ts';

const SMALL_RUN = 64;

/**
 * Ascending ranks of texts, without regard to case, by code unit; equal texts share a rank, null is missing. Most
 * significant units first: a comparison sort of 250,000 questions takes several times as long.
 */
export function rankTexts(count: number, at: (question: number) => string | null): Ranks {
  const ranks = new Uint32Array(count).fill(MISSING);
  const texts: string[] = [];
  const questions = new Uint32Array(count);
  for (let q = 0; q < count; q++) {
    const text = at(q);
    if (text === null) continue;
    questions[texts.length] = q;
    texts.push(text.toLowerCase());
  }
  const order = new Uint32Array(texts.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  sortTexts(order, texts);
  let rank = 0;
  for (let i = 0; i < order.length; i++) {
    if (i > 0 && texts[order[i]!] !== texts[order[i - 1]!]) rank++;
    ranks[questions[order[i]!]!] = rank;
  }
  return { ranks, top: rank };
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

function sortTexts(order: Uint32Array, texts: readonly string[]): void {
  const keys = new Float64Array(order.length);
  const runs: Run[] = [{ from: 0, to: order.length, depth: 0 }];
  for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
    const { from, to, depth } = run;
    const part = order.subarray(from, to);
    if (part.length <= SMALL_RUN) {
      part.sort((a, b) => compare(texts[a]!, texts[b]!));
      continue;
    }
    for (let i = 0; i < part.length; i++) keys[from + i] = unitsAt(texts[part[i]!]!, depth);
    sortByKey(part, keys.subarray(from, to));
    // Texts with the same three units form a run that the next units decide; a key of 0 means the text has ended.
    for (let start = from, i = from + 1; i <= to; i++) {
      if (i < to && keys[i] === keys[start]) continue;
      if (i - start > 1 && keys[start] !== 0) runs.push({ from: start, to: i, depth: depth + 3 });
      start = i;
    }
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const UNIT = 65_537;

/** Three code units from `depth` as one number below 2^49; past the end 0, so that shorter texts come first. */
function unitsAt(text: string, depth: number): number {
  let key = 0;
  for (let i = depth; i < depth + 3; i++) key = key * UNIT + (i < text.length ? text.charCodeAt(i) + 1 : 0);
  return key;
}

/** Sorts both arrays by key, ascending. Keys hold their negatives while the descending sort looks at them. */
function sortByKey(part: Uint32Array, keys: Float64Array): void {
  const oldPart = part.slice();
  const negatives = keys.map((key) => -key);
  const order = argsortDescending(negatives);
  for (let i = 0; i < order.length; i++) {
    part[i] = oldPart[order[i]!]!;
    keys[i] = -negatives[order[i]!]!;
  }
}
