import type { Unmatched } from '../../core/compare/match.ts';
import type { SelectionRole } from '../../core/protocol/roles.ts';
import type { SplitRole } from '../../core/terms.ts';
import { formatCount } from '../../ui/parts/format.ts';

export const UNMATCHED_WORDS: Readonly<Record<Unmatched, string>> = {
  missing: 'not in the other run',
  'other-text': 'same id, another question',
  ambiguous: 'a text that stands more than once',
};

/** "200 not in the other run, 3 same id, another question"; null where every question has a partner. */
export function lonelyWords(lonely: Readonly<Record<Unmatched, number>>): string | null {
  const parts = (Object.keys(UNMATCHED_WORDS) as Unmatched[])
    .filter((why) => lonely[why] > 0)
    .map((why) => `${formatCount(lonely[why])} ${UNMATCHED_WORDS[why]}`);
  return parts.length === 0 ? null : parts.join('; ');
}

/** What figures on a selection may claim; null where the data names no splits. */
export const roleOf = (role: SelectionRole): SplitRole | null =>
  role.kind === 'none' ? null : role.kind === 'pooled' ? 'descriptive' : role.role;

/** Two runs never share colour and dash: the second takes the next ones where it would. */
export const styleOf = (left: number, right: number): number => (left % 3 === right % 3 ? (right + 1) % 3 : right);
