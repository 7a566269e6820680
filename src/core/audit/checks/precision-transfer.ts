import { wilson } from '../../stats/intervals.ts';
import type { Check } from '../check.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, countOf } from '../words.ts';

/** The precision that chose the threshold, looked at again on the split it was frozen for. */
export const precisionTransfer: Check = {
  id: 'precision-transfer',
  title: 'Validation precision transfers',
  why: 'A precision that chose the threshold is optimistic where it was chosen, and makes no promise elsewhere.',
  run({ transfers }) {
    const stopped = transfers.filter(({ chosenOn }) => chosenOn.stops > 0);
    const [first] = stopped;
    if (first === undefined) {
      return notApplicable(
        'It is looked at once a threshold that was chosen by precision has been unsealed elsewhere.',
      );
    }
    const figures = stopped.map((transfer) => ({ ...transfer, ...shares(transfer) }));
    const figure = figures.map(({ before, after }) => `${before} \u2192 ${after}`).join(', ');
    const unit = countOf(first.lookedAtOn.stops, 'state');
    const isBelow = figures.some(({ share, minimumPrecision }) => share !== null && share < minimumPrecision);
    if (!isBelow) return pass(figure, unit);
    const isClear = figures.some(({ high, minimumPrecision }) => high !== null && high < minimumPrecision);
    const { chosenOn, lookedAtOn } = first;
    return fault(isClear ? 'fail' : 'warn', {
      title: 'Validation precision did not transfer',
      figure,
      unit,
      finding: `${count(chosenOn.hits)} of ${count(chosenOn.stops)} stops were right on ${chosenOn.split}, ${count(lookedAtOn.hits)} of ${count(lookedAtOn.stops)} on ${lookedAtOn.split}. The precision rule chose the threshold, so it makes no promise on this split.`,
    });
  },
};

function shares({ chosenOn, lookedAtOn }: Parameters<typeof precisionTransfer.run>[0]['transfers'][number]) {
  const { stops, hits } = lookedAtOn;
  return {
    before: (chosenOn.hits / chosenOn.stops).toFixed(4),
    after: stops === 0 ? 'no stops' : (hits / stops).toFixed(4),
    share: stops === 0 ? null : hits / stops,
    high: wilson(hits, stops)?.high ?? null,
  };
}
