import type { Check } from '../check.ts';
import { fault, mergeTallies, notApplicable, pass } from '../outcome.ts';
import { count } from '../words.ts';

/** No NaN, no infinity, no missing score in a judge's rows. */
export const finiteScores: Check = {
  id: 'finite-scores',
  title: 'Every score is finite',
  why: 'A NaN compares false with everything: it would never stop, and it misorders whatever is sorted around it.',
  run({ evidence, problems, evaluation }) {
    const tally = mergeTallies(evidence.judges.map(({ finite }) => finite));
    // Rows of other layouts are not looked at again; reading them has counted the bad ones.
    const read = problems.find(({ code }) => code === 'score.not-finite')?.count ?? 0;
    const found = Math.max(tally.count, read);
    const scored = evaluation.dataset.judges.reduce((sum, { status }) => sum + status.filter((s) => s > 0).length, 0);
    if (scored + found === 0) return notApplicable('There are no judge scores.');
    if (found === 0) return pass(count(Math.max(tally.checked, scored)), 'scores');
    const finding = 'Such rows were set aside: their states count as not scored.';
    return fault('fail', { figure: count(found), unit: 'scores', finding }, tally.rows, found);
  },
};
