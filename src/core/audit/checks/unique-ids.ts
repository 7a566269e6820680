import type { Check } from '../check.ts';
import { fault, ofTally, pass } from '../outcome.ts';
import { count } from '../words.ts';

/** One row per question and state in every list. */
export const uniqueIds: Check = {
  id: 'unique-ids',
  title: 'Every id stands once in its list',
  why: 'Of two rows with one id only the first is used, and which one that is depends on the order of the files.',
  run({ evidence, problems, evaluation }) {
    if (evidence.lists.length > 0) {
      return ofTally(evidence.duplicates, {
        status: 'fail',
        noun: 'rows',
        none: 'The files hold no rows with ids.',
        finding: 'The first row of each is used, the others were set aside.',
      });
    }
    const duplicates = problems.filter(({ code }) => /duplicate/.test(code));
    const found = duplicates.reduce((sum, problem) => sum + problem.count, 0);
    const { questions, states } = evaluation.dataset;
    if (found === 0) return pass(count(questions.count + states.count), 'questions and states');
    const finding = `The data page lists them: ${duplicates.map(({ code }) => code).join(', ')}.`;
    return fault('fail', { figure: count(found), unit: 'rows with an id used before', finding }, [], found);
  },
};
