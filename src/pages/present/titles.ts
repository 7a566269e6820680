import { gateAt } from '../../core/gate.ts';
import { one, opportunity, safe, stopped, unsafe } from '../../core/metrics/quantities.ts';
import type { SlideId } from '../../core/present/story.ts';
import { sentenceOf } from '../../figures/figures.ts';
import { formatCount } from '../../ui/parts/format.ts';
import { lackOfJudge, lackOfOutcomes, lackOfReach } from './missing.ts';
import { intervalsAt, type Talk } from './use-talk.ts';

/** What a slide is called in lists and above its title. */
export const SLIDE_NAMES: Readonly<Record<SlideId, string>> = {
  setting: 'The question and the setting',
  reach: 'Reachability and headroom',
  ranking: 'Ranking against policy',
  tradeoff: 'The trade-off',
  gate: 'The gate',
  risk: 'The risk of the stops',
  examples: 'Three questions',
  claims: 'Claims and limits',
};

export const DEFAULT_NOTES: Readonly<Record<SlideId, string>> = {
  setting:
    'The system searches round after round. At every state a judge gives a score; the first score at or above the threshold ends the search. That first crossing alone decides the question.',
  reach:
    'Is there anything to win? Both oracles read the gold answers: they bound what stopping can gain and cannot be deployed. Fixed budgets treat every question alike.',
  ranking:
    'Average precision looks at all states. The policy uses only the first crossing of each question: one early false positive hides every later state.',
  tradeoff:
    'Drag the handle: everything on the slide follows. The band is pointwise: each threshold has its own interval. Another threshold than the frozen one is post hoc, and the slide says so.',
  gate: 'PASS means within the margin and fewer searches. It does not mean equal, safe, or cheaper in total: judge calls are not in the searches.',
  risk: 'Exact match averages over all questions; the risk looks at the questions that were stopped. Both are reported, for they answer different questions.',
  examples:
    'Follow one question at a time: what was known at each state, where the policy stopped, what native answered.',
  claims: 'What is not supported is not refuted either: these data do not carry it.',
};

/** The title that follows the figures. */
export function defaultTitle(id: SlideId, talk: Talk): string {
  switch (id) {
    case 'setting':
      return 'When should a question stop searching?';
    case 'reach':
      return reachTitle(talk);
    case 'ranking':
      return rankingTitle(talk);
    case 'tradeoff':
      return tradeoffTitle(talk);
    case 'gate':
      return gateTitle(talk);
    case 'risk':
      return riskTitle(talk);
    case 'examples':
      return 'Three questions, and what stopping did to them.';
    case 'claims':
      return 'What these figures support, and what they do not.';
  }
}

function reachTitle(talk: Talk): string {
  if (lackOfReach(talk)) return 'What could stopping gain?';
  const count = talk.native[opportunity.id]!;
  const all = talk.native[one.id]!;
  if (count === 0) return 'No question has a right answer before its search ends.';
  return `${formatCount(count)} of ${formatCount(all)} questions could stop early and be right.`;
}

function rankingTitle(talk: Talk): string {
  if (lackOfJudge(talk) || lackOfOutcomes(talk) || talk.active === null) return 'Ranking states is not choosing stops.';
  const { stops, wrong } = stopsOf(talk);
  const { averagePrecision } = talk.active.states;
  if (averagePrecision === null || stops === 0) return 'Ranking states is not choosing stops.';
  return `Average precision ${averagePrecision.toFixed(3)}, and ${unsafeWords(wrong, stops)}.`;
}

function tradeoffTitle(talk: Talk): string {
  if (lackOfJudge(talk) || talk.policy === null) return 'Fewer searches against right answers.';
  const text = sentenceOf(talk.policy.totals, talk.native)
    .map((part) => part.text)
    .join('');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function gateTitle(talk: Talk): string {
  const verdict = verdictOf(talk);
  if (verdict === null) return 'What must hold before a saving counts.';
  const { isEmPassed, areSearchesPassed } = verdict;
  if (isEmPassed && areSearchesPassed) return 'Both criteria pass: EM within the margin, and fewer searches.';
  if (isEmPassed) return 'EM stays within the margin; fewer searches are not shown.';
  if (areSearchesPassed) return 'Fewer searches, but the loss of EM is not shown to stay within the margin.';
  return 'Neither criterion passes at this threshold.';
}

function riskTitle(talk: Talk): string {
  if (lackOfOutcomes(talk)) return 'What became of the early stops?';
  const { stops, wrong } = stopsOf(talk);
  if (stops === 0) return 'No question stops early at this threshold.';
  const verdict = verdictOf(talk);
  const says = unsafeWords(wrong, stops);
  if (verdict === null) return `${says.slice(0, 1).toUpperCase()}${says.slice(1)}.`;
  const isPassed = verdict.isEmPassed && verdict.areSearchesPassed;
  const joint = isPassed === wrong > 0 ? 'yet' : 'and';
  return `The gate ${isPassed ? 'passes' : 'fails'}, ${joint} ${says}.`;
}

function stopsOf({ policy }: Talk) {
  const totals = policy?.totals;
  return { stops: totals?.[stopped.id] ?? 0, wrong: totals?.[unsafe.id] ?? 0, right: totals?.[safe.id] ?? 0 };
}

/** "27 of 69 early stops are unsafe". */
function unsafeWords(wrong: number, stops: number): string {
  if (stops === 1) return wrong === 1 ? 'the one early stop is unsafe' : 'the one early stop is not unsafe';
  if (wrong === 0) return `none of ${formatCount(stops)} early stops is unsafe`;
  return `${formatCount(wrong)} of ${formatCount(stops)} early stops ${wrong === 1 ? 'is' : 'are'} unsafe`;
}

/** Both criteria at the policy in force, or null where they cannot be looked at (yet). */
export function verdictOf(talk: Talk) {
  const found = intervalsAt(talk);
  if (found === null || talk.policy === null) return null;
  return gateAt(found.bands.em, found.bands.searches, talk.view.gate.margin, talk.policy.row);
}
