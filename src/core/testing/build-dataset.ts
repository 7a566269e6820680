import {
  type Dataset,
  type FrozenThreshold,
  type Gold,
  type Judge,
  type LineRefs,
  NEXT_ACTIONS,
  type NextAction,
  NO_SCORE,
  SCORED,
  UNPARSED,
} from '../terms.ts';

/** A state as a test writes it. A score is a number, 'unparsed' (with any raw margin behind it) or absent. */
export interface StateSpec {
  readonly searchesUsed: number;
  readonly nextAction?: NextAction;
  readonly isCounterfactual?: boolean;
  /** Absent: not probed. */
  readonly probe?: string | null;
  readonly scores?: readonly (number | { readonly unparsed: number } | null)[];
}
export interface QuestionSpec {
  readonly gold?: Gold;
  readonly answer: string | null;
  readonly searches: number;
  readonly split?: string;
  readonly states: readonly StateSpec[];
}

export const noLines = (count: number): LineRefs => ({
  file: new Uint16Array(count),
  start: new Float64Array(count),
  length: new Uint32Array(count),
});

/** Builds a dataset in memory, for tests. */
export function buildDataset(
  specs: readonly QuestionSpec[],
  judgeIds: readonly string[],
  frozen: Readonly<Record<string, FrozenThreshold>> = {},
): Dataset {
  const rows = specs.flatMap((question, q) => question.states.map((state) => ({ state, q })));
  const stateStart = new Int32Array(specs.length + 1);
  specs.forEach((question, q) => {
    stateStart[q + 1] = stateStart[q]! + question.states.length;
  });
  const isProbed = rows.some(({ state }) => state.probe !== undefined);
  let order = 0;
  const judges: Judge[] = judgeIds.map((id, j) => {
    const cells = rows.map(({ state }) => state.scores?.[j] ?? null);
    return {
      id,
      name: id,
      frozen: frozen[id] ?? null,
      scores: Float64Array.from(cells, (cell) => (cell === null ? 0 : typeof cell === 'number' ? cell : cell.unparsed)),
      status: Uint8Array.from(cells, (cell) =>
        cell === null ? NO_SCORE : typeof cell === 'number' ? SCORED : UNPARSED,
      ),
      promptTokens: null,
      completionTokens: null,
      latencySeconds: null,
      decisions: null,
      lines: noLines(rows.length),
    };
  });
  return {
    name: 'test',
    notice: null,
    questions: {
      count: specs.length,
      ids: specs.map((_, q) => `q${q}`),
      texts: specs.map(() => null),
      golds: specs.map((question) => question.gold ?? null),
      nativeAnswers: specs.map((question) => question.answer),
      nativeSearches: Int32Array.from(specs, (question) => question.searches),
      splits: specs.map((question) => question.split ?? null),
      meta: [],
      stateStart,
      lines: noLines(specs.length),
      labelLines: noLines(specs.length),
    },
    states: {
      count: rows.length,
      ids: rows.map((_, s) => `s${s}`),
      question: Int32Array.from(rows, (row) => row.q),
      searchesUsed: Int32Array.from(rows, ({ state }) => state.searchesUsed),
      nextAction: Uint8Array.from(rows, ({ state }) => NEXT_ACTIONS.indexOf(state.nextAction ?? 'SEARCH')),
      role: Uint8Array.from(rows, ({ state }) => (state.isCounterfactual ? 1 : 0)),
      hasProbe: Uint8Array.from(rows, ({ state }) => (state.probe !== undefined ? 1 : 0)),
      probeAnswers: rows.map(({ state }) => state.probe ?? null),
      probeOrder: Int32Array.from(rows, ({ state }) => (state.probe !== undefined ? order++ : -1)),
      isEligible: Uint8Array.from(rows, ({ state }) =>
        !state.isCounterfactual &&
        (state.nextAction ?? 'SEARCH') === 'SEARCH' &&
        (state.probe !== undefined || !isProbed)
          ? 1
          : 0,
      ),
      lines: noLines(rows.length),
      probeLines: noLines(rows.length),
    },
    judges,
    ranges: [],
    sources: [],
  };
}
