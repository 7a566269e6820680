import { matchesAll, parseQuery } from '../../core/questions/index.ts';
import type { Selection } from '../../core/terms.ts';
import { type Ingested, openQuestion, readAhead } from '../../ingest/index.ts';
import { breathe } from '../evaluate.ts';
import type { JobContext } from '../job-context.ts';

/** Questions read at the same time: reading waits for the file more than it computes. */
const AT_ONCE = 16;

/**
 * Looks for all words of a query in everything that is recorded about each question: what the plain search sees, and
 * queries, passages, gap items, raw completions and probe answers of all its states, whatever the policy. Returns 1 per
 * question that has them all.
 */
export async function searchTexts(
  ingested: Ingested,
  selection: Selection,
  find: string,
  ownText: (question: number) => string,
  { signal, report }: JobContext,
): Promise<Uint8Array> {
  const terms = parseQuery(find);
  const reading = readAhead(ingested);
  const hits = new Uint8Array(ingested.dataset.questions.count);
  for (let from = 0; from < selection.length; from += AT_ONCE) {
    const batch = Array.from(selection.subarray(from, from + AT_ONCE));
    const found = await Promise.all(
      batch.map(async (q) => {
        const own = ownText(q);
        const open = terms.filter((term) => !own.includes(term));
        return open.length === 0 || matchesAll(await allTexts(reading, q), open);
      }),
    );
    batch.forEach((q, i) => {
      if (found[i]) hits[q] = 1;
    });
    report({ done: Math.min(selection.length, from + AT_ONCE), total: selection.length, what: 'texts' });
    await breathe(signal);
  }
  return hits;
}

async function allTexts(ingested: Ingested, question: number): Promise<string> {
  const { stateStart } = ingested.dataset.questions;
  const { probeAnswers } = ingested.dataset.states;
  const open = await openQuestion(ingested, question);
  const parts: (string | null)[] = [open.transcript];
  for (let s = stateStart[question]!; s < stateStart[question + 1]!; s++) {
    const { query, evidence } = await open.readStep(s);
    parts.push(query, evidence, probeAnswers[s] ?? null);
    for (const { gapItems, rawCompletion } of (await open.readJudges(s)).values()) {
      parts.push(rawCompletion);
      for (const gap of gapItems ?? []) parts.push(gap.category, gap.target, gap.slot, gap.description);
    }
  }
  const { query, evidence } = await open.readFinish();
  parts.push(query, evidence);
  return parts
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase();
}
