import { NO_SCORE } from '../../terms.ts';
import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, countOf } from '../words.ts';

/** STOP where the margin is at or above 0, CONTINUE below: what a judge says, and what its score says. */
export const decisionSign: Check = {
  id: 'decision-sign',
  title: 'Greedy decision agrees with the score',
  why: 'The policy uses the score. A reader of decision would see a different policy.',
  run({ evaluation }) {
    const { judges, states } = evaluation.dataset;
    const rows: EvidenceRow[] = [];
    let ties = 0;
    const found = judges.flatMap(({ id, decisions, status, scores }) => {
      if (decisions === null) return [];
      let total = 0;
      let differ = 0;
      for (let s = 0; s < states.count; s++) {
        if (decisions[s] === 0 || status[s] === NO_SCORE) continue;
        total += 1;
        // As the stop rule at threshold 0 has it: an exact tie stops.
        if ((decisions[s] === 1) === scores[s]! >= 0) continue;
        differ += 1;
        if (scores[s] === 0) ties += 1;
        const note = `${id}: ${decisions[s] === 1 ? 'STOP' : 'CONTINUE'} at score ${scores[s]}`;
        if (rows.length < MOST_ROWS) rows.push({ file: null, line: null, id: states.ids[s]!, note });
      }
      return [{ total, differ }];
    });
    const checked = found.reduce((sum, { total }) => sum + total, 0);
    if (checked === 0) return notApplicable('No judge records its greedy decision.');
    const differing = found.reduce((sum, { differ }) => sum + differ, 0);
    if (differing === 0) return pass(count(checked), 'decisions');
    const isAlike = found.every(({ total }) => total === found[0]!.total);
    const tied = ties === 0 ? '' : ` ${countOf(ties, 'is an exact tie', 'are exact ties')} at score 0.`;
    return fault(
      'warn',
      {
        title: 'Greedy decision disagrees with the score',
        figure: found.map(({ differ }) => count(differ)).join(' / '),
        unit: isAlike
          ? `of ${count(found[0]!.total)} rows${found.length > 1 ? ' each' : ''}`
          : `of ${count(checked)} rows`,
        finding: `The policy uses the score. A reader of decision would see a different policy.${tied}`,
      },
      rows,
      differing,
    );
  },
};
