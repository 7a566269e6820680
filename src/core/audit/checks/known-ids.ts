import type { Check } from '../check.ts';
import { ofTally } from '../outcome.ts';

/** No row about a question or state that the data does not have. */
export const knownIds: Check = {
  id: 'known-ids',
  title: 'Every row belongs to a question of the data',
  why: 'Rows about strangers mean that files of different runs were mixed, or that a file is missing.',
  run({ evidence }) {
    return ofTally(evidence.strangers, {
      status: 'fail',
      noun: 'rows',
      none: 'The files hold no rows that refer to one another.',
      finding: 'Their questions or states are not in the data; they were set aside.',
    });
  },
};
