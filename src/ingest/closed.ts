import type { Dataset } from '../core/terms.ts';
import type { Ingested } from './ingest.ts';

/** Such problems quote the file, and a broken line may hold a label. */
const QUOTING: ReadonlySet<string> = new Set(['json.syntax', 'csv.syntax', 'file.unknown', 'row.unusable-id']);

/** A run as it may be seen: `dataset` is the one without sealed labels, and nothing beside it quotes one. */
export function closeRun(ingested: Ingested, dataset: Dataset): Ingested {
  if (dataset.questions.sealed === undefined) return { ...ingested, dataset };
  return {
    ...ingested,
    dataset,
    problems: ingested.problems.map((problem) =>
      QUOTING.has(problem.code)
        ? { ...problem, message: 'What is wrong here quotes the file, which may hold sealed labels.' }
        : problem,
    ),
  };
}
