import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { claimingSplits } from '../splits.ts';
import { count } from '../words.ts';

/** No question in two splits. Descriptive pools may overlap with anything: they claim nothing. */
export const splitIds: Check = {
  id: 'split-ids',
  title: 'No question in two splits',
  why: 'A question that chose the threshold and then confirms it confirms nothing.',
  run(input) {
    const splits = claimingSplits(input);
    if (splits.length < 2) return notApplicable('There are no two splits with roles of their own.');
    const { ids } = input.evaluation.dataset.questions;
    const owner = new Map<number, string>();
    const rows: EvidenceRow[] = [];
    let found = 0;
    for (const { name, members } of splits) {
      for (const q of members) {
        const other = owner.get(q);
        if (other === undefined) {
          owner.set(q, name);
          continue;
        }
        found += 1;
        if (rows.length < MOST_ROWS)
          rows.push({ file: null, line: null, id: ids[q]!, note: `in ${other} and in ${name}` });
      }
    }
    if (found === 0) return pass(count(owner.size), `questions in ${splits.length} splits`);
    const finding = 'Their figures count twice, once for each role.';
    return fault('fail', { figure: count(found), unit: `of ${count(owner.size)} questions`, finding }, rows, found);
  },
};
