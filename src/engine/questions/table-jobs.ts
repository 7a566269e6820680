import { originsOf, type Provenance, withFileHashes } from '../../core/present/provenance.ts';
import {
  csvHead,
  csvRow,
  describeRow,
  type ExportFacts,
  jsonHead,
  jsonRow,
  type QuestionRow,
} from '../../core/questions/index.ts';
import { select } from '../../core/selection.ts';
import { breathe } from '../evaluate.ts';
import { withEveryHash } from '../file-hashes.ts';
import { type JobContext, JobFailure, type Reply } from '../job-context.ts';
import { searchTexts } from './deep-search.ts';
import type { QuestionTables, TableReply, TableRequest } from './tables.ts';
import { type OpenWorkspace, type PolicyView, plain } from './workspace.ts';

const BATCH = 2_000;

/** Tables of questions: filter, sort, search, annotate, export. */
export const tableJobs = (open: OpenWorkspace) => ({
  /** Filters and sorts the questions; counts facets. Rows are asked for afterwards, by ticket and position. */
  questions: async (
    { signal }: JobContext,
    { datasetId, ...request }: TableRequest & { readonly datasetId: number },
  ): Promise<Reply<TableReply>> => {
    await breathe(signal);
    return plain(open(datasetId).tables.open(request));
  },

  /** Rows from .. to - 1 of a table. */
  questionRows: async (
    _: JobContext,
    params: { readonly datasetId: number; readonly ticket: number; readonly from: number; readonly to: number },
  ): Promise<Reply<readonly QuestionRow[]>> => {
    const { columns, order } = findTable(open(params.datasetId).tables, params.ticket);
    return plain(Array.from(order.subarray(params.from, params.to), (q) => describeRow(columns, q)));
  },

  /** Where a question stands in a table: its position, -1 where it is filtered out, null where there is none such. */
  questionPosition: async (
    _: JobContext,
    { datasetId, ticket, id }: { readonly datasetId: number; readonly ticket: number; readonly id: string },
  ): Promise<Reply<number | null>> => {
    const { ingested, tables } = open(datasetId);
    const question = ingested.dataset.questions.ids.indexOf(id);
    return plain(question < 0 ? null : findTable(tables, ticket).order.indexOf(question));
  },

  /** Questions by id or text, for the command palette: first those whose id begins with it. */
  findQuestions: async (
    { signal }: JobContext,
    { datasetId, find: text, most }: { readonly datasetId: number; readonly find: string; readonly most: number },
  ): Promise<Reply<readonly { readonly id: string; readonly text: string | null }[]>> => {
    await breathe(signal);
    const { ids, texts } = open(datasetId).ingested.dataset.questions;
    const wanted = text.trim().toLowerCase();
    const first: number[] = [];
    const rest: number[] = [];
    for (let q = 0; q < ids.length && first.length < most && wanted !== ''; q++) {
      if (ids[q]!.toLowerCase().startsWith(wanted)) first.push(q);
      else if (rest.length < most && `${ids[q]} ${texts[q] ?? ''}`.toLowerCase().includes(wanted)) rest.push(q);
    }
    return plain([...first, ...rest].slice(0, most).map((q) => ({ id: ids[q]!, text: texts[q] ?? null })));
  },

  /** Looks in passages, queries, gap items and completions; the next table with `isDeep` uses what was found. */
  searchTexts: async (
    context: JobContext,
    params: Pick<PolicyView, 'datasetId' | 'selection'> & { readonly find: string },
  ): Promise<Reply<number>> => {
    const { ingested, tables } = open(params.datasetId);
    const selection = select(ingested.dataset, params.selection);
    const hits = await searchTexts(ingested, selection, params.find, (q) => tables.ownText(q), context);
    tables.setDeepHits(params.selection, params.find, hits);
    return plain(hits.reduce((sum, hit) => sum + hit, 0));
  },

  /** Tags and notes of the questions, by question id. */
  annotate: async (
    _: JobContext,
    params: {
      readonly datasetId: number;
      readonly notes: readonly { readonly id: string; readonly tags: readonly string[]; readonly note: string }[];
    },
  ): Promise<Reply<null>> => {
    const { ingested, tables } = open(params.datasetId);
    const indexOf = new Map(params.notes.map(({ id }) => [id, -1]));
    ingested.dataset.questions.ids.forEach((id, q) => {
      if (indexOf.has(id)) indexOf.set(id, q);
    });
    const tags = new Map<number, readonly string[]>();
    const notes = new Map<number, string>();
    for (const { id, tags: own, note } of params.notes) {
      const q = indexOf.get(id)!;
      if (q < 0) continue;
      if (own.length > 0) tags.set(q, own);
      if (note !== '') notes.set(q, note);
    }
    tables.annotate({ tags, notes });
    return plain(null);
  },

  /** The whole filtered set as a file. */
  exportQuestions: async (
    { signal, report }: JobContext,
    params: {
      readonly datasetId: number;
      readonly ticket: number;
      readonly format: 'csv' | 'jsonl';
      readonly facts: Omit<ExportFacts, 'dataset' | 'notice' | 'metaNames' | 'files'>;
      /** What the page knows of the view, to be read back from the file. */
      readonly record: Provenance | null;
    },
  ): Promise<Reply<Blob>> => {
    const { ingested, tables } = open(params.datasetId);
    const { columns, order } = findTable(tables, params.ticket);
    const { name, notice, questions, sources } = await withEveryHash(ingested);
    const facts: ExportFacts = {
      ...params.facts,
      dataset: name,
      notice,
      metaNames: questions.meta.map((column) => column.name),
      files: originsOf(sources),
    };
    const isCsv = params.format === 'csv';
    const hashes = sources.map(({ sha256 }) => sha256);
    const record = params.record && withFileHashes(params.record, hashes);
    const parts: string[] = isCsv ? [csvHead(facts, columns.flips !== null)] : [jsonHead(facts, order.length, record)];
    for (let from = 0; from < order.length; from += BATCH) {
      const rows = Array.from(order.subarray(from, from + BATCH), (q) => describeRow(columns, q));
      parts.push(
        rows.map((row, i) => (isCsv ? csvRow(facts, row, from + i === 0, record) : jsonRow(facts, row))).join(''),
      );
      report({ done: Math.min(order.length, from + BATCH), total: order.length, what: 'export' });
      await breathe(signal);
    }
    return plain(new Blob(parts, { type: isCsv ? 'text/csv' : 'application/x-ndjson' }));
  },
});

function findTable(tables: QuestionTables, ticket: number) {
  const table = tables.find(ticket);
  if (table !== null) return table;
  throw new JobFailure({
    code: 'engine.table-gone',
    severity: 'note',
    message: 'The worker does not keep this table any more.',
    effect: 'It is made again.',
    file: null,
    line: null,
  });
}
