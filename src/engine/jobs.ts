import type { Provenance } from '../core/present/provenance.ts';
import { formatProtocol } from '../core/protocol/json.ts';
import type { ReportFormat } from '../core/report/format.ts';
import type { Headroom } from '../core/report/h0.ts';
import type { SelectionSpec } from '../core/selection.ts';
import { select } from '../core/selection.ts';
import { exportExchange } from '../ingest/export-exchange.ts';
import {
  fromBlob,
  type Ingested,
  ingest,
  readAhead,
  readAsideRows,
  readDetails,
  readingOrder,
} from '../ingest/index.ts';
import { type ApComparison, compareAveragePrecision } from './ap-comparison.ts';
import { auditJobs } from './audit-jobs.ts';
import { AuditSession } from './audit-session.ts';
import { BandMaker, type BandRequest, bandBuffers, type CurveBands } from './bands.ts';
import { compareJobs } from './compare-jobs.ts';
import type { DatasetHandle } from './dataset-handle.ts';
import { describeDataset } from './describe-dataset.ts';
import { breathe, buffersOf, type Curves, computeCurves, Evaluator } from './evaluate.ts';
import { withEveryHash } from './file-hashes.ts';
import { intakeJobs, type Reading } from './intake-jobs.ts';
import { Cancelled, type JobContext, JobFailure, type Reply } from './job-context.ts';
import { labJobs } from './lab-jobs.ts';
import type { NamedBlob } from './named-blob.ts';
import { questionJobs } from './questions/jobs.ts';
import { refusePool } from './refuse-pool.ts';
import { headroomOf, ReportMaker, type ReportView, type ReportWish } from './report.ts';
import { type ReportParts, type ReportPartsWish, reportParts } from './report-parts.ts';

export type { DatasetHandle, JudgeHandle, ProblemGroup, ProblemReport } from './dataset-handle.ts';
export type { NamedBlob } from './named-blob.ts';

const ASIDE_BATCH = 500;
/** Bytes of a file that is hashed while it is read: a third of a second of work. */
const HASHED_ALONG = 64_000_000;

/** A dataset with all that works on it. */
interface Held {
  readonly id: number;
  /** Without the labels that are sealed. */
  readonly ingested: Ingested;
  readonly session: AuditSession;
  readonly evaluator: Evaluator;
  readonly bandMaker: BandMaker;
  readonly reportMaker: ReportMaker;
}

/** What is needed to read files into a dataset. */
interface LoadWish {
  readonly files: readonly NamedBlob[];
  readonly name: string | null;
  /** Keeps every label sealed until the splits have roles. */
  readonly isSealed?: boolean;
  /** A protocol that was begun with the same data. */
  readonly resume?: string | null;
  readonly reading?: Reading | undefined;
}

/** The worker's side: the data lives here, the jobs work on it. */
export class Engine {
  private current: Held | null = null;
  /** A second run to compare with; it stays when the first is replaced. */
  private other: Held | null = null;
  private nextId = 1;

  readonly jobs = {
    ...questionJobs((datasetId) => this.find(datasetId)),
    ...labJobs((datasetId) => this.find(datasetId)),
    ...intakeJobs(),
    ...auditJobs({
      find: (datasetId) => this.find(datasetId),
      replace: (session) => this.hold(session),
    }),

    ...compareJobs((datasetId) => this.find(datasetId)),

    /** Reads files into a dataset. Until it succeeds, what was loaded before stays. */
    load: async (context: JobContext, wish: LoadWish): Promise<Reply<DatasetHandle>> => ({
      value: this.hold(await this.read(context, wish)),
      transfer: [],
    }),

    /** Reads a second run beside the one that is open, to be compared with it. */
    loadOther: async (context: JobContext, wish: LoadWish): Promise<Reply<DatasetHandle>> => {
      const session = await this.read(context, wish);
      this.other = this.desk(session);
      return { value: describeDataset(this.other.id, session.view, session.describe()), transfer: [] };
    },

    /** The exact curves of every judge over a selection. */
    evaluate: async (
      context: JobContext,
      params: {
        readonly datasetId: number;
        readonly selection: SelectionSpec;
        readonly answerRule: string;
        /** The user calls the figures descriptive: then roles may be pooled. */
        readonly isDescriptive?: boolean;
      },
    ): Promise<Reply<Curves>> => {
      await breathe(context.signal);
      const { ingested, evaluator } = this.find(params.datasetId);
      refusePool(ingested.dataset, params.selection, params.isDescriptive === true);
      const curves = await computeCurves(evaluator, ingested.dataset, params.selection, params.answerRule, context);
      return { value: curves, transfer: buffersOf(curves) };
    },

    /** SHA-256 of every file as given: for those that were too large to be hashed along. */
    hashFiles: async (
      { signal, report }: JobContext,
      { datasetId }: { readonly datasetId: number },
    ): Promise<Reply<readonly string[]>> => {
      const { hashes } = this.find(datasetId).ingested;
      const found: string[] = [];
      for (const hash of hashes) {
        report({ done: found.length, total: hashes.length, what: 'SHA-256' });
        found.push(await hash());
        await breathe(signal);
      }
      return { value: found, transfer: [] };
    },

    /** The rows that could not be used, one per line: file:line, code, and the row as it stood. */
    aside: async ({ signal }: JobContext, { datasetId }: { readonly datasetId: number }): Promise<Reply<Blob>> => {
      const { ingested } = this.find(datasetId);
      const dataset = await withEveryHash(ingested);
      const parts: Blob[] = [];
      for (let from = 0; from < ingested.aside.count; from += ASIDE_BATCH) {
        const rows = await readAsideRows({ ...ingested, dataset }, from, from + ASIDE_BATCH);
        parts.push(new Blob(rows.map((row) => `${JSON.stringify(row)}\n`)));
        await breathe(signal);
      }
      return { value: new Blob(parts, { type: 'application/x-ndjson' }), transfer: [] };
    },

    /** Pointwise intervals of the differences to native along one judge's curve. */
    bands: async (
      context: JobContext,
      params: BandRequest & {
        readonly datasetId: number;
        readonly selection: SelectionSpec;
        readonly answerRule: string;
      },
    ): Promise<Reply<CurveBands>> => {
      await breathe(context.signal);
      const { ingested, evaluator, bandMaker } = this.find(params.datasetId);
      const { dataset } = ingested;
      const judge = dataset.judges.find(({ id }) => id === params.judge);
      if (judge === undefined) throw new Error(`no judge ${params.judge}`);
      const selection = select(dataset, params.selection);
      const evaluation = evaluator.under(params.answerRule);
      const bands = await bandMaker.make(evaluation, judge, selection, params, context);
      return { value: bands, transfer: bandBuffers(bands) };
    },

    /** Average precision beside the reference judge's, with its interval. */
    compareAp: async (
      context: JobContext,
      params: BandRequest & {
        readonly datasetId: number;
        readonly selection: SelectionSpec;
        readonly answerRule: string;
      },
    ): Promise<Reply<ApComparison | null>> => {
      await breathe(context.signal);
      const { ingested, evaluator } = this.find(params.datasetId);
      const selection = select(ingested.dataset, params.selection);
      const evaluation = evaluator.under(params.answerRule);
      const value = await compareAveragePrecision(evaluation, selection, params.judge, params, context);
      return { value, transfer: [] };
    },

    /** The evaluation report: published layouts and our own block, as tables. */
    report: async (
      context: JobContext,
      params: ReportWish & { readonly datasetId: number },
    ): Promise<Reply<ReportView>> => {
      await breathe(context.signal);
      const { ingested, evaluator, reportMaker } = this.find(params.datasetId);
      const selection = select(ingested.dataset, params.selection);
      const evaluation = evaluator.under(params.answerRule);
      return { value: await reportMaker.make(ingested, evaluation, selection, params, context), transfer: [] };
    },

    /** What stopping could gain, whoever decides. */
    headroom: async (
      context: JobContext,
      params: {
        readonly datasetId: number;
        readonly selection: SelectionSpec;
        readonly answerRule: string;
        readonly repeats: number;
      },
    ): Promise<Reply<Headroom | null>> => {
      await breathe(context.signal);
      const { ingested, evaluator } = this.find(params.datasetId);
      const selection = select(ingested.dataset, params.selection);
      return { value: headroomOf(evaluator.under(params.answerRule), selection, params.repeats), transfer: [] };
    },

    /** The last report as a text file. */
    writeReport: async (
      _: JobContext,
      {
        datasetId,
        format,
        record,
      }: {
        readonly datasetId: number;
        readonly format: ReportFormat;
        /** What the page knows of the view that the report is of. */
        readonly record: Provenance | null;
      },
    ): Promise<Reply<string>> => {
      const { ingested, reportMaker } = this.find(datasetId);
      return { value: reportMaker.write(format, await withEveryHash(ingested), record), transfer: [] };
    },

    /** What a report file is made of: the last report with its curves, the audit and the claims. */
    reportParts: async (
      context: JobContext,
      params: ReportPartsWish & { readonly datasetId: number },
    ): Promise<Reply<ReportParts>> => ({
      value: await reportParts(this.find(params.datasetId), params, context),
      transfer: [],
    }),

    /** The dataset in Stopscope's exchange format. */
    exportExchange: async (
      { signal, report }: JobContext,
      { datasetId }: { readonly datasetId: number },
    ): Promise<Reply<Blob>> => {
      const { ingested } = this.find(datasetId);
      const dataset = await withEveryHash(ingested);
      const total = dataset.questions.count;
      const parts: string[] = [];
      const reading = readAhead(ingested);
      for await (const line of exportExchange(dataset, (q) => readDetails(reading, q))) {
        parts.push(line);
        if (parts.length % 256 === 0) {
          report({ done: parts.length, total, what: 'export' });
          await breathe(signal);
        }
      }
      return { value: new Blob(parts, { type: 'application/x-ndjson' }), transfer: [] };
    },
  };

  private async read({ signal, report }: JobContext, wish: LoadWish): Promise<AuditSession> {
    const { files, name, isSealed = false, resume = null, reading } = wish;
    // In the order of their names, wherever a drop put them: lists of files, on screen and in exports, are then stable.
    const ordered = readingOrder(files.map((file) => file.name)).map((i) => files[i]!);
    const result = await ingest(
      ordered.map((file) => fromBlob(file.name, file.blob)),
      {
        signal,
        onProgress: ({ bytesRead, bytesTotal, file }) => report({ done: bytesRead, total: bytesTotal, what: file }),
        hashUpTo: HASHED_ALONG,
        ...(name === null ? {} : { name }),
        ...reading,
      },
    );
    if (signal.aborted) throw new Cancelled();
    if (result.kind === 'failed') throw new JobFailure(result.error);
    const session = new AuditSession(result.value, isSealed, this.haveLabelsBeenSeen(result.value));
    const goesOn = resume ?? this.closed.get(fingerprint(result.value)) ?? null;
    if (goesOn !== null) await session.tryResume(goesOn, { signal, report });
    return session;
  }

  /** From here on everybody works on what the session lets be seen. Requests about the dataset before are refused. */
  private hold(session: AuditSession): DatasetHandle {
    this.current = this.desk(session);
    return describeDataset(this.current.id, session.view, session.describe());
  }

  private desk(session: AuditSession): Held {
    const { view } = session;
    const isClosed = view.dataset.questions.sealed !== undefined;
    if (isClosed) this.closed.set(fingerprint(view), formatProtocol(session.protocol));
    else this.closed.delete(fingerprint(view));
    return {
      id: this.nextId++,
      ingested: view,
      session,
      evaluator: new Evaluator(view.dataset),
      bandMaker: new BandMaker(),
      reportMaker: new ReportMaker(),
    };
  }

  private readonly seen = new Set<string>();
  /** Protocols of data with sealed labels: opening the same files once more, however, does not open those. */
  private readonly closed = new Map<string, string>();

  /** Whether correctness of this data was computed here before: then sealing it is not blind, and the log says so. */
  private haveLabelsBeenSeen(next: Ingested): boolean {
    for (const held of [this.current, this.other]) {
      if (held?.session.wereSeen(held.evaluator)) this.seen.add(fingerprint(held.ingested));
    }
    return this.seen.has(fingerprint(next));
  }

  private find(datasetId: number): Held {
    const held = [this.current, this.other].find((one) => one?.id === datasetId);
    if (held === undefined || held === null) {
      throw new JobFailure({
        code: 'engine.no-dataset',
        severity: 'error',
        message: 'The worker does not hold this dataset any more.',
        effect: 'Read the files again to go on.',
        file: null,
        line: null,
      });
    }
    return held;
  }
}

/** Cheap, and enough to know one's own files again. */
const fingerprint = ({ dataset }: Ingested): string =>
  JSON.stringify(dataset.sources.map(({ name, bytes }) => [name, bytes]));

export type Jobs = Engine['jobs'];
