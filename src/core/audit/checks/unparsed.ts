import { NO_SCORE, UNPARSED } from '../../terms.ts';
import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, listed, share } from '../words.ts';

/** How many outputs of each judge failed their schema. All of a judge's: its never-stop sentinel would stop everywhere. */
export const unparsed: Check = {
  id: 'unparsed',
  title: 'Judge outputs parse',
  why: 'They never stop a question. They stay in the state-level figures.',
  run({ evaluation }) {
    const { judges, states } = evaluation.dataset;
    if (judges.length === 0) return notApplicable('There are no judge outputs.');
    const rows: EvidenceRow[] = [];
    const found = judges.map(({ id, status }) => {
      let total = 0;
      let failed = 0;
      for (let s = 0; s < states.count; s++) {
        if (status[s] === NO_SCORE) continue;
        total += 1;
        if (status[s] !== UNPARSED) continue;
        failed += 1;
        if (rows.length < MOST_ROWS)
          rows.push({ file: null, line: null, id: states.ids[s]!, note: `${id}: parsed is null` });
      }
      return { id, total, failed };
    });
    const all = found.reduce((sum, { failed }) => sum + failed, 0);
    const total = found.reduce((sum, judge) => sum + judge.total, 0);
    if (all === 0) return pass(count(total), 'outputs');
    const dead = found.filter((judge) => judge.total > 0 && judge.failed === judge.total);
    const rates = listed(
      found.filter(({ failed }) => failed > 0).map((judge) => `${judge.id} ${share(judge.failed, judge.total)}`),
    );
    const isAlike = found.every((judge) => judge.total === found[0]!.total);
    const isDead = dead.length > 0;
    return fault(
      isDead ? 'fail' : 'warn',
      {
        title: 'Unparsed judge outputs',
        figure: found.map(({ failed }) => count(failed)).join(' / '),
        unit: isAlike
          ? `of ${count(found[0]!.total)} rows${found.length > 1 ? ' each' : ''}`
          : `of ${count(total)} rows`,
        finding: isDead
          ? `Every output of ${listed(dead.map(({ id }) => id))} is unparsed: a sentinel of max + 1 would be the mask itself and stop everywhere.`
          : `They never stop a question. They stay in the state-level figures. Rates: ${rates}.`,
      },
      rows,
      all,
    );
  },
};
