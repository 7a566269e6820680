import { TallyCounter } from '../../core/audit/evidence.ts';
import { countOf, isObject, type JsonObject } from '../importers/guards.ts';
import { type SourceRow, toEvidence } from './row.ts';

/** Native runs: what they say about their searches, and what their steps show. */
export class NativeWatch {
  readonly searchCalls = new TallyCounter();
  readonly searchTexts = new TallyCounter();

  add(source: SourceRow): void {
    const { row } = source;
    if (!Array.isArray(row.steps)) return;
    const executed = row.steps.filter(isObject).filter(isExecuted);
    const stated = countOf(row.search_calls);
    if (stated !== null) {
      const isWrong = stated !== executed.length;
      const note = `states ${stated} searches, ${executed.length} were executed`;
      this.searchCalls.look(isWrong ? toEvidence(source, note) : null);
    }
    for (const [k, step] of executed.entries()) {
      const missing = ['query', 'observation'].filter((field) => !isText(step[field]));
      const note = `search ${k + 1} has no ${missing.join(' and no ')}`;
      this.searchTexts.look(missing.length > 0 ? toEvidence(source, note) : null);
    }
  }
}

/** Forced continuations are no native behaviour. */
const isExecuted = (step: JsonObject): boolean =>
  step.action === 'SEARCH' && step.search_executed !== false && step.counterfactual !== true;

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
