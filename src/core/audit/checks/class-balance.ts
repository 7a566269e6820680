import { UNKNOWN } from '../../correctness.ts';
import type { Check } from '../check.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, listed, share } from '../words.ts';

/** A class with under 5 % of a round's states carries its average precision alone. */
const RARE = 0.05;
const FEWEST = 20;

export const classBalance: Check = {
  id: 'class-balance',
  title: 'Both classes in every round',
  why: 'In a round where nearly every state is safe, or nearly none, ranking says nothing, and a pooled figure hides it.',
  run({ evaluation }) {
    const { states } = evaluation.dataset;
    const rounds = new Map<number, { total: number; safe: number }>();
    for (let s = 0; s < states.count; s++) {
      if (states.isEligible[s] === 0 || evaluation.correctness.probeEm[s] === UNKNOWN) continue;
      const used = states.searchesUsed[s]!;
      const round = rounds.get(used) ?? { total: 0, safe: 0 };
      rounds.set(used, round);
      round.total += 1;
      round.safe += evaluation.correctness.probeEm[s]!;
    }
    const ordered = [...rounds].sort(([a], [b]) => a - b);
    if (ordered.length === 0) return notApplicable('No eligible state has a probe answer and an open label.');
    const figure = ordered.map(([, { safe, total }]) => share(safe, total)).join(' / ');
    const sizes = `Eligible states per round: ${ordered.map(([, { total }]) => count(total)).join(' / ')}.`;
    const lopsided = ordered.filter(([, { safe, total }]) => {
      const rarer = Math.min(safe, total - safe);
      return rarer === 0 || (total >= FEWEST && rarer / total < RARE);
    });
    if (lopsided.length === 0) return pass(figure, 'safe, by round', sizes);
    const which = listed(
      lopsided.map(([used, { safe, total }]) => `after ${used} searches ${count(safe)} of ${count(total)}`),
    );
    return fault('warn', {
      title: 'One class is rare in a round',
      figure,
      unit: 'safe, by round',
      finding: `Safe ${which}. ${sizes}`,
    });
  },
};
