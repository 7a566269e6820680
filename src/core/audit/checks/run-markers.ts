import type { Check } from '../check.ts';
import type { EvidenceRow, ListEvidence } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { runsOf } from '../runs.ts';
import { countOf, listed } from '../words.ts';

/** Exactly one start and one end per run, and a status that says complete. */
export const runMarkers: Check = {
  id: 'run-markers',
  title: 'One run_start, one run_end, status complete',
  why: 'A run that broke off looks whole line by line; only its markers show that the end is missing.',
  run({ evidence }) {
    const runs = runsOf(evidence);
    if (runs.length === 0) return notApplicable('The files hold no runs with records of their own.');
    const faults = runs.flatMap(({ lists }) => faultsOf(lists));
    const silent = runs.filter(({ lists }) => lists.every((list) => list.starts.length + list.ends.length === 0));
    if (faults.length > 0) {
      const finding = 'The rows that are there are used, but nothing says that they are all.';
      return fault(
        'fail',
        { figure: countOf(faults.length, 'fault'), unit: `in ${countOf(runs.length, 'run')}`, finding },
        faults,
      );
    }
    if (silent.length > 0) {
      const rows = silent.map(({ lists }) => row(lists[0]!, null, 'neither run_start nor run_end'));
      return fault(
        'warn',
        {
          figure: countOf(silent.length, 'run'),
          unit: `of ${runs.length} without markers`,
          finding: `Whether ${listed(silent.map(({ lists }) => lists[0]!.file))} ended as planned cannot be seen.`,
        },
        rows,
      );
    }
    return pass(countOf(runs.length, 'run'), `in ${countOf(runs.flatMap(({ lists }) => lists).length, 'file')}`);
  },
};

function faultsOf(lists: readonly ListEvidence[]): readonly EvidenceRow[] {
  const [first] = lists;
  const starts = lists.flatMap((list) => list.starts.map(({ line }) => ({ list, line })));
  const ends = lists.flatMap((list) => list.ends.map(({ line, status }) => ({ list, line, status })));
  if (first === undefined || starts.length + ends.length === 0) return [];
  const faults: EvidenceRow[] = [];
  if (starts.length === 0) faults.push(row(first, null, 'no run_start'));
  if (ends.length === 0) faults.push(row(first, null, 'no run_end: it may be cut off'));
  for (const { list, line } of starts.slice(1)) faults.push(row(list, line, 'a second run_start'));
  for (const { list, line } of ends.slice(1)) faults.push(row(list, line, 'a second run_end'));
  for (const { list, line, status } of ends) {
    if (status === null || !/^completed?$/i.test(status))
      faults.push(row(list, line, `status ${status ?? 'not stated'}`));
  }
  return faults;
}

const row = ({ file }: ListEvidence, line: number | null, note: string): EvidenceRow => ({
  file,
  line,
  id: null,
  note,
});
