import type { Check } from '../check.ts';
import { ofTally } from '../outcome.ts';

/** The number a run states is the number of searches it executed. */
export const searchCalls: Check = {
  id: 'search-calls',
  title: 'Search calls equal executed searches',
  why: 'Searches are the cost that stopping saves: a wrong count moves the whole comparison.',
  run({ evidence }) {
    return ofTally(evidence.searchCalls, {
      status: 'fail',
      noun: 'native runs',
      none: 'No native run states its searches and shows its steps.',
      finding: 'The stated number is used, as in the published evaluator. Forced continuations are not counted.',
    });
  },
};
