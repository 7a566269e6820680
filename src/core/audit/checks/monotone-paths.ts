import { SCORED } from '../../terms.ts';
import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, share } from '../words.ts';

/** Questions where a judge crosses its threshold and then falls below it again: the first crossing decides all the same. */
export const monotonePaths: Check = {
  id: 'monotone-paths',
  title: 'No score falls back below the threshold',
  why: 'A judge that takes its stop back had stopped too early by its own account; a policy of first crossings cannot see it.',
  run({ evaluation }) {
    const { questions, states, judges } = evaluation.dataset;
    if (judges.length === 0) return notApplicable('There are no judge scores.');
    const rows: EvidenceRow[] = [];
    const found = judges.map(({ id, frozen, status, scores }) => {
      const threshold = frozen?.value ?? 0;
      let back = 0;
      let falling = 0;
      for (let q = 0; q < questions.count; q++) {
        let highest = Number.NEGATIVE_INFINITY;
        let hasFallen = false;
        let isBack = false;
        for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]!; s++) {
          if (status[s] !== SCORED || states.isEligible[s] === 0) continue;
          const score = scores[s]!;
          if (score < highest) hasFallen = true;
          if (highest >= threshold && score < threshold && !isBack) {
            isBack = true;
            const note = `${id}: ${score} after ${highest}, threshold ${threshold}`;
            if (rows.length < MOST_ROWS) rows.push({ file: null, line: null, id: states.ids[s]!, note });
          }
          highest = Math.max(highest, score);
        }
        if (hasFallen) falling += 1;
        if (isBack) back += 1;
      }
      return { back, falling };
    });
    const all = found.reduce((sum, { back }) => sum + back, 0);
    const somewhere = found.map(({ falling }) => share(falling, questions.count)).join(' / ');
    const falls = `Somewhere along the path the score falls in ${somewhere} of the questions.`;
    if (all === 0) return pass(count(questions.count), 'questions', falls);
    return fault(
      'warn',
      {
        title: 'Scores fall back below the threshold',
        figure: found.map(({ back }) => count(back)).join(' / '),
        unit: 'questions',
        finding: `The first crossing decides, whatever follows. ${falls}`,
      },
      rows,
      all,
    );
  },
};
