import { NATIVE } from '../../terms.ts';
import type { AuditInput, Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, countOf } from '../words.ts';

/** No run and no native state beyond the search budget. */
export const budget: Check = {
  id: 'budget',
  title: 'The search budget is never exceeded',
  why: 'A native run with more searches than the frozen budget allows is another system than the one described.',
  run(input) {
    const { evidence, evaluation } = input;
    const { questions, states } = evaluation.dataset;
    const { totals, overdrawn } = evidence.budget;
    const limit = limitOf(input);
    const rows: EvidenceRow[] = [...overdrawn.rows];
    let found = overdrawn.count;
    const exceed = (id: string, used: number) => {
      found += 1;
      if (rows.length < MOST_ROWS) rows.push({ file: null, line: null, id, note: `${used} searches` });
    };
    if (limit !== null) {
      for (let q = 0; q < questions.count; q++) {
        if (questions.nativeSearches[q]! > limit.value) exceed(questions.ids[q]!, questions.nativeSearches[q]!);
      }
      for (let s = 0; s < states.count; s++) {
        if (states.role[s] === NATIVE && states.searchesUsed[s]! > limit.value)
          exceed(states.ids[s]!, states.searchesUsed[s]!);
      }
    }
    if (totals !== null && totals.least !== totals.most) {
      found += 1;
      const note = `searches used + remaining is ${totals.least} in some rows, ${totals.most} in others`;
      rows.push({ file: null, line: null, id: null, note });
    }
    if (found > 0) {
      const finding =
        limit === null
          ? 'The rows contradict each other about the budget.'
          : `The budget is ${limit.value}: ${limit.said}.`;
      return fault('fail', { figure: countOf(found, 'row'), unit: 'over the budget', finding }, rows, found);
    }
    if (limit === null) {
      const most = questions.nativeSearches.reduce((a, b) => Math.max(a, b), 0);
      return notApplicable(
        `The files state no budget. The largest native run makes ${countOf(most, 'search', 'searches')}.`,
      );
    }
    return {
      ...pass(count(questions.count), 'questions', `Budget ${limit.value}: ${limit.said}.`),
      title: `Search budget of ${limit.value} never exceeded`,
    };
  },
};

/** What the user says, what the runs state, or what the states have left. */
function limitOf({ budget: said, evidence, evaluation }: AuditInput): { value: number; said: string } | null {
  if (said !== null) return { value: said, said: 'as given' };
  const { stated, totals } = evidence.budget;
  if (stated.length > 0) return { value: Math.min(...stated), said: 'as the runs state it' };
  if (totals === null || totals.least !== totals.most) return null;
  const most = evaluation.dataset.questions.nativeSearches.reduce((a, b) => Math.max(a, b), 0);
  // Where the remaining budget does not count the search at hand, a run may make one more than used + remaining.
  const isExclusive = most === totals.most + 1;
  return isExclusive
    ? { value: most, said: `used + remaining is ${totals.most} in every state, the search at hand not counted` }
    : { value: totals.most, said: `used + remaining is ${totals.most} in every state` };
}
