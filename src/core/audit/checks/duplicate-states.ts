import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, pass } from '../outcome.ts';
import { count } from '../words.ts';

/** Within a question no two states of one role with the same searches, nor two that were fed with the same text. */
export const duplicateStates: Check = {
  id: 'duplicate-states',
  title: 'No state stands twice',
  why: 'A state that stands twice is counted twice in every state-level figure.',
  run({ evaluation, evidence }) {
    const { questions, states } = evaluation.dataset;
    const rows: EvidenceRow[] = [];
    let found = 0;
    const add = (s: number, note: string) => {
      found += 1;
      if (rows.length < MOST_ROWS) rows.push({ file: null, line: null, id: states.ids[s]!, note });
    };
    for (let q = 0; q < questions.count; q++) {
      const rounds = new Set<number>();
      const prints = new Map<number, number>();
      for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]!; s++) {
        const round = states.searchesUsed[s]! * 2 + states.role[s]!;
        if (rounds.has(round)) add(s, `a second state after ${states.searchesUsed[s]} searches`);
        rounds.add(round);
        const print = evidence.inputPrints?.[s] ?? Number.NaN;
        if (Number.isNaN(print)) continue;
        const other = prints.get(print);
        if (other !== undefined) add(s, `the same input as ${states.ids[other]}`);
        prints.set(print, s);
      }
    }
    if (found === 0) return pass(count(states.count), 'states');
    const finding = 'A search that brought nothing new makes two states of one; a copied row makes two figures of one.';
    return fault('warn', { figure: count(found), unit: `of ${count(states.count)} states`, finding }, rows, found);
  },
};
