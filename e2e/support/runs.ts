/** Small runs in the exchange format, made for one test each. */

export interface StateSpec {
  readonly score?: number;
  readonly isSafe: boolean;
  readonly isParsed?: boolean;
}

export interface QuestionSpec {
  readonly id: string;
  readonly isCorrect: boolean;
  /** One state a search, from 0 searches on. */
  readonly states: readonly StateSpec[];
  readonly isLabelled?: boolean;
  readonly split?: string;
}

export const exchangeRow = ({ id, isCorrect, states, isLabelled = true, split }: QuestionSpec) => ({
  id,
  question: `What about ${id}?`,
  ...(isLabelled ? { gold: 'yes' } : {}),
  ...(split === undefined ? {} : { split }),
  native: { answer: isCorrect ? 'yes' : 'no', searches: states.length },
  states: states.map(({ score, isSafe, isParsed = true }, searchesUsed) => ({
    searchesUsed,
    nextAction: 'SEARCH',
    probe: isSafe ? 'yes' : 'no',
    ...(score === undefined ? {} : { scores: { judge: isParsed ? score : { score, parsed: false } } }),
  })),
});

export const exchangeLines = (questions: readonly QuestionSpec[]): string =>
  questions.map((question) => `${JSON.stringify(exchangeRow(question))}\n`).join('');
