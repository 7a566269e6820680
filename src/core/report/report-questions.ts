import type { Evaluation } from '../correctness.ts';
import { sweep } from '../sweep.ts';
import type { Gold, Selection } from '../terms.ts';

/**
 * Questions with their texts, and where each judge stops them, for a report whose reader may see them. EM is 0, 1, or 2
 * where it is not known (no label, sealed, no probe answer).
 */
export interface ReportQuestions {
  readonly questions: readonly {
    readonly id: string;
    readonly text: string | null;
    readonly golds: readonly string[];
    readonly isSealed: boolean;
    readonly nativeAnswer: string | null;
    readonly nativeEm: number;
    readonly nativeSearches: number;
  }[];
  readonly judges: readonly StopEvents[];
}

/** The stops of one judge's sweep. The events of row r are rowStart[r] .. rowStart[r + 1] - 1; the last event counts. */
export interface StopEvents {
  readonly judge: string;
  readonly rowStart: readonly number[];
  /** Places in `questions`. */
  readonly question: readonly number[];
  readonly searchesUsed: readonly number[];
  readonly answer: readonly (string | null)[];
  readonly em: readonly number[];
}

/** Of the judges named, over the selection. Sealed labels are not in `evaluation`, so they cannot be here. */
export function reportQuestions(
  evaluation: Evaluation,
  selection: Selection,
  judges: readonly string[],
): ReportQuestions {
  const { dataset, correctness } = evaluation;
  const { questions, states } = dataset;
  const place = new Map(Array.from(selection, (q, i) => [q, i]));
  return {
    questions: Array.from(selection, (q) => ({
      id: questions.ids[q]!,
      text: questions.texts[q] ?? null,
      golds: listOf(questions.golds[q] ?? null),
      isSealed: questions.sealed?.[q] === 1,
      nativeAnswer: questions.nativeAnswers[q] ?? null,
      nativeEm: correctness.nativeEm[q]!,
      nativeSearches: questions.nativeSearches[q]!,
    })),
    judges: dataset.judges
      .filter(({ id }) => judges.includes(id))
      .map((judge): StopEvents => {
        const { rowStart, eventQuestion, eventState } = sweep(evaluation, judge, selection, []);
        return {
          judge: judge.id,
          rowStart: [...rowStart],
          question: Array.from(eventQuestion, (q) => place.get(q)!),
          searchesUsed: Array.from(eventState, (s) => states.searchesUsed[s]!),
          answer: Array.from(eventState, (s) => states.probeAnswers[s] ?? null),
          em: Array.from(eventState, (s) => correctness.probeEm[s]!),
        };
      }),
  };
}

const listOf = (gold: Gold | null): readonly string[] =>
  gold === null ? [] : typeof gold === 'string' ? [gold] : [...gold];
