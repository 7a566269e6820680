import { finish, type Steps } from '../../steps.ts';
import type { AuditInput, Check, Outcome } from '../check.ts';
import { MOST_ROWS } from '../evidence.ts';
import { NEAR, namesIn, nearPairs } from '../near-duplicates.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { claimingSplits, splitTexts } from '../splits.ts';
import { count, countOf } from '../words.ts';

const MOST_PAIRS = 5000;

/** No question of one split is nearly one of another. */
export const splitNearDuplicates: Check = {
  id: 'split-near-duplicates',
  title: 'No near-duplicate question in two splits',
  why: 'A reworded question shares its answer and its evidence: what looks like a confirmation is a repetition.',
  run: (input) => finish(inSteps(input)),
  inSteps,
};

function* inSteps(input: AuditInput): Steps<unknown, Outcome> {
  const splits = claimingSplits(input);
  if (splits.length < 2) return notApplicable('There are no two splits with roles of their own.');
  const known = splitTexts(input, splits);
  const questions = [...known.keys()].filter((q) => known.get(q) !== '');
  if (questions.length === 0) return notApplicable('The questions carry no texts.');
  const { ids, texts, count: all } = input.evaluation.dataset.questions;
  const split = new Int32Array(all);
  splits.forEach(({ members }, s) => {
    for (const q of members) split[q] = s;
  });
  yield 0;
  const pairs = yield* nearPairs(
    questions.map((q) => ({ text: known.get(q)!, names: namesIn(texts[q] ?? ''), group: split[q]! })),
    MOST_PAIRS,
  );
  if (pairs.length === 0) return pass(count(questions.length), `questions in ${splits.length} splits`);
  const rows = pairs.slice(0, MOST_ROWS).map(({ left, right, similarity }) => ({
    file: null,
    line: null,
    id: ids[questions[right]!]!,
    note: `${Math.round(similarity * 100)}\u2009% like ${ids[questions[left]!]} in ${splits[split[questions[left]!]!]!.name}`,
  }));
  const finding = `Word triples overlap by ${NEAR * 100}\u2009% or more, about the same names, or the words stand in another order. Read them.`;
  return fault(
    'warn',
    {
      title: 'Near-duplicate questions in two splits',
      figure: countOf(pairs.length, 'pair'),
      unit: 'across splits',
      finding,
    },
    rows,
    pairs.length,
  );
}
