import type { AnswerRule } from '../answers/index.ts';
import type { Gold } from '../terms.ts';

/**
 * Why a rule says what it says about an answer.
 *
 * - `equal`: the same text once normalised. `rule`: the texts differ, yet the rule accepts (cover match and the like).
 * - `no-answer`: the run gave none. `empty`: nothing is left of it once normalised.
 * - `extra`, `missing`: words beyond the target, words of the target that are not there; `different`: both.
 * - `order`: the same words in another order.
 * - `breaks`: the same letters, other word breaks (punctuation is deleted, not spaced).
 * - `marks`: the same but for accents or typographic marks, which the rule keeps.
 */
export type DiffReason =
  | 'equal'
  | 'rule'
  | 'no-answer'
  | 'empty'
  | 'extra'
  | 'missing'
  | 'different'
  | 'order'
  | 'breaks'
  | 'marks';

/** A stretch of the answer as it was given. `dropped` is what the normaliser takes away. */
export interface DiffPiece {
  readonly kind: 'same' | 'extra' | 'dropped';
  readonly text: string;
}

export interface AnswerDiff {
  readonly verdict: 0 | 1;
  readonly reason: DiffReason;
  /** The target it is compared with: the one with the highest F1. */
  readonly target: string;
  /** The answer word by word, with the white space before each word; empty without an answer. */
  readonly pieces: readonly DiffPiece[];
  /** Words of the target, normalised, that the answer lacks. */
  readonly missing: readonly string[];
  readonly normalised: string;
  readonly normalisedTarget: string;
  /** True where the answer was too long to be compared to its end. */
  readonly isCut: boolean;
}

/** An answer beyond this is no short answer any more; what follows is not compared. */
const MOST_CHARACTERS = 4_000;

/** Compares an answer with its gold under a rule. null without any target. */
export function explainAnswer(rule: AnswerRule, prediction: string | null, gold: Gold): AnswerDiff | null {
  const targets = typeof gold === 'string' ? [gold] : gold;
  const verdict = rule.exactMatch(prediction, gold);
  const target = bestTarget(rule, prediction, targets);
  if (target === null) return null;
  const normalisedTarget = rule.normalise(target);
  const answer = prediction ?? '';
  const shown = answer.slice(0, MOST_CHARACTERS);
  const normalised = rule.normalise(shown);
  const words = wordsOf(rule, shown, normalised);
  const wanted = splitWords(normalisedTarget);
  const kept = commonSubsequence(
    words.flatMap(({ normal }) => normal),
    wanted,
  );
  return {
    verdict,
    reason: reasonOf(verdict, prediction, normalised, normalisedTarget),
    target,
    pieces: toPieces(words, kept.left),
    missing: wanted.filter((_, i) => !kept.right.has(i)),
    normalised,
    normalisedTarget,
    isCut: answer.length > MOST_CHARACTERS,
  };
}

function bestTarget(rule: AnswerRule, prediction: string | null, targets: readonly string[]): string | null {
  let best: string | null = null;
  let highest = -1;
  for (const target of targets) {
    const value = rule.exactMatch(prediction, target) === 1 ? 2 : rule.f1(prediction, target);
    if (value <= highest) continue;
    highest = value;
    best = target;
  }
  return best;
}

const splitWords = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

interface Word {
  readonly text: string;
  /** What the normaliser leaves of it: none, one or several words. */
  readonly normal: readonly string[];
}

/** The answer's words beside what is left of each. Where that does not add up to the whole, the whole is shown. */
function wordsOf(rule: AnswerRule, answer: string, normalised: string): readonly Word[] {
  const words = (answer.match(/\s*\S+/g) ?? []).map((text) => ({ text, normal: splitWords(rule.normalise(text)) }));
  const isFaithful = words.flatMap(({ normal }) => normal).join(' ') === splitWords(normalised).join(' ');
  return isFaithful
    ? words
    : splitWords(normalised).map((text, i) => ({ text: i ? ` ${text}` : text, normal: [text] }));
}

/** Positions of a longest common subsequence in both lists. Lists of an answer's length: quadratic is fine. */
function commonSubsequence(left: readonly string[], right: readonly string[]) {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        left[i] === right[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const found = { left: new Set<number>(), right: new Set<number>() };
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      found.left.add(i++);
      found.right.add(j++);
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return found;
}

function toPieces(words: readonly Word[], kept: ReadonlySet<number>): readonly DiffPiece[] {
  const pieces: { kind: DiffPiece['kind']; text: string }[] = [];
  let at = 0;
  for (const { text, normal } of words) {
    const isKept = normal.every((_, k) => kept.has(at + k));
    at += normal.length;
    const kind = normal.length === 0 ? 'dropped' : isKept ? 'same' : 'extra';
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  }
  return pieces;
}

/** Letters and digits without accents; quotes, dashes and other marks gone. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .toLowerCase();

const sorted = (text: string): string => [...splitWords(text)].sort().join(' ');
const joined = (text: string): string => splitWords(text).join('');

function reasonOf(verdict: 0 | 1, prediction: string | null, answer: string, target: string): DiffReason {
  if (verdict === 1) return answer === target ? 'equal' : 'rule';
  if (prediction === null) return 'no-answer';
  if (answer.trim() === '') return 'empty';
  if (sorted(answer) === sorted(target)) return 'order';
  if (joined(answer) === joined(target)) return 'breaks';
  if (joined(fold(answer)) === joined(fold(target))) return 'marks';
  const have = countWords(answer);
  const want = countWords(target);
  const isMissing = [...want].some(([word, count]) => (have.get(word) ?? 0) < count);
  const isExtra = [...have].some(([word, count]) => (want.get(word) ?? 0) < count);
  return isMissing ? (isExtra ? 'different' : 'missing') : 'extra';
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of splitWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
