import type { Check } from '../check.ts';
import type { EvidenceRow } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { runsOf } from '../runs.ts';
import { countOf } from '../words.ts';

/** Every run declares that no labels were mounted and no gold field was received. */
export const labelIsolation: Check = {
  id: 'label-isolation',
  title: 'Labels not mounted, no gold field received',
  why: 'A run that could read the answers proves nothing about a run that cannot. A declaration is no proof, but its absence is a question.',
  run({ evidence }) {
    const lists = runsOf(evidence).flatMap((run) => run.lists);
    if (lists.length === 0) return notApplicable('The files hold no runs with records of their own.');
    const faults: EvidenceRow[] = [];
    const silent: EvidenceRow[] = [];
    for (const { file, starts } of lists) {
      if (starts.length === 0) silent.push({ file, line: null, id: null, note: 'no run_start' });
      for (const { line, labelsMounted, goldFields } of starts) {
        if (labelsMounted === true) faults.push({ file, line, id: null, note: 'labels_mounted is true' });
        if (goldFields !== null && goldFields > 0) {
          faults.push({ file, line, id: null, note: `gold_fields_received is ${goldFields}` });
        }
        if (labelsMounted === null || goldFields === null) {
          silent.push({ file, line, id: null, note: 'does not say both' });
        }
      }
    }
    const files = countOf(lists.length, 'file');
    if (faults.length > 0) {
      const finding = 'This run had labels within reach.';
      return fault('fail', { figure: countOf(faults.length, 'run'), unit: `of ${files}`, finding }, faults);
    }
    if (silent.length > 0) {
      const finding = 'Whether these runs could read labels is not declared.';
      return fault('warn', { figure: countOf(silent.length, 'file'), unit: `of ${lists.length}`, finding }, silent);
    }
    return pass(files, 'declare both');
  },
};
