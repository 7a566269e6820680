import type { Check } from '../check.ts';
import { ofTally } from '../outcome.ts';

/** Each context of a question holds the one before. */
export const contexts: Check = {
  id: 'contexts',
  title: 'Contexts only grow',
  why: 'A context that loses passages belongs to another run, and a probe there answers another question than it seems.',
  run({ evidence }) {
    return ofTally(evidence.contexts, {
      status: 'fail',
      noun: 'steps',
      none: 'The state rows carry no contexts of neighbouring states; they are put together from the searches of the run.',
      finding: 'The later context does not hold the earlier one.',
    });
  },
};
