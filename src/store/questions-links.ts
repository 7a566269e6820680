import { type Behind, type Filter, type SortKey, STATE_MARKS_COLUMN } from '../core/questions/index.ts';
import { formatAddress } from './address.ts';
import { changeView, openPage, useApp } from './app-store.ts';
import { DEFAULT_QUESTIONS, type PolicyRef, type QuestionsView } from './questions-view.ts';
import type { View } from './view.ts';

const descending = (column: string): readonly SortKey[] => [{ column, isDescending: true }];

/** What a list of questions is about comes first: the surest stops, the most searches. */
const FIRST_BY: Readonly<Record<string, readonly SortKey[]>> = {
  outcome: descending('score'),
  [STATE_MARKS_COLUMN]: descending('score'),
  policySearches: descending('policySearches'),
  nativeSearches: descending('nativeSearches'),
};
const sortFor = (filters: readonly Filter[]): readonly SortKey[] =>
  filters.map(({ column }) => FIRST_BY[column]).find((sort) => sort !== undefined) ?? [];

const lookAt = (filters: readonly Filter[], more: Partial<QuestionsView>): QuestionsView => ({
  ...DEFAULT_QUESTIONS,
  filters,
  sort: sortFor(filters),
  ...more,
});

/** The address of the questions behind a number: `href` of a link. The view is otherwise as it is. */
export const questionsLink = (view: View, filters: readonly Filter[], more: Partial<QuestionsView> = {}): string =>
  formatAddress({ page: 'questions', view: { ...view, questions: lookAt(filters, more) } });

/** Opens the questions behind a number: for buttons. */
export function showQuestions(filters: readonly Filter[], more: Partial<QuestionsView> = {}): void {
  changeView({ questions: lookAt(filters, more) });
  openPage('questions');
}

/** Opens the flip ledger from native to a policy: the lines that a difference to native is the sum of. */
export const showChanges = ({ filters }: Behind, to: PolicyRef = DEFAULT_QUESTIONS.to): void =>
  // Most searches saved first.
  showQuestions(filters, { tab: 'flips', to, sort: [{ column: 'flipSearches', isDescending: false }] });

/** The address of one question's own page. */
export const questionLink = (view: View, id: string): string =>
  formatAddress({ page: 'question', view: { ...view, questions: { ...view.questions, open: id, state: null } } });

/** The link to a question's page as it is now, for the clipboard. */
export const openQuestionPage = (id: string): void => {
  const { questions } = useApp.getState().view;
  changeView({ questions: { ...questions, open: id } });
  openPage('question');
};
