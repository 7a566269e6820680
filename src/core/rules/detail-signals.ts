import type { Evaluation } from '../correctness.ts';
import { NATIVE, type QuestionDetails, type StateDetails } from '../terms.ts';
import { type Passage, parsePassages } from '../trajectory/passages.ts';
import { retrievedTitles } from '../trajectory/retrieved-titles.ts';
import { tokenise } from './bm25.ts';
import type { StateColumn } from './dataset-signals.ts';

/** Signals that lie in the texts, which are read question by question. */
export interface DetailColumns {
  /** Takes in one question. */
  readonly add: (question: number, details: QuestionDetails) => void;
  /**
   * What was found so far, columns without any value left out: `overlap` (share of tokens that what a search brought has
   * in common with what was there before, 0 at the first state); `coverage` (share of the gold supporting titles that were
   * retrieved: it needs labels, so no rule with it can be deployed); `sufficient:JUDGE` and `gaps:JUDGE` (number of gap
   * items) of every judge that writes them.
   */
  readonly columns: () => readonly StateColumn[];
}

export function collectDetailColumns(evaluation: Evaluation): DetailColumns {
  const { states, questions, judges } = evaluation.dataset;
  const found = new Map<string, StateColumn>();
  const put = (id: string, name: string, isFlag: boolean, state: number, value: number | null): void => {
    if (value === null) return;
    let column = found.get(id);
    if (column === undefined) {
      column = { id, name, isFlag, values: new Float64Array(states.count).fill(Number.NaN) };
      found.set(id, column);
    }
    column.values[state] = value;
  };
  return {
    add: (question, details) => {
      const byId = new Map(details.states.map((state) => [state.stateId, state]));
      const goldTitles = new Set((details.supportingFacts ?? []).map(([title]) => title));
      const overlapOf = overlaps();
      for (let state = questions.stateStart[question]!; state < questions.stateStart[question + 1]!; state++) {
        const texts = byId.get(states.ids[state]!);
        if (texts === undefined || states.role[state] !== NATIVE) continue;
        const text = texts.documents ?? texts.context;
        put('overlap', 'Passage overlap', false, state, text === null ? null : overlapOf(parsePassages(text)));
        const titles = retrievedTitles(texts, states.searchesUsed[state]!);
        put('coverage', 'Title coverage (needs labels)', false, state, coverageOf(goldTitles, titles));
        for (const { id, name } of judges) putJudge(texts, id, name, state, put);
      }
    },
    columns: () => [...found.values()],
  };
}

function putJudge(
  texts: StateDetails,
  id: string,
  name: string,
  state: number,
  put: (id: string, name: string, isFlag: boolean, state: number, value: number | null) => void,
): void {
  const judge = Object.hasOwn(texts.judges, id) ? texts.judges[id] : undefined;
  if (judge === undefined) return;
  const { isSufficient, gapItems } = judge;
  put(`sufficient:${id}`, `${name} says sufficient`, true, state, isSufficient === null ? null : isSufficient ? 1 : 0);
  put(`gaps:${id}`, `Gap items of ${name}`, false, state, gapItems === null ? null : gapItems.length);
}

function coverageOf(goldTitles: ReadonlySet<string>, titles: readonly string[] | null): number | null {
  if (titles === null || goldTitles.size === 0) return null;
  const retrieved = new Set(titles);
  return [...goldTitles].filter((title) => retrieved.has(title)).length / goldTitles.size;
}

/**
 * Jaccard's index between the tokens of the passages that are new in a state and all tokens before it, as the round-wise
 * stopping scripts compute it. 0 where either side is empty.
 */
function overlaps(): (passages: readonly Passage[]) => number {
  const seen = new Set<string>();
  const prior = new Set<string>();
  return (passages) => {
    const fresh = new Set<string>();
    for (const { title, text } of passages) {
      const key = `${title ?? ''}\n${text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const token of tokenise(`${title ?? ''} ${text}`)) fresh.add(token);
    }
    let shared = 0;
    for (const token of fresh) if (prior.has(token)) shared += 1;
    const union = fresh.size + prior.size - shared;
    for (const token of fresh) prior.add(token);
    return union === 0 ? 0 : shared / union;
  };
}
