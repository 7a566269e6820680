import { pythonLower, replaceArticles, replacePunctuation, squeezeSpaces } from '../answers/python-text.ts';

/**
 * The normaliser of the answer-repeats check: articles go *before* punctuation, so `A-ha` becomes `ha` and `U.S.A.`
 * becomes `us`. EM and F1 use the usual order (definitions-rules.md, TASR).
 */
export const normaliseForRepeat = (answer: string): string =>
  squeezeSpaces(replacePunctuation(replaceArticles(pythonLower(answer))));

/**
 * Per row 1 where the answer equals that of the row before it in the same question, after normalising; 0 at a question's
 * first row. A missing answer (null) counts as an empty one, and an empty one repeated counts as repeated.
 */
export function findRepeats(answers: readonly (string | null)[], rowStart: Int32Array): Float64Array {
  const repeats = new Float64Array(answers.length);
  for (let q = 0; q + 1 < rowStart.length; q++) {
    let before: string | null = null;
    for (let row = rowStart[q]!; row < rowStart[q + 1]!; row++) {
      const answer = normaliseForRepeat(answers[row] ?? '');
      if (answer === before) repeats[row] = 1;
      before = answer;
    }
  }
  return repeats;
}
