import type { Problem } from '../core/result.ts';
import type { SelectionSpec } from '../core/selection.ts';
import { splitNames } from '../core/selection.ts';
import type { FrozenThreshold, NamedRange, SourceFile } from '../core/terms.ts';
import { fromBlob } from '../ingest/byte-source.ts';
import { readDetails } from '../ingest/details.ts';
import { exportExchange } from '../ingest/export-exchange.ts';
import { type Ingested, ingest } from '../ingest/ingest.ts';
import { breathe, buffersOf, type Curves, computeCurves, Evaluator } from './evaluate.ts';
import { Cancelled, type JobContext, JobFailure, type Reply } from './protocol.ts';

export interface NamedBlob {
  /** Path relative to what was dropped. */
  readonly name: string;
  readonly blob: Blob;
}

/** What the page knows of a dataset; the data itself stays in the worker. */
export interface DatasetHandle {
  readonly id: number;
  readonly name: string;
  readonly notice: string | null;
  readonly questionCount: number;
  readonly stateCount: number;
  readonly judges: readonly JudgeHandle[];
  readonly splits: readonly string[];
  readonly ranges: readonly NamedRange[];
  readonly sources: readonly SourceFile[];
  readonly problems: ProblemReport;
}
export interface JudgeHandle {
  readonly id: string;
  readonly name: string;
  readonly frozen: FrozenThreshold | null;
}

/** Problems grouped by code, with the first examples of each. Counts are exact. */
export interface ProblemReport {
  readonly groups: readonly ProblemGroup[];
  readonly rowsAside: number;
}
export interface ProblemGroup {
  readonly code: string;
  readonly severity: Problem['severity'];
  readonly count: number;
  readonly examples: readonly Problem[];
}

const EXAMPLES = 5;

/** The worker's side: the data lives here, the jobs work on it. */
export class Engine {
  private current: { readonly id: number; readonly ingested: Ingested; readonly evaluator: Evaluator } | null = null;
  private nextId = 1;

  readonly jobs = {
    /** Reads files into a dataset. Until it succeeds, what was loaded before stays. */
    load: async (
      { signal, report }: JobContext,
      { files, name }: { readonly files: readonly NamedBlob[]; readonly name: string | null },
    ): Promise<Reply<DatasetHandle>> => {
      const result = await ingest(
        files.map((file) => fromBlob(file.name, file.blob)),
        {
          signal,
          onProgress: ({ bytesRead, bytesTotal, file }) => report({ done: bytesRead, total: bytesTotal, what: file }),
          ...(name === null ? {} : { name }),
        },
      );
      if (signal.aborted) throw new Cancelled();
      if (result.kind === 'failed') throw new JobFailure(result.error);
      const id = this.nextId++;
      this.current = { id, ingested: result.value, evaluator: new Evaluator(result.value.dataset) };
      return { value: describeDataset(id, result.value), transfer: [] };
    },

    /** The exact curves of every judge over a selection. */
    evaluate: async (
      context: JobContext,
      params: { readonly datasetId: number; readonly selection: SelectionSpec; readonly answerRule: string },
    ): Promise<Reply<Curves>> => {
      await breathe(context.signal);
      const { ingested, evaluator } = this.find(params.datasetId);
      const curves = await computeCurves(evaluator, ingested.dataset, params.selection, params.answerRule, context);
      return { value: curves, transfer: buffersOf(curves) };
    },

    /** The rows that could not be used, one per line: file:line, code, and the row as it stood. */
    aside: async (_: JobContext, { datasetId }: { readonly datasetId: number }): Promise<Reply<Blob>> => {
      const rows = this.find(datasetId).ingested.asideRows;
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
      return { value: new Blob(lines, { type: 'application/x-ndjson' }), transfer: [] };
    },

    /** The dataset in Stopscope's exchange format. */
    exportExchange: async (
      { signal, report }: JobContext,
      { datasetId }: { readonly datasetId: number },
    ): Promise<Reply<Blob>> => {
      const { ingested } = this.find(datasetId);
      const total = ingested.dataset.questions.count;
      const parts: string[] = [];
      for await (const line of exportExchange(ingested.dataset, (q) => readDetails(ingested, q))) {
        parts.push(line);
        if (parts.length % 256 === 0) {
          report({ done: parts.length, total, what: 'export' });
          await breathe(signal);
        }
      }
      return { value: new Blob(parts, { type: 'application/x-ndjson' }), transfer: [] };
    },
  };

  private find(datasetId: number) {
    if (this.current?.id !== datasetId) {
      throw new JobFailure({
        code: 'engine.no-dataset',
        severity: 'error',
        message: 'The worker does not hold this dataset any more.',
        effect: 'Read the files again to go on.',
        file: null,
        line: null,
      });
    }
    return this.current;
  }
}

export type Jobs = Engine['jobs'];

function describeDataset(id: number, { dataset, problems, asideCount }: Ingested): DatasetHandle {
  return {
    id,
    name: dataset.name,
    notice: dataset.notice,
    questionCount: dataset.questions.count,
    stateCount: dataset.states.count,
    judges: dataset.judges.map(({ id: judgeId, name, frozen }) => ({ id: judgeId, name, frozen })),
    splits: splitNames(dataset),
    ranges: dataset.ranges,
    sources: dataset.sources,
    problems: { groups: groupProblems(problems), rowsAside: asideCount },
  };
}

function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, { code: string; severity: Problem['severity']; count: number; examples: Problem[] }>();
  for (const problem of problems) {
    const key = `${problem.severity} ${problem.code}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = { code: problem.code, severity: problem.severity, count: 0, examples: [] };
      groups.set(key, group);
    }
    group.count += 1;
    if (group.examples.length < EXAMPLES) group.examples.push(problem);
  }
  return [...groups.values()];
}
