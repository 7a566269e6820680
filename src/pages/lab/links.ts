import type { Policy } from '../../core/policies/index.ts';
import type { Filter } from '../../core/questions/index.ts';
import { questionsLink } from '../../store/questions-links.ts';
import type { View } from '../../store/view.ts';

/** The questions that a policy ends otherwise than another: its early stops, where the other is native. */
export const flipsLink = (
  view: View,
  to: Policy,
  filters: readonly Filter[] = [],
  from: Policy = { kind: 'native' },
): string => questionsLink(view, filters, { tab: 'flips', from, to });

/** An address holds so many ids; beyond it a list is a file, not a link. */
const MOST_IDS = 200;

/** Just these questions; null where an address cannot hold them. */
export const idsLink = (view: View, ids: readonly string[]): string | null =>
  ids.length === 0 || ids.length > MOST_IDS ? null : questionsLink(view, [{ kind: 'in', column: 'id', values: ids }]);
