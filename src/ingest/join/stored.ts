import { UNKNOWN } from '../../core/correctness.ts';
import type { StoredCorrectness } from '../../core/terms.ts';
import type { Draft } from '../draft/draft.ts';
import type { OptionalColumn } from '../draft/judges.ts';
import type { ProblemLog } from '../problems.ts';

/** What the files state about correctness, by question and by state; undefined where they state nothing. */
export const joinStored = (
  { stored, questions }: Draft,
  questionKeys: Int32Array,
  stateKeys: Int32Array,
  problems: ProblemLog,
): StoredCorrectness | undefined => {
  if (stored.isEmpty) return undefined;
  let unlabelled = 0;
  for (const key of questionKeys) if (questions.golds[key] === null) unlabelled++;
  if (unlabelled > 0) {
    const words = {
      code: 'labels.stored-only',
      message: `${unlabelled} questions have no gold answer, but their files state what was correct.`,
      effect: 'Choose the answer rule "as stored" to use that, or add labels to have it recomputed.',
    };
    problems.add('note', words, null);
  }
  return {
    nativeEm: emOf(stored.nativeEm, questionKeys),
    nativeF1: numbersOf(stored.nativeF1, questionKeys),
    probeEm: emOf(stored.probeEm, stateKeys),
    probeF1: numbersOf(stored.probeF1, stateKeys),
  };
};

const numbersOf = ({ values }: OptionalColumn, keys: Int32Array): Float64Array => {
  const numbers = new Float64Array(keys.length).fill(Number.NaN);
  if (values === null) return numbers;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (key < values.length) numbers[i] = values[key]!;
  }
  return numbers;
};

const emOf = ({ values }: OptionalColumn, keys: Int32Array): Uint8Array => {
  const ems = new Uint8Array(keys.length).fill(UNKNOWN);
  if (values === null) return ems;
  for (let i = 0; i < keys.length; i++) {
    const em = values[keys[i]!] ?? Number.NaN;
    if (!Number.isNaN(em)) ems[i] = em;
  }
  return ems;
};
