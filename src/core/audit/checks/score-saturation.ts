import { SCORED } from '../../terms.ts';
import type { Check } from '../check.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, listed, share } from '../words.ts';

/** A tenth of all scores on the highest or lowest value: no threshold can tell them apart. */
const SATURATED = 0.1;
const FEWEST = 20;

export const scoreSaturation: Check = {
  id: 'score-saturation',
  title: 'Scores are neither constant nor saturated',
  why: 'States that share the highest or lowest score stop together or not at all; a constant score is no signal.',
  run({ evaluation }) {
    const judges = evaluation.dataset.judges.flatMap((judge) => {
      const scores = judge.scores.filter((_, s) => judge.status[s] === SCORED);
      return scores.length < FEWEST ? [] : [{ id: judge.id, ...endsOf(scores) }];
    });
    if (judges.length === 0) return notApplicable(`No judge has ${FEWEST} parsed scores.`);
    const constant = judges.filter(({ isConstant }) => isConstant);
    const saturated = judges.filter(({ isConstant, largest, total }) => !isConstant && largest / total > SATURATED);
    const figure = judges.map(({ largest, total }) => share(largest, total)).join(' / ');
    if (constant.length > 0) {
      const finding = `${listed(constant.map(({ id }) => id))} gives every state the same score.`;
      return fault('fail', { figure, unit: 'at one end', finding });
    }
    if (saturated.length > 0) {
      const finding = `Saturated: ${listed(saturated.map(({ id, value, largest }) => `${id}, ${count(largest)} states at ${value}`))}.`;
      return fault('warn', { figure, unit: 'at one end', finding });
    }
    return pass(figure, 'at one end');
  },
};

/** The larger of the two groups at the ends. */
function endsOf(scores: Float64Array) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    low = Math.min(low, score);
    high = Math.max(high, score);
  }
  const at = (value: number) => scores.reduce((sum, score) => sum + (score === value ? 1 : 0), 0);
  const atLow = at(low);
  const atHigh = at(high);
  return {
    isConstant: low === high,
    largest: Math.max(atLow, atHigh),
    value: atHigh >= atLow ? high : low,
    total: scores.length,
  };
}
