import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { occursIn } from '../gold-in-text.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count } from '../words.ts';

/** Questions that hold their own answer: often a comparison that names both options, sometimes a leak. */
export const goldInQuestion: Check = {
  id: 'gold-in-question',
  title: 'No gold answer occurs in its question',
  why: 'Such a question can be answered without any search, so a stop there says little about the evidence.',
  run({ evaluation }) {
    const { questions } = evaluation.dataset;
    const types = questions.meta.find(({ name }) => name === 'type')?.values;
    const toRead: EvidenceRow[] = [];
    const comparisons: EvidenceRow[] = [];
    const byType = new Map<string, number>();
    let checked = 0;
    let found = 0;
    for (let q = 0; q < questions.count; q++) {
      const text = questions.texts[q] ?? null;
      const gold = questions.golds[q] ?? null;
      if (text === null || gold === null) continue;
      checked += 1;
      // A question names its options in full: "Which river is longer, the Po or the Thames?"
      if (!occursIn(text, gold, 2)) continue;
      found += 1;
      const type = String(types?.[q] ?? 'of no type');
      byType.set(type, (byType.get(type) ?? 0) + 1);
      // What is no comparison is what somebody should read: it comes first.
      const row = { file: null, line: null, id: questions.ids[q]!, note: type };
      const rows = type === 'comparison' ? comparisons : toRead;
      if (rows.length < MOST_ROWS) rows.push(row);
    }
    if (checked === 0) return notApplicable('No question has both its text and an open label.');
    if (found === 0) return pass(count(checked), 'questions');
    return fault(
      'warn',
      {
        title: 'Gold answer occurs in the question',
        figure: count(found),
        unit: `of ${count(checked)} questions`,
        finding: sentence(byType, found),
      },
      [...toRead, ...comparisons].slice(0, MOST_ROWS),
      found,
    );
  },
};

function sentence(byType: ReadonlyMap<string, number>, found: number): string {
  const comparisons = byType.get('comparison') ?? 0;
  if (comparisons === 0) return 'Read them: a question that names its answer needs no search.';
  const rest = found - comparisons;
  const named = `${count(comparisons)} are comparison questions, which name both options.`;
  if (rest === 0) return named;
  return rest === 1 ? `${named} One is not: read it.` : `${named} ${count(rest)} are not: read them.`;
}
