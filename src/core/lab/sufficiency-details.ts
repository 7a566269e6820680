import { type Evaluation, UNKNOWN } from '../correctness.ts';
import { NATIVE, type QuestionDetails } from '../terms.ts';
import { parsePassages } from '../trajectory/passages.ts';
import type { SufficiencyQuestion, SufficiencyTurn } from './sufficiency.ts';

/**
 * One question's verdicts of a judge from its texts. A state's context is what the judge saw there, so the titles are to be
 * read `as-written`; the turn is the number of searches, and the recorded query that of the next search.
 */
export function sufficiencyFromDetails(
  { dataset, correctness }: Evaluation,
  question: number,
  details: QuestionDetails,
  judgeId: string,
): SufficiencyQuestion {
  const { questions, states } = dataset;
  const byId = new Map(details.states.map((state) => [state.stateId, state]));
  const turns: SufficiencyTurn[] = [];
  for (let state = questions.stateStart[question]!; state < questions.stateStart[question + 1]!; state++) {
    if (states.role[state] !== NATIVE) continue;
    const texts = byId.get(states.ids[state]!);
    const judge = texts !== undefined && Object.hasOwn(texts.judges, judgeId) ? texts.judges[judgeId] : undefined;
    // A forced search is no next query of the run's.
    const next = states.role[state + 1] === NATIVE ? byId.get(states.ids[state + 1]!) : undefined;
    const titles = texts?.context == null ? null : parsePassages(texts.context).map(({ title }) => title);
    const em = correctness.probeEm[state]!;
    turns.push({
      turn: states.searchesUsed[state]!,
      isSufficient: judge?.isSufficient ?? null,
      titles: titles === null ? null : titles.filter((title) => title !== null),
      isCorrect: em === UNKNOWN ? null : em === 1,
      gaps: judge?.gapItems ?? [],
      evidence: null,
      documents: texts?.context ?? null,
      recordedQuery: next?.query ?? null,
    });
  }
  return {
    id: questions.ids[question]!,
    question: questions.texts[question] ?? '',
    goldTitles: details.supportingFacts?.map(([title]) => title) ?? null,
    turns,
  };
}
