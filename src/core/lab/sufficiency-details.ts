import { type Evaluation, UNKNOWN } from '../correctness.ts';
import { NATIVE, type QuestionDetails, SEARCH, type StateDetails } from '../terms.ts';
import { retrievedTitles } from '../trajectory/retrieved-titles.ts';
import type { SufficiencyQuestion, SufficiencyTurn } from './sufficiency.ts';

/**
 * One question's verdicts of a judge from its texts. A turn is a native state, its number that of the searches: what the
 * state holds is what the judge saw there, and what the next state holds is what the search after the verdict brought.
 */
export function sufficiencyFromDetails(
  { dataset, correctness }: Evaluation,
  question: number,
  details: QuestionDetails,
  judgeId: string,
): SufficiencyQuestion {
  const { questions, states } = dataset;
  const byId = new Map(details.states.map((state) => [state.stateId, state]));
  const own: number[] = [];
  for (let state = questions.stateStart[question]!; state < questions.stateStart[question + 1]!; state++) {
    if (states.role[state] === NATIVE) own.push(state);
  }
  const textsAt = (state: number | undefined): StateDetails | undefined =>
    state === undefined ? undefined : byId.get(states.ids[state]!);
  const titlesAt = (state: number | undefined): readonly string[] | null =>
    state === undefined ? null : retrievedTitles(textsAt(state), states.searchesUsed[state]!);
  const turns = own.map((state, i): SufficiencyTurn => {
    const texts = textsAt(state);
    const judge = texts !== undefined && Object.hasOwn(texts.judges, judgeId) ? texts.judges[judgeId] : undefined;
    const isSufficient = judge?.isSufficient ?? null;
    const isFollowed = states.nextAction[state] === SEARCH;
    // A forced search is no next query of the run's: only native states are looked at.
    const next = isFollowed ? textsAt(own[i + 1]) : undefined;
    const em = correctness.probeEm[state]!;
    return {
      turn: states.searchesUsed[state]!,
      isSufficient,
      titlesBefore: titlesAt(state),
      titlesAfter: isSufficient === false && isFollowed ? titlesAt(own[i + 1]) : titlesAt(state),
      isCorrect: em === UNKNOWN ? null : em === 1,
      gaps: (judge?.gapItems ?? []).map((gap) => (gap.isBare ? null : gap)),
      evidence: texts?.documents === undefined ? null : texts.context,
      documents: documentsOf(texts),
      isFollowed,
      newDocuments: brought(documentsOf(texts), documentsOf(next)),
      recordedQuery: next?.query ?? next?.queryText ?? null,
    };
  });
  const end = correctness.nativeEm[question]!;
  return {
    id: questions.ids[question]!,
    question: questions.texts[question] ?? '',
    goldTitles: details.supportingFacts?.map(([title]) => title) ?? null,
    isEndRight: end === UNKNOWN ? null : end === 1,
    turns,
  };
}

const documentsOf = (texts: StateDetails | undefined): string | null => texts?.documents ?? texts?.context ?? null;

/** The documents that a search added: the text after it less that before, where one begins with the other. */
const brought = (before: string | null, after: string | null): string | null =>
  after === null ? null : before !== null && after.startsWith(before) ? after.slice(before.length) : after;
