import type { Check } from '../check.ts';
import type { EvidenceRow, ListEvidence } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { runsOf } from '../runs.ts';
import { count, countOf } from '../words.ts';

/** What a run announces and what it says at its end, against the rows that are there. */
export const runCounts: Check = {
  id: 'run-counts',
  title: 'Counts expected equal counts found',
  why: 'Rows that are missing from a whole-looking file change every denominator without a trace.',
  run({ evidence }) {
    const runs = runsOf(evidence).map(({ lists }) => ({ lists, ...compare(lists) }));
    const checked = runs.filter(({ stated }) => stated > 0);
    if (checked.length === 0) return notApplicable('No run states how many rows it should have.');
    const faults = checked.flatMap((run) => run.faults);
    if (faults.length > 0) {
      return fault(
        'fail',
        {
          figure: countOf(faults.length, 'count'),
          unit: `wrong in ${countOf(checked.length, 'run')}`,
          finding: 'What the run announces and what the file holds differ.',
        },
        faults,
      );
    }
    const sizes = [...new Set(checked.map(({ found }) => found))].sort((a, b) => b - a);
    return pass(sizes.slice(0, 4).map(count).join(' / '), `rows in ${countOf(checked.length, 'run')}`);
  },
};

function compare(lists: readonly ListEvidence[]) {
  const sum = (of: (list: ListEvidence) => number) => lists.reduce((total, list) => total + of(list), 0);
  const rows = sum((list) => list.rows);
  const errors = sum((list) => list.errors);
  const parsed = lists.every((list) => list.parsed !== null) ? sum((list) => list.parsed ?? 0) : null;
  const faults: EvidenceRow[] = [];
  let stated = 0;
  const look = (list: ListEvidence, line: number, what: string, expected: number | null, found: number) => {
    if (expected === null) return;
    stated += 1;
    if (expected === found) return;
    faults.push({ file: list.file, line, id: null, note: `${what} ${count(expected)}, found ${count(found)}` });
  };
  for (const list of lists) {
    for (const start of list.starts) look(list, start.line, 'expected_count', start.expectedCount, rows + errors);
    for (const end of list.ends) {
      // Runs differ in whether a failed call counts as completed.
      const isWithErrors = end.completedCount === rows + errors;
      look(list, end.line, 'completed_count', end.completedCount, isWithErrors ? rows + errors : rows);
      look(list, end.line, 'error_count', end.errorCount, errors);
      if (parsed !== null) look(list, end.line, 'parsed_count', end.parsedCount, parsed);
    }
  }
  return { faults, stated, found: rows };
}
