import { SCORED } from '../../terms.ts';
import type { Check } from '../check.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, share } from '../words.ts';

/** More than half of the scores are not alone on their value. */
const HEAVY = 0.5;
const FEWEST = 20;

export const scoreTies: Check = {
  id: 'score-ties',
  title: 'Few scores are tied',
  why: 'Published average precision breaks ties by file order: with many of them, it depends on how the file is sorted.',
  run({ evaluation }) {
    const judges = evaluation.dataset.judges.flatMap((judge) => {
      const scores = judge.scores.filter((_, s) => judge.status[s] === SCORED);
      return scores.length < FEWEST ? [] : [{ total: scores.length, ...tiesOf(scores) }];
    });
    if (judges.length === 0) return notApplicable(`No judge has ${FEWEST} parsed scores.`);
    const figure = judges.map(({ tied, total }) => share(tied, total)).join(' / ');
    const distinct = `Distinct scores: ${judges.map((judge) => count(judge.distinct)).join(' / ')}.`;
    if (judges.every(({ tied, total }) => tied / total <= HEAVY)) return pass(figure, 'share a score', distinct);
    const finding = `${distinct} Compare the tie-grouped average precision with the published one before using either.`;
    return fault('warn', { title: 'Many scores are tied', figure, unit: 'share a score', finding });
  },
};

function tiesOf(scores: Float64Array): { readonly tied: number; readonly distinct: number } {
  const sorted = Float64Array.from(scores).sort();
  let tied = 0;
  let distinct = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1;
    while (to < sorted.length && sorted[to] === sorted[from]) to++;
    distinct += 1;
    if (to - from > 1) tied += to - from;
    from = to;
  }
  return { tied, distinct };
}
