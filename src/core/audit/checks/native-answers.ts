import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, pass } from '../outcome.ts';
import { count } from '../words.ts';

/** Every native run ended with an answer. */
export const nativeAnswers: Check = {
  id: 'native-answers',
  title: 'Every native run answers',
  why: 'A missing answer counts as wrong, so a policy gains on native wherever it answers at all.',
  run({ evaluation }) {
    const { questions } = evaluation.dataset;
    const rows: EvidenceRow[] = [];
    let missing = 0;
    let empty = 0;
    questions.nativeAnswers.forEach((answer, q) => {
      if (answer !== null && answer.trim() !== '') return;
      if (answer === null) missing += 1;
      else empty += 1;
      const note = answer === null ? 'null' : 'empty';
      if (rows.length < MOST_ROWS) rows.push({ file: null, line: null, id: questions.ids[q]!, note });
    });
    const found = missing + empty;
    if (found === 0) return pass(count(questions.count), 'questions');
    return fault(
      'warn',
      {
        title: 'Native answer missing or empty',
        figure: count(found),
        unit: `${count(missing)} null, ${count(empty)} empty`,
        finding: 'Both count as wrong, never as skipped.',
      },
      rows,
      found,
    );
  },
};
