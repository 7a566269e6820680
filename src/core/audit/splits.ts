import { squad } from '../answers/squad.ts';
import type { Dataset } from '../terms.ts';
import type { AuditInput, AuditSplit } from './check.ts';

/** Splits whose figures claim something. A descriptive pool may hold any of them. */
export const claimingSplits = ({ splits }: AuditInput): readonly AuditSplit[] =>
  splits.filter(({ role, members }) => role !== 'descriptive' && members.length > 0);

/** Normalised text of every question of the splits; '' where there is none. */
export function splitTexts({ evaluation }: AuditInput, splits: readonly AuditSplit[]): ReadonlyMap<number, string> {
  const { texts } = evaluation.dataset.questions;
  const found = new Map<number, string>();
  for (const { members } of splits) for (const q of members) found.set(q, squad.normalise(texts[q] ?? ''));
  return found;
}

/** The splits that the data itself names: ranges with a role, and the values of its split column. */
export function splitsOfRanges({ ranges, questions, splitMembers }: Dataset): readonly AuditSplit[] {
  if (splitMembers !== undefined) return splitMembers;
  const named = ranges.map(({ name, role, from, to }): AuditSplit => {
    const last = Math.min(to, questions.count - 1);
    return { name, role, members: Int32Array.from({ length: Math.max(0, last - from + 1) }, (_, i) => from + i) };
  });
  if (named.length > 0) return named;
  const byName = new Map<string, number[]>();
  questions.splits.forEach((split, q) => {
    if (split === null) return;
    const members = byName.get(split);
    if (members === undefined) byName.set(split, [q]);
    else members.push(q);
  });
  return [...byName].map(([name, members]) => ({ name, role: null, members: Int32Array.from(members) }));
}
