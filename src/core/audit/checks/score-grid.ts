import { SCORED } from '../../terms.ts';
import type { Check } from '../check.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, listed } from '../words.ts';

/** Steps that logits of 16-bit models and rounded files come in. */
const STEPS = [1, 0.5, 0.25, 0.125, 0.0625, 0.1, 0.05, 0.01] as const;
/** So far from the grid is noise of float32 arithmetic; further away is another value. */
const NOISE = 1e-4;
/** So many of the scores must lie on it. */
const MOST = 0.85;
const FEWEST = 20;

/**
 * Scores on a coarse grid with noise around it: values that read the same fall on both sides of a threshold. Nothing is
 * rounded before it is compared.
 */
export const scoreGrid: Check = {
  id: 'score-grid',
  title: 'Scores that read alike are alike',
  why: 'Where noise decides between equal readings, a rounded threshold gives another policy than the exact one.',
  run({ evaluation }) {
    const { judges } = evaluation.dataset;
    const noisy = judges.flatMap((judge) => {
      const scores = judge.scores.filter((_, s) => judge.status[s] === SCORED);
      const step = scores.length < FEWEST ? undefined : noisyStep(scores);
      return step === undefined ? [] : [{ judge, scores, step }];
    });
    const isAnyScored = judges.some(({ status }) => status.filter((s) => s === SCORED).length >= FEWEST);
    if (!isAnyScored) return notApplicable(`No judge has ${FEWEST} parsed scores.`);
    const [first] = noisy;
    if (first === undefined) return pass('', 'no noisy grid');
    const split = noisy.flatMap(({ judge, scores, step }) => {
      const at = judge.frozen === null || judge.frozen.isSentinel ? null : judge.frozen.value;
      if (at === null) return [];
      const reading = Math.round(at / step) * step;
      const alike = scores.filter((score) => Math.abs(score - reading) < NOISE);
      const above = alike.filter((score) => score >= at).length;
      return above > 0 && above < alike.length ? [{ reading, above, total: alike.length }] : [];
    });
    const grid = `Scores sit on a grid of ${nameOf(first.step)} plus noise`;
    const who = listed(noisy.map(({ judge }) => judge.id));
    const [cut] = split;
    if (cut === undefined) {
      const finding = `${who}: equal readings differ by noise. Thresholds are compared with every digit, nothing is rounded.`;
      return fault('warn', { title: grid, figure: `step ${nameOf(first.step)}`, unit: '', finding });
    }
    return fault('warn', {
      title: grid,
      figure: `${count(cut.above)} / ${count(cut.total)}`,
      unit: 'at or above the threshold',
      finding: `${count(cut.total)} margins read ${cut.reading}. ${count(cut.above)} reach the threshold, ${count(cut.total - cut.above)} miss it by noise. Nothing is rounded.`,
    });
  },
};

/** The coarsest step whose multiples nearly all scores are near, and not on. */
function noisyStep(scores: Float64Array): number | undefined {
  return STEPS.find((step) => {
    let near = 0;
    let exact = 0;
    for (const score of scores) {
      const off = Math.abs(score - Math.round(score / step) * step);
      if (off < NOISE) near += 1;
      if (off === 0) exact += 1;
    }
    return near / scores.length >= MOST && exact < near;
  });
}

const nameOf = (step: number): string => (step < 1 && Number.isInteger(1 / step) ? `1/${1 / step}` : String(step));
