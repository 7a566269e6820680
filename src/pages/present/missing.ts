import { STORED_RULE_ID } from '../../core/answers/as-stored.ts';
import { stopped } from '../../core/metrics/quantities.ts';
import { unknownStops } from '../../figures/figures.ts';
import { formatCount } from '../../ui/parts/format.ts';
import type { Talk } from './use-talk.ts';

/** What a slide cannot show and why, in words. */
export interface Lack {
  readonly title: string;
  readonly text: string;
}

const SEALED: Lack = {
  title: 'These labels are sealed',
  text: 'Right and wrong are neither computed nor shown here until a freeze exists and is unsealed. Searches and coverage do not need them.',
};

const NO_LABELS: Lack = {
  title: 'These questions have no labels',
  text: 'Without gold answers right and wrong are unknown. Open the run again together with a labels file.',
};

const NO_JUDGE: Lack = {
  title: 'This run has no judge scores',
  text: 'Native, fixed budgets and the oracles are known; there is no threshold to move. Open the run again together with a judge file.',
};

const NO_PROBES: Lack = {
  title: 'This run has no probe answers',
  text: 'What the system would have answered at an earlier state is not recorded, so nothing is known about stopping there.',
};

/** Right and wrong of the native run. */
export const lackOfLabels = ({ labels }: Talk): Lack | null =>
  labels === 'sealed' ? SEALED : labels === 'none' ? NO_LABELS : null;

/** Right and wrong at states. */
export const lackOfReach = (talk: Talk): Lack | null =>
  lackOfLabels(talk) ?? (talk.curves.reach.known === 0 ? NO_PROBES : null);

/** Files may state that a probe answer was right and say nothing about native. */
export const isNativeKnown = ({ labels, curves }: Pick<Talk, 'labels' | 'curves'>): boolean =>
  labels === 'known' || curves.answerRule !== STORED_RULE_ID;

/** A policy with a threshold. */
export const lackOfJudge = ({ active, policy }: Talk): Lack | null =>
  active === null || policy === null ? NO_JUDGE : null;

/** Right and wrong of a policy's answers. */
export function lackOfOutcomes(talk: Talk): Lack | null {
  const lack = lackOfJudge(talk) ?? lackOfLabels(talk);
  if (lack !== null || talk.policy === null) return lack;
  const unknown = unknownStops(talk.policy.totals);
  if (unknown === 0) return null;
  const all = talk.policy.totals[stopped.id]!;
  return {
    title: `${formatCount(unknown)} of ${formatCount(all)} early stops have no probe answer`,
    text: 'What the system would have answered there is not recorded: exact match and risk of this policy are unknown.',
  };
}
