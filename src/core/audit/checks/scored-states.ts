import { NATIVE, NO_SCORE } from '../../terms.ts';
import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, listed } from '../words.ts';

/** Every eligible state has a row of every judge; a state that some judge scored, of all of them. */
export const scoredStates: Check = {
  id: 'scored-states',
  title: 'Every judge scored every state',
  why: 'A judge that skips states is compared on other questions than the rest, and no threshold can stop there.',
  run({ evaluation }) {
    const { states, judges } = evaluation.dataset;
    if (judges.length === 0) return notApplicable('There are no judge scores.');
    const rows: EvidenceRow[] = [];
    const missing = new Map<string, number>();
    let wanted = 0;
    let found = 0;
    for (let s = 0; s < states.count; s++) {
      const isJudged = judges.some(({ status }) => status[s] !== NO_SCORE);
      if (!isJudged && (states.isEligible[s] === 0 || states.role[s] !== NATIVE)) continue;
      for (const { id, status } of judges) {
        wanted += 1;
        if (status[s] !== NO_SCORE) continue;
        found += 1;
        missing.set(id, (missing.get(id) ?? 0) + 1);
        if (rows.length < MOST_ROWS) rows.push({ file: null, line: null, id: states.ids[s]!, note: `no row of ${id}` });
      }
    }
    const perJudge = wanted / judges.length;
    if (found === 0)
      return pass(
        count(perJudge),
        `states, ${listed(
          judges.map(({ id }) => id),
          3,
        )}`,
      );
    const who = listed([...missing].map(([id, n]) => `${id} ${count(n)}`));
    const finding = `Without a score: ${who}. No threshold of that judge stops there.`;
    return fault('fail', { figure: count(found), unit: `of ${count(wanted)} scores`, finding }, rows, found);
  },
};
