import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, pass } from '../outcome.ts';
import { count } from '../words.ts';

/** Question texts, and query and observation of every executed search. */
export const missingTexts: Check = {
  id: 'missing-texts',
  title: 'No text is missing',
  why: 'What cannot be read cannot be checked: duplicates, leaks and wrong evidence hide there.',
  run({ evaluation, evidence }) {
    const { questions } = evaluation.dataset;
    const rows: EvidenceRow[] = [];
    let silent = 0;
    questions.texts.forEach((text, q) => {
      if (text !== null && text.trim() !== '') return;
      silent += 1;
      if (rows.length < MOST_ROWS)
        rows.push({ file: null, line: null, id: questions.ids[q]!, note: 'no question text' });
    });
    const { searchTexts } = evidence;
    const found = silent + searchTexts.count;
    const checked = questions.count + searchTexts.checked;
    if (found === 0) return pass(count(checked), searchTexts.checked > 0 ? 'questions and searches' : 'questions');
    const finding = `${count(silent)} questions have no text, ${count(searchTexts.count)} searches no query or no observation.`;
    const words = { title: 'Texts are missing', figure: count(found), unit: `of ${count(checked)}`, finding };
    return fault('warn', words, [...rows, ...searchTexts.rows], found);
  },
};
