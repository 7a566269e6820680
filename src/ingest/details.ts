import type { JudgeDetails, LineRefs, QuestionDetails, StateDetails } from '../core/terms.ts';
import type { LineRole, LineTexts, StateTexts } from './importers/importer.ts';
import type { Ingested } from './ingest.ts';

/** What a state at 0 searches has seen (published context builder). */
const NO_EVIDENCE = '[NO RETRIEVED EVIDENCE]';

/** Texts of one question, read from the byte ranges of its lines. */
export const readDetails = async (ingested: Ingested, question: number): Promise<QuestionDetails> => {
  const { questions, states, judges } = ingested.dataset;
  const own = await readLine(ingested, questions.lines, question, 'question');
  const label = await readLine(ingested, questions.labelLines, question, 'label');
  const first = questions.stateStart[question]!;
  const end = questions.stateStart[question + 1]!;
  const details: StateDetails[] = [];
  for (let s = first; s < end; s++) {
    const line = await readLine(ingested, states.lines, s, 'state');
    const stateId = states.ids[s]!;
    const searchesUsed = states.searchesUsed[s]!;
    const inQuestion = own.states?.get(stateId);
    const judged: [string, JudgeDetails][] = Object.entries(inQuestion?.judges ?? {});
    for (const judge of judges) {
      const texts = await readLine(ingested, judge.lines, s, 'judge');
      if (texts.judge !== undefined) judged.push([judge.id, texts.judge]);
    }
    details.push({
      stateId,
      query: line.query ?? inQuestion?.query ?? own.searches?.[searchesUsed - 1]?.query ?? null,
      context: line.context ?? inQuestion?.context ?? contextOf(own.searches, searchesUsed),
      ...moreOf(line, inQuestion),
      judges: Object.fromEntries(judged),
    });
  }
  // Supporting facts are labels: while those are sealed, not even the question's own line tells them.
  const isSealed = questions.sealed?.[question] === 1;
  const supportingFacts = isSealed ? null : (label.supportingFacts ?? own.supportingFacts ?? null);
  return { supportingFacts, states: details };
};

/** What few files hold; a field that is nowhere is left out. */
const moreOf = (line: LineTexts, inQuestion: StateTexts | undefined) => {
  const titles = line.titles ?? inQuestion?.titles;
  const documents = line.documents ?? inQuestion?.documents;
  const queryText = line.queryText ?? inQuestion?.queryText;
  return {
    ...(titles === undefined ? {} : { titles }),
    ...(documents === undefined ? {} : { documents }),
    ...(queryText === undefined ? {} : { queryText }),
  };
};

/** The blocks of the first searches, a blank line between them; null when the run does not hold them all. */
const contextOf = (searches: LineTexts['searches'], searchesUsed: number): string | null => {
  if (searches === undefined) return null;
  if (searchesUsed === 0) return NO_EVIDENCE;
  const blocks = searches.slice(0, searchesUsed).map(({ evidence }) => evidence);
  return blocks.length === searchesUsed && blocks.every((block) => block !== null) ? blocks.join('\n\n') : null;
};

/** The texts of the line that a row points at; empty where it points at none. */
export const readLine = async (
  ingested: Ingested,
  refs: LineRefs,
  index: number,
  role: LineRole,
): Promise<LineTexts> => {
  const length = refs.length[index]!;
  if (length === 0) return {};
  const file = refs.file[index]!;
  const start = refs.start[index]!;
  const bytes = await ingested.sources[file]!.slice(start, start + length);
  const value = ingested.rows[file]!.parseRow(new TextDecoder().decode(bytes));
  if (value === undefined) return {};
  return ingested.importers[file]?.readTexts?.(role, value) ?? {};
};
