import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { claimingSplits, splitTexts } from '../splits.ts';
import { count } from '../words.ts';

/** No question of one split stands under another id in another. */
export const splitQuestions: Check = {
  id: 'split-texts',
  title: 'No question text in two splits',
  why: 'Ids differ easily; the same question under two ids still confirms what it chose.',
  run(input) {
    const splits = claimingSplits(input);
    if (splits.length < 2) return notApplicable('There are no two splits with roles of their own.');
    const texts = splitTexts(input, splits);
    const { ids } = input.evaluation.dataset.questions;
    const first = new Map<string, { readonly split: string; readonly question: number }>();
    const rows: EvidenceRow[] = [];
    let checked = 0;
    let found = 0;
    for (const { name, members } of splits) {
      for (const question of members) {
        const text = texts.get(question)!;
        if (text === '') continue;
        checked += 1;
        const other = first.get(text);
        if (other === undefined) first.set(text, { split: name, question });
        else if (other.split !== name && other.question !== question) {
          found += 1;
          const note = `same text as ${ids[other.question]} in ${other.split}`;
          if (rows.length < MOST_ROWS) rows.push({ file: null, line: null, id: ids[question]!, note });
        }
      }
    }
    if (checked === 0) return notApplicable('The questions carry no texts.');
    if (found === 0) return pass(count(checked), `questions in ${splits.length} splits`);
    const finding = 'Compared after normalising, as answers are.';
    return fault('fail', { figure: count(found), unit: `of ${count(checked)} questions`, finding }, rows, found);
  },
};
