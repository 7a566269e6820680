import { NATIVE } from '../../terms.ts';
import type { Check } from '../check.ts';
import { type EvidenceRow, MOST_ROWS } from '../evidence.ts';
import { fault, pass } from '../outcome.ts';
import { count } from '../words.ts';

/** A state's index is the searches used there, in every place it is stated; a question's states leave no round out. */
export const stateIndex: Check = {
  id: 'state-index',
  title: 'State index equals searches used',
  why: 'A stop costs as many searches as its state has used: an index that is off by one is a search per stop.',
  run({ evidence, evaluation }) {
    const { questions, states } = evaluation.dataset;
    const rows: EvidenceRow[] = [...evidence.stateIndex.rows];
    let gaps = 0;
    for (let q = 0; q < questions.count; q++) {
      let next = 0;
      for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]!; s++) {
        if (states.role[s] !== NATIVE) continue;
        const used = states.searchesUsed[s]!;
        // The first state may be the one after the first search (tables that count rounds from 1).
        const isGap = next === 0 ? used > 1 : used > next;
        if (isGap) {
          gaps += 1;
          const note = `searches used ${used}, where ${next} comes next`;
          if (rows.length < MOST_ROWS) rows.push({ file: null, line: null, id: states.ids[s]!, note });
        }
        next = used + 1;
      }
    }
    const found = evidence.stateIndex.count + gaps;
    if (found === 0) return pass(count(states.count), 'states');
    const finding = 'state_index is used where both are stated. A round that is missing can never be stopped at.';
    return fault('fail', { figure: count(found), unit: `of ${count(states.count)} states`, finding }, rows, found);
  },
};
