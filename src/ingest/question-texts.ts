import type { JudgeDetails } from '../core/terms.ts';
import { readLine } from './details.ts';
import type { LineTexts } from './importers/importer.ts';
import type { Ingested } from './ingest.ts';

/** What one state's search brought. */
export interface SearchStep {
  readonly query: string | null;
  /** Retrieved text of this step alone; null where the files do not hold it. */
  readonly evidence: string | null;
}

/**
 * One question with its line read once. States are read one by one when somebody looks at them: a state's context holds
 * everything retrieved so far, so that reading all of a long trajectory at once would cost the square of its length.
 */
export interface OpenQuestion {
  readonly supportingFacts: readonly (readonly [string, number])[] | null;
  readonly transcript: string | null;
  /** By global state index: the search that led to the state. */
  readStep(state: number): Promise<SearchStep>;
  /** The searches of the native run after its last state, as one step. */
  readFinish(): Promise<SearchStep>;
  /** By judge id; judges without a row at the state are left out. */
  readJudges(state: number): Promise<ReadonlyMap<string, JudgeDetails>>;
}

export const openQuestion = async (ingested: Ingested, question: number): Promise<OpenQuestion> => {
  const { questions, states, judges } = ingested.dataset;
  const own = await readLine(ingested, questions.lines, question, 'question');
  const label = await readLine(ingested, questions.labelLines, question, 'label');
  const first = questions.stateStart[question]!;
  const end = questions.stateStart[question + 1]!;

  const contextOf = async (state: number): Promise<{ line: LineTexts; context: string | null }> => {
    const line = await readLine(ingested, states.lines, state, 'state');
    return { line, context: line.context ?? own.states?.get(states.ids[state]!)?.context ?? null };
  };

  const readStep = async (state: number): Promise<SearchStep> => {
    const used = states.searchesUsed[state]!;
    const { line, context } = await contextOf(state);
    const step = own.searches?.[used - 1];
    const query = line.query ?? own.states?.get(states.ids[state]!)?.query ?? step?.query ?? null;
    if (used === 0) return { query, evidence: context ?? (own.searches === undefined ? null : '') };
    if (step !== undefined && step.evidence !== null) return { query, evidence: step.evidence };
    if (context === null) return { query, evidence: null };
    const before = state > first ? (await contextOf(state - 1)).context : null;
    return { query, evidence: before !== null && context.startsWith(before) ? context.slice(before.length) : context };
  };

  return {
    // Supporting facts are labels.
    supportingFacts: questions.sealed?.[question] === 1 ? null : (label.supportingFacts ?? own.supportingFacts ?? null),
    transcript: own.transcript ?? null,
    readStep,
    readFinish: async () => {
      let last = 0;
      for (let s = first; s < end; s++) if (states.role[s] === 0) last = Math.max(last, states.searchesUsed[s]!);
      const steps = own.searches?.slice(last, questions.nativeSearches[question]!) ?? [];
      if (steps.length === 0) return { query: null, evidence: null };
      const texts = steps.flatMap(({ evidence }) => (evidence === null ? [] : [evidence]));
      return {
        query: steps.flatMap((step) => step.query ?? []).join(' / ') || null,
        evidence: texts.length === 0 ? null : texts.join('\n\n'),
      };
    },
    readJudges: async (state) => {
      const found = new Map(Object.entries(own.states?.get(states.ids[state]!)?.judges ?? {}));
      for (const judge of judges) {
        const texts = await readLine(ingested, judge.lines, state, 'judge');
        if (texts.judge !== undefined) found.set(judge.id, texts.judge);
      }
      return found;
    },
  };
};
