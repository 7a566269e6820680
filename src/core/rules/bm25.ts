import { pythonLower } from '../answers/python-text.ts';
import { pairwiseSum } from '../stats/numpy-bootstrap.ts';

const K1 = 1.5;
const B = 0.75;
const EPSILON = 0.25;

/** `\w+` of Python's `re` on lower-cased text. */
export const tokenise = (text: string): readonly string[] => pythonLower(text).match(/[\p{L}\p{N}_]+/gu) ?? [];

/**
 * Okapi BM25 of a question against each text, as the rank_bm25 package computes it with its defaults (k1 1.5, b 0.75,
 * negative IDF raised to 0.25 of the mean IDF); the pool itself is the corpus.
 */
export function bm25Scores(question: string, texts: readonly string[]): Float64Array {
  const documents = texts.map(tokenise);
  const counts = documents.map((tokens) => {
    const count = new Map<string, number>();
    for (const token of tokens) count.set(token, (count.get(token) ?? 0) + 1);
    return count;
  });
  const meanLength = documents.reduce((sum, tokens) => sum + tokens.length, 0) / documents.length;
  const idf = inverseFrequencies(counts);
  const scores = new Float64Array(texts.length);
  for (const token of tokenise(question)) {
    const weight = idf.get(token) ?? 0;
    if (weight === 0) continue;
    documents.forEach((tokens, d) => {
      const frequency = counts[d]!.get(token) ?? 0;
      const norm = K1 * (1 - B + (B * tokens.length) / meanLength);
      scores[d] = scores[d]! + weight * ((frequency * (K1 + 1)) / (frequency + norm));
    });
  }
  return scores;
}

function inverseFrequencies(counts: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const documentsWith = new Map<string, number>();
  for (const count of counts) {
    for (const token of count.keys()) documentsWith.set(token, (documentsWith.get(token) ?? 0) + 1);
  }
  const idf = new Map<string, number>();
  let sum = 0;
  for (const [token, n] of documentsWith) {
    const value = Math.log(counts.length - n + 0.5) - Math.log(n + 0.5);
    idf.set(token, value);
    sum += value;
  }
  const floor = EPSILON * (sum / idf.size);
  for (const [token, value] of idf) if (value < 0) idf.set(token, floor);
  return idf;
}

/**
 * How far the best paragraph stands out in the question's own pool: (top score - mean) / population deviation, 0 when all
 * score alike (`top_score_z_intra`, definitions-rules.md).
 */
export function topScoreZ(
  question: string,
  paragraphs: readonly { readonly title: string; readonly text: string }[],
): number {
  const scores = bm25Scores(
    question,
    paragraphs.map(({ title, text }) => `${title} ${text}`),
  ).sort();
  const mean = pairwiseSum(scores) / scores.length;
  const deviation = Math.sqrt(pairwiseSum(scores.map((score) => (score - mean) ** 2)) / scores.length);
  return deviation === 0 ? 0 : (scores[scores.length - 1]! - mean) / deviation;
}
