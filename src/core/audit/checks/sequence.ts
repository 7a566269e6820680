import type { Check } from '../check.ts';
import type { EvidenceRow } from '../evidence.ts';
import { fault, mergeTallies, notApplicable, pass } from '../outcome.ts';
import { count, countOf } from '../words.ts';

/** sequence_index counts 0, 1, 2 ... through every file, or goes on where another part of the run ended. */
export const sequence: Check = {
  id: 'sequence',
  title: 'sequence_index is contiguous',
  why: 'A gap shows a row that was lost, a step back a file that was joined or sorted after the run.',
  run({ evidence }) {
    const lists = evidence.lists.filter((list) => list.sequence.stated > 0);
    if (lists.length === 0) return notApplicable('No file states a sequence_index.');
    const breaks = mergeTallies(lists.map((list) => list.sequence.breaks));
    const others = lists.flatMap((list): EvidenceRow[] => {
      const { first, stated } = list.sequence;
      const line = list.lines[0] ?? null;
      const isContinued = lists.some(
        (other) => other !== list && other.group === list.group && other.sequence.last === (first ?? 0) - 1,
      );
      return [
        ...(first === 0 || isContinued
          ? []
          : [{ file: list.file, line, id: null, note: `begins at sequence_index ${first}` }]),
        ...(stated === list.rows
          ? []
          : [{ file: list.file, line: null, id: null, note: `${list.rows - stated} rows without sequence_index` }]),
      ];
    });
    const found = breaks.count + others.length;
    if (found === 0) return pass(count(breaks.checked), `rows in ${countOf(lists.length, 'list')}`);
    const finding = 'The count of rows does not run through from 0.';
    const unit = `of ${count(breaks.checked)} rows`;
    return fault('fail', { figure: countOf(found, 'break'), unit, finding }, [...others, ...breaks.rows], found);
  },
};
