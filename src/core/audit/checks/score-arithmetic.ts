import type { Check } from '../check.ts';
import { mergeTallies, ofTally } from '../outcome.ts';

/** score = true_logprob - false_logprob, exactly: both are float32 values, so their difference is exact in a double. */
export const scoreArithmetic: Check = {
  id: 'score-arithmetic',
  title: 'Scores equal their log-probabilities',
  why: 'A score that is not the stated margin comes from another prefix, another model, or from hand.',
  run({ evidence }) {
    return ofTally(mergeTallies(evidence.judges.map(({ arithmetic }) => arithmetic)), {
      status: 'fail',
      noun: 'rows',
      none: 'No row states the two log-probabilities.',
      finding: 'The score is not true_logprob minus false_logprob. The stated score is used.',
    });
  },
};
