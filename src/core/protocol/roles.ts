import type { Dataset, Selection, SplitRole } from '../terms.ts';

/** What figures on a selection may claim. */
export type SelectionRole =
  /** The data names no splits. */
  | { readonly kind: 'none' }
  /** Exactly one split. */
  | { readonly kind: 'split'; readonly name: string; readonly role: SplitRole }
  /** Part of the questions of splits with one role. */
  | { readonly kind: 'part'; readonly role: SplitRole }
  /** Exploratory or validation questions pooled with confirmatory ones: refused unless called descriptive. */
  | { readonly kind: 'pooled'; readonly roles: readonly SplitRole[] };

interface RoleSplit {
  readonly name: string;
  readonly role: SplitRole;
  readonly members: Selection;
}

/** The splits with a role: a protocol's, else the named ranges of the data. */
export function roleSplits({ ranges, splitMembers, questions }: Dataset): readonly RoleSplit[] {
  if (splitMembers !== undefined) return splitMembers;
  return ranges.flatMap(({ name, from, to, role }) => {
    const last = Math.min(to, questions.count - 1);
    if (role === null || from > last) return [];
    return [{ name, role, members: Int32Array.from({ length: last - from + 1 }, (_, i) => from + i) }];
  });
}

export function roleOfSelection(dataset: Dataset, selection: Selection): SelectionRole {
  const splits = roleSplits(dataset);
  if (splits.length === 0 || selection.length === 0) return { kind: 'none' };
  const exact = splits.find(({ members }) => isSame(members, selection));
  if (exact !== undefined) return { kind: 'split', name: exact.name, role: exact.role };
  const roleOf = new Map<number, SplitRole>();
  for (const { role, members } of splits) {
    if (role !== 'descriptive') for (const q of members) roleOf.set(q, role);
  }
  const roles = new Set<SplitRole>();
  for (const q of selection) roles.add(roleOf.get(q) ?? 'descriptive');
  const [only] = roles;
  if (roles.size === 1 && only !== undefined) return { kind: 'part', role: only };
  return roles.has('confirmatory') ? { kind: 'pooled', roles: [...roles] } : { kind: 'part', role: 'descriptive' };
}

const isSame = (a: Selection, b: Selection): boolean => a.length === b.length && a.every((value, i) => value === b[i]);
