import type { Dataset, Selection, SplitRole } from '../terms.ts';
import { indicesFrom } from './splits.ts';

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
    return [{ name, role, members: indicesFrom(from, last) }];
  });
}

const ROLES: readonly SplitRole[] = ['descriptive', 'exploratory', 'validation', 'confirmatory'];

export function roleOfSelection(dataset: Dataset, selection: Selection): SelectionRole {
  const splits = roleSplits(dataset);
  if (splits.length === 0 || selection.length === 0) return { kind: 'none' };
  const exact = splits.find(({ members }) => isSame(members, selection));
  if (exact !== undefined) return { kind: 'split', name: exact.name, role: exact.role };
  // 0: in no split, else the role's number in ROLES.
  const codes = new Uint8Array(dataset.questions.count);
  for (const { role, members } of splits) {
    if (role !== 'descriptive') for (const q of members) codes[q] = ROLES.indexOf(role);
  }
  const isThere = ROLES.map(() => false);
  for (const q of selection) isThere[codes[q]!] = true;
  const roles = new Set(ROLES.filter((_, code) => isThere[code]));
  const [only] = roles;
  if (roles.size === 1 && only !== undefined) return { kind: 'part', role: only };
  return roles.has('confirmatory') ? { kind: 'pooled', roles: [...roles] } : { kind: 'part', role: 'descriptive' };
}

/** Ends first: other questions mostly differ there. */
const isSame = (a: Selection, b: Selection): boolean =>
  a.length === b.length && a[0] === b[0] && a.at(-1) === b.at(-1) && a.every((value, i) => value === b[i]);
