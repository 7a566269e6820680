import type { Check } from '../check.ts';
import { fault, notApplicable, ofTally, pass } from '../outcome.ts';
import { count } from '../words.ts';

/** Every probe gave an answer that could be read. */
export const probes: Check = {
  id: 'probes',
  title: 'Every probe parsed',
  why: 'A probe without a readable answer counts as wrong, which makes every stop at its state unsafe.',
  run({ evidence, evaluation }) {
    if (evidence.probes.checked > 0) {
      return ofTally(evidence.probes, {
        status: 'warn',
        noun: 'probes',
        none: '',
        finding: 'A missing or unreadable answer counts as wrong, never as skipped.',
      });
    }
    const { hasProbe, probeAnswers, ids } = evaluation.dataset.states;
    const probed = hasProbe.reduce((sum, has) => sum + has, 0);
    if (probed === 0) return notApplicable('There are no probes.');
    const silent = ids.filter((_, s) => hasProbe[s] === 1 && probeAnswers[s] === null);
    if (silent.length === 0) return pass(count(probed), 'probes');
    const rows = silent.slice(0, 200).map((id) => ({ file: null, line: null, id, note: 'no answer' }));
    const finding = 'A missing answer counts as wrong, never as skipped.';
    return fault(
      'warn',
      { figure: count(silent.length), unit: `of ${count(probed)} probes`, finding },
      rows,
      silent.length,
    );
  },
};
