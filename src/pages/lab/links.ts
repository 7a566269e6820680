import { decisionColumnId } from '../../core/lab/decision-figures.ts';
import { figureColumnId, IN_FIGURE, type TextFigure, type VerdictCell } from '../../core/lab/text-figures.ts';
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

const atLeast = (column: string, low: number): readonly Filter[] => [{ kind: 'range', column, low, high: null }];

/** Questions with an eligible state whose probe answer is wrong. */
export const HAS_WRONG_STATE = atLeast('unsafeStates', 1);
/** Questions whose native run made so many searches. */
export const searchedAtLeast = (searches: number): readonly Filter[] => atLeast('nativeSearches', searches);
/** Questions with more than so many eligible states: those that have one at this depth, counted from 0. */
export const hasDepth = (depth: number): readonly Filter[] => atLeast('states', depth + 1);
/** Questions with an eligible state that the judge was asked about. */
export const WAS_ASKED = atLeast('asked', 1);

/** The questions behind a cell of a recorded decision, state by state. */
export const decisionLink = (view: View, signal: string, cell: VerdictCell): string =>
  questionsLink(view, [{ kind: 'in', column: decisionColumnId(signal, cell), values: [IN_FIGURE] }]);

/** The questions behind a count of the sufficiency analysis. */
export const figureLink = (view: View, judge: string, figure: TextFigure): string =>
  questionsLink(view, [{ kind: 'in', column: figureColumnId(judge, figure), values: [IN_FIGURE] }]);
