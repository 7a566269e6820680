import type { Filter, SortKey } from '../core/questions/index.ts';
import { formatAddress } from './address.ts';
import { changeView, openPage, useApp } from './app-store.ts';
import { DEFAULT_QUESTIONS, type QuestionsView } from './questions-view.ts';
import type { View } from './view.ts';

/** Conditions that numbers on other pages stand for. */
export const outcomeIs = (...sets: readonly string[]): Filter => ({ kind: 'in', column: 'outcome', values: sets });

/** Questions with an opportunity: an eligible state with a right answer. */
export const HAS_OPPORTUNITY: Filter = { kind: 'range', column: 'earliestSafe', low: 0, high: null };

const BY_SCORE: readonly SortKey[] = [{ column: 'score', isDescending: true }];

const lookAt = (filters: readonly Filter[], more: Partial<QuestionsView>): QuestionsView => ({
  ...DEFAULT_QUESTIONS,
  filters,
  // Where only stopped questions are listed, the surest stops come first.
  sort: filters.some(({ column }) => column === 'outcome') ? BY_SCORE : [],
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

/** The address of one question's own page. */
export const questionLink = (view: View, id: string): string =>
  formatAddress({ page: 'question', view: { ...view, questions: { ...view.questions, open: id, state: null } } });

/** The link to a question's page as it is now, for the clipboard. */
export const openQuestionPage = (id: string): void => {
  const { questions } = useApp.getState().view;
  changeView({ questions: { ...questions, open: id } });
  openPage('question');
};
