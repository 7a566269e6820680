import type { Check } from '../check.ts';
import { mergeTallies, ofTally } from '../outcome.ts';

/** Hashes of prompts, contexts and files are what they say, and agree across files. */
export const hashes: Check = {
  id: 'hashes',
  title: 'Prompt, context and file hashes match',
  why: 'A hash that does not match shows a text or a file that was changed after it was written down.',
  run({ evidence: { textHashes, sharedHashes, fileHashes } }) {
    return ofTally(mergeTallies([fileHashes, textHashes, sharedHashes]), {
      status: 'fail',
      noun: 'hashes',
      none: 'No row and no side file states a hash that can be compared.',
      finding: 'They do not match the text, the file or the other row.',
    });
  },
};
