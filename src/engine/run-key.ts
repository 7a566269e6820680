import type { Dataset } from '../core/terms.ts';

/**
 * What a run is known by on this device: its questions and what the native system did with them, as 16 hex digits. A file of
 * scores more or less, sealed labels, or another name leave it as it is; another run of the same questions has another one.
 */
export function runKey({ questions }: Dataset): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  const addCode = (code: number): void => {
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995);
    b ^= b >>> 15;
  };
  const addText = (text: string): void => {
    addCode(text.length);
    for (let i = 0; i < text.length; i++) addCode(text.charCodeAt(i));
  };
  for (let q = 0; q < questions.count; q++) {
    addText(questions.ids[q]!);
    const answer = questions.nativeAnswers[q] ?? null;
    // No answer is not an empty one.
    addCode(answer === null ? 0x1_0001 : 0x1_0000);
    if (answer !== null) addText(answer);
    addCode(questions.nativeSearches[q]!);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
