import { UNPARSED } from '../../terms.ts';
import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count } from '../words.ts';

/** Unparsed outputs whose raw margin would reach the frozen threshold. */
export const unparsedAbove: Check = {
  id: 'unparsed-above',
  title: 'No unparsed row scores above the threshold',
  why: 'If parsing were ignored, these rows would stop.',
  run({ evaluation }) {
    const { judges, states } = evaluation.dataset;
    const frozen = judges.filter((judge) => judge.frozen !== null);
    if (frozen.length === 0) return notApplicable('No judge has a frozen threshold.');
    const rows: EvidenceRow[] = [];
    const found = frozen.map(({ id, frozen: threshold, scores, status }) => {
      let above = 0;
      for (let s = 0; s < states.count; s++) {
        if (status[s] !== UNPARSED || !(scores[s]! >= threshold!.value)) continue;
        above += 1;
        const note = `${id}: raw margin ${scores[s]} at threshold ${threshold!.value}`;
        if (rows.length < MOST_ROWS) rows.push({ file: null, line: null, id: states.ids[s]!, note });
      }
      return above;
    });
    const all = found.reduce((sum, above) => sum + above, 0);
    if (all === 0) return pass('0', 'rows');
    const figure = found.map(count).join(' / ');
    const finding = 'If parsing were ignored, these rows would stop. Here they never do.';
    return fault(
      'warn',
      { title: 'Unparsed rows score above the threshold', figure, unit: 'rows', finding },
      rows,
      all,
    );
  },
};
