import type { Check } from '../check.ts';
import { ofTally } from '../outcome.ts';

/** Recorded prompts do not give the gold answer away. */
export const goldInPrompt: Check = {
  id: 'gold-in-prompt',
  title: 'No prompt gives the gold answer away',
  why: 'In the retrieved passages the answer may stand; anywhere else in the prompt it is a leak.',
  run({ evidence }) {
    return ofTally(evidence.prompts, {
      status: 'fail',
      noun: 'prompts',
      none: 'No row records its prompt.',
      finding: 'Outside question and context, the answer or words that announce a label stand in the prompt.',
    });
  },
};
