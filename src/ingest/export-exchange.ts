import { firstOriginsOf } from '../core/present/provenance.ts';
import {
  COUNTERFACTUAL,
  type Dataset,
  type Judge,
  type JudgeDetails,
  NEXT_ACTIONS,
  NO_SCORE,
  type QuestionDetails,
  type StateDetails,
  UNPARSED,
} from '../core/terms.ts';
import { derivedStateId, EXCHANGE_VERSION } from './exchange-format.ts';

/**
 * The dataset in exchange format, line by line (each with its newline): a header, then one line a question. Reading it
 * back gives the same dataset. Texts are asked for one question at a time.
 */
export async function* exportExchange(
  dataset: Dataset,
  readDetails: (question: number) => Promise<QuestionDetails>,
): AsyncIterable<string> {
  yield `${headerJson(dataset)}\n`;
  const isNatural = isProbeOrderNatural(dataset);
  for (let q = 0; q < dataset.questions.count; q++)
    yield `${questionJson(dataset, q, await readDetails(q), isNatural)}\n`;
}

/** Fields with a value of undefined are left out. Values are JSON already. */
const objectJson = (fields: readonly (readonly [name: string, json: string | undefined])[]): string =>
  `{${fields.flatMap(([name, json]) => (json === undefined ? [] : [`${JSON.stringify(name)}:${json}`])).join(',')}}`;

const listJson = (items: readonly string[]): string => `[${items.join(',')}]`;

/** JSON.stringify drops the sign of -0. */
const numberJson = (value: number): string => (Object.is(value, -0) ? '-0' : JSON.stringify(value));

const optionalJson = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : JSON.stringify(value);

const recordedJson = (column: Float64Array | null, state: number): string | undefined => {
  const value = column?.[state] ?? Number.NaN;
  return Number.isNaN(value) ? undefined : numberJson(value);
};

const headerJson = (dataset: Dataset): string => {
  const { name, notice, judges, ranges } = dataset;
  return objectJson([
    ['stopscope', '"dataset"'],
    ['version', String(EXCHANGE_VERSION)],
    ['name', JSON.stringify(name)],
    ['notice', optionalJson(notice)],
    ['judges', listJson(judges.map(judgeJson))],
    ['ranges', ranges.length === 0 ? undefined : JSON.stringify(ranges)],
    ['files', JSON.stringify(firstOriginsOf(dataset))],
  ]);
};

const judgeJson = ({ id, name, frozen }: Judge): string =>
  objectJson([
    ['id', JSON.stringify(id)],
    ['name', JSON.stringify(name)],
    ['threshold', frozen === null ? undefined : numberJson(frozen.value)],
    ['isSentinel', frozen?.isSentinel ? 'true' : undefined],
  ]);

const questionJson = (dataset: Dataset, q: number, details: QuestionDetails, isNatural: boolean): string => {
  const { questions } = dataset;
  const first = questions.stateStart[q]!;
  const states: string[] = [];
  for (let s = first; s < questions.stateStart[q + 1]!; s++) {
    states.push(stateJson(dataset, s, earlierAlike(dataset, first, s), details.states[s - first], isNatural));
  }
  const meta = questions.meta.map(({ name, values }) => [name, JSON.stringify(values[q] ?? null)] as const);
  const native = objectJson([
    ['answer', JSON.stringify(questions.nativeAnswers[q] ?? null)],
    ['searches', String(questions.nativeSearches[q])],
  ]);
  return objectJson([
    ['id', JSON.stringify(questions.ids[q])],
    ['question', optionalJson(questions.texts[q])],
    ['gold', optionalJson(questions.golds[q])],
    ['native', native],
    ['split', optionalJson(questions.splits[q])],
    ['meta', meta.length === 0 ? undefined : objectJson(meta)],
    ['supportingFacts', optionalJson(details.supportingFacts)],
    ['states', listJson(states)],
  ]);
};

const stateJson = (
  { questions, states, judges }: Dataset,
  s: number,
  earlier: number,
  details: StateDetails | undefined,
  isNatural: boolean,
): string => {
  const id = states.ids[s]!;
  const searchesUsed = states.searchesUsed[s]!;
  const derived = derivedStateId(questions.ids[states.question[s]!]!, searchesUsed, earlier);
  const isProbed = states.hasProbe[s] === 1;
  const scores = judges
    .filter(({ status }) => status[s] !== NO_SCORE)
    .map((judge) => [judge.id, scoreJson(judge, s, details?.judges[judge.id])] as const);
  return objectJson([
    ['id', id === derived ? undefined : JSON.stringify(id)],
    ['searchesUsed', String(searchesUsed)],
    ['nextAction', JSON.stringify(NEXT_ACTIONS[states.nextAction[s]!])],
    ['role', states.role[s] === COUNTERFACTUAL ? '"counterfactual"' : undefined],
    ['probe', isProbed ? JSON.stringify(states.probeAnswers[s] ?? null) : undefined],
    ['probeOrder', isProbed && !isNatural ? String(states.probeOrder[s]) : undefined],
    ['scores', scores.length === 0 ? undefined : objectJson(scores)],
    ['query', optionalJson(details?.query)],
    ['context', optionalJson(details?.context)],
    ['retrievedTitles', optionalJson(details?.titles)],
    ['documents', optionalJson(details?.documents)],
    ['queryText', optionalJson(details?.queryText)],
  ]);
};

const DECISIONS = [undefined, '"STOP"', '"CONTINUE"'] as const;

const scoreJson = (judge: Judge, s: number, details: JudgeDetails | undefined): string => {
  const score = numberJson(judge.scores[s]!);
  const more = objectJson([
    ['parsed', judge.status[s] === UNPARSED ? 'false' : undefined],
    ['promptTokens', recordedJson(judge.promptTokens, s)],
    ['completionTokens', recordedJson(judge.completionTokens, s)],
    ['latencySeconds', recordedJson(judge.latencySeconds, s)],
    ['decision', DECISIONS[judge.decisions?.[s] ?? 0]],
    ['isSufficient', optionalJson(details?.isSufficient)],
    ['gapItems', optionalJson(details?.gapItems)],
    ['rawCompletion', optionalJson(details?.rawCompletion)],
    ['parseError', optionalJson(details?.parseError)],
  ]);
  return more === '{}' ? score : `{"score":${score},${more.slice(1)}`;
};

/** States of the question before `s` that share its number of searches and carry no id of their own. */
const earlierAlike = ({ questions, states }: Dataset, first: number, s: number): number => {
  let earlier = 0;
  for (let before = first; before < s; before++) {
    if (states.searchesUsed[before] !== states.searchesUsed[s]) continue;
    const derived = derivedStateId(questions.ids[states.question[s]!]!, states.searchesUsed[s]!, earlier);
    if (states.ids[before] === derived) earlier++;
  }
  return earlier;
};

/** Then the lines themselves say the order of the probes. */
const isProbeOrderNatural = ({ states }: Dataset): boolean => {
  let last = -1;
  for (const order of states.probeOrder) {
    if (order < 0) continue;
    if (order < last) return false;
    last = order;
  }
  return true;
};
