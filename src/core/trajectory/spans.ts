/** Character positions in a text: from (included) to (excluded). */
export type Span = readonly [from: number, to: number];

const WORD = /\S+/g;

/** Answers that stand in every text without meaning anything there. */
const TOO_COMMON = new Set(['', 'yes', 'no', 'noanswer']);

/**
 * Where one of the targets stands in a text, word by word under the rule's normaliser: `The Po.` is found for gold
 * `po`. Words that normalise to nothing (articles, lone punctuation) are passed over. At most `most` spans, in order.
 */
export function findAnswerSpans(
  text: string,
  targets: readonly string[],
  normalise: (text: string) => string,
  most = 200,
): readonly Span[] {
  const wanted = targets
    .map((target) => normalise(target))
    .filter((target) => !TOO_COMMON.has(target))
    .map((target) => target.split(' '));
  if (wanted.length === 0) return [];
  const words = wordsOf(text, normalise);
  const spans: Span[] = [];
  for (let i = 0; i < words.length && spans.length < most; i++) {
    const length = Math.max(...wanted.map((target) => (standsAt(words, i, target) ? target.length : 0)));
    if (length === 0) continue;
    spans.push([words[i]!.from, words[i + length - 1]!.to]);
    i += length - 1;
  }
  return spans;
}

interface Word {
  readonly normal: string;
  readonly from: number;
  readonly to: number;
}

function wordsOf(text: string, normalise: (text: string) => string): readonly Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const raw = match[0];
    const normal = normalise(raw);
    if (normal === '') continue;
    // The mark leaves out punctuation around the word.
    const lead = /^\P{L}*?(?=[\p{L}\p{N}])/u.exec(raw)?.[0].length ?? 0;
    const tail = /[^\p{L}\p{N}]*$/u.exec(raw)?.[0].length ?? 0;
    const from = match.index + lead;
    words.push({ normal, from, to: Math.max(from + 1, match.index + raw.length - tail) });
  }
  return words;
}

const standsAt = (words: readonly Word[], at: number, target: readonly string[]): boolean =>
  target.every((part, k) => words[at + k]?.normal === part);
