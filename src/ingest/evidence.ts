import { type Evidence, NO_EVIDENCE, type RowKind, TallyCounter } from '../core/audit/evidence.ts';
import type { ByteSource } from './byte-source.ts';
import { FieldWatch } from './evidence/fields.ts';
import { HashWatch, hashSource, statedFileHashes } from './evidence/hashes.ts';
import { JudgeWatch } from './evidence/judges.ts';
import { isAboutStates, ListBook } from './evidence/lists.ts';
import { NativeWatch } from './evidence/natives.ts';
import { ProbeWatch, StoredWatch } from './evidence/probes.ts';
import { idIn, type SourceRow, Subjects } from './evidence/row.ts';
import { StateWatch } from './evidence/states.ts';
import { judgeOfFile, kindOf } from './importers/bundle.ts';
import { isObject, type JsonObject, stringOr } from './importers/guards.ts';
import type { Ingested } from './ingest.ts';
import { openRows } from './open-rows.ts';
import { takeSample } from './sample.ts';

export interface EvidenceOptions {
  readonly signal: AbortSignal;
  /** Decompressed bytes read since the last call. */
  onBytes(count: number): void;
}

/** What collecting evidence needs of a dataset that was read; labels may be sealed in it. */
export type EvidenceSource = Pick<Ingested, 'dataset' | 'sources' | 'importerIds'>;

/**
 * Reads the files a second time for what the audit looks at and the dataset does not hold. Only record_type bundles keep
 * such records. Aborted, it returns what it has.
 */
export async function collectEvidence(ingested: EvidenceSource, options: EvidenceOptions): Promise<Evidence> {
  const collector = new Collector(ingested);
  for (const [index, source] of ingested.sources.entries()) {
    if (options.signal.aborted) break;
    if (ingested.importerIds[index] === 'bundle') await collector.readFile(source, index, options);
    else if (ingested.importerIds[index] === null) await collector.readSideFile(source);
  }
  return collector.finish();
}

class Collector {
  readonly #subjects: Subjects;
  readonly #lists: ListBook;
  readonly #natives = new NativeWatch();
  readonly #states = new StateWatch();
  readonly #probes = new ProbeWatch();
  readonly #stored: StoredWatch;
  readonly #judges = new JudgeWatch();
  readonly #fields: FieldWatch;
  readonly #hashes: HashWatch;
  readonly #fileHashes = new TallyCounter();
  readonly #ingested: EvidenceSource;

  constructor(ingested: EvidenceSource) {
    const { dataset } = ingested;
    this.#ingested = ingested;
    this.#subjects = new Subjects(dataset);
    this.#lists = new ListBook(dataset);
    this.#stored = new StoredWatch(dataset);
    this.#fields = new FieldWatch(dataset);
    this.#hashes = new HashWatch(dataset);
  }

  async readFile(source: ByteSource, index: number, { signal, onBytes }: EvidenceOptions): Promise<void> {
    const file = this.#ingested.dataset.sources[index]?.name ?? source.name;
    const judge = judgeOfFile(source.name);
    this.#lists.beginFile();
    const rows = await openRows(source);
    await rows.read(index, {
      onRow: (value, at) => {
        if (isObject(value)) this.#addRow(value, file, at.line, judge);
      },
      // Faults of the files were reported when the dataset was read.
      onBad: () => {},
      onDamagedText: () => {},
      onBytes,
      signal,
    });
  }

  /** A document that states hashes of files beside it. */
  async readSideFile(source: ByteSource): Promise<void> {
    const { records } = await takeSample(source);
    const [document] = records;
    if (records.length !== 1 || !isObject(document)) return;
    for (const [name, stated] of statedFileHashes(document)) {
      const beside = this.#ingested.sources.find((other) => isNamed(other.name, name, source.name));
      if (beside === undefined) continue;
      const isRight = (await hashSource(beside)) === stated;
      const note = `states another hash for ${beside.name}`;
      this.#fileHashes.look(isRight ? null : { file: source.name, line: null, id: name, note });
    }
  }

  finish(): Evidence {
    const lists = this.#lists.finish();
    if (lists.length === 0) return { ...NO_EVIDENCE, fileHashes: this.#fileHashes };
    const budgets = lists.flatMap(({ starts }) => starts.flatMap(({ budget }) => (budget === null ? [] : [budget])));
    return {
      lists,
      duplicates: this.#lists.duplicates,
      strangers: this.#lists.strangers,
      searchCalls: this.#natives.searchCalls,
      stateIndex: this.#states.stateIndex,
      budget: this.#states.budget([...new Set(budgets)]),
      contexts: this.#states.contexts,
      textHashes: this.#hashes.texts,
      sharedHashes: this.#hashes.shared,
      fileHashes: this.#fileHashes,
      probes: this.#probes.probes,
      judges: this.#judges.finish(),
      forbidden: this.#fields.finish(),
      prompts: this.#fields.prompts,
      stored: this.#stored.finish(),
      inputPrints: this.#hashes.prints,
      searchTexts: this.#natives.searchTexts,
    };
  }

  #addRow(row: JsonObject, file: string, line: number, judgeFile: ReturnType<typeof judgeOfFile>): void {
    const found = kindOf(row);
    if (found === null) return;
    if (found === 'run_start') this.#lists.start(row, line);
    else if (found === 'run_end') this.#lists.end(row, line);
    else this.#addData(found, row, file, line, judgeFile);
  }

  #addData(
    found: DataKind,
    row: JsonObject,
    file: string,
    line: number,
    judgeFile: ReturnType<typeof judgeOfFile>,
  ): void {
    const { kind, isError } = KINDS[found];
    const isState = isAboutStates(kind);
    const id = isState ? idIn(row, 'state_id', 'request_id') : idIn(row, 'question_id');
    const source: SourceRow = { row, file, line, id };
    const subject = isState ? this.#subjects.state(id) : this.#subjects.question(id);
    const judge = kind === 'judge_score' ? judgeName(row, judgeFile) : null;
    this.#lists.add(source, kind, judge, subject, isError);
    if (isError) return;
    const question = isState ? (this.#ingested.dataset.states.question[subject] ?? -1) : subject;
    this.#fields.add(kind, source, question);
    this.#hashes.add(source, isState ? subject : -1);
    if (kind === 'trajectory') this.#natives.add(source);
    else if (kind === 'state') this.#states.add(source);
    else if (kind === 'probe') this.#probes.add(source);
    if (kind === 'trajectory' || kind === 'first-answer' || kind === 'probe') this.#stored.add(kind, row, subject);
    if (judge !== null) this.#judges.add(source, judge);
  }
}

type DataKind = Exclude<NonNullable<ReturnType<typeof kindOf>>, 'run_start' | 'run_end'>;

const KINDS: Readonly<Record<DataKind, { readonly kind: RowKind; readonly isError: boolean }>> = {
  input: { kind: 'input', isError: false },
  label: { kind: 'label', isError: false },
  'first-answer': { kind: 'first-answer', isError: false },
  trajectory: { kind: 'trajectory', isError: false },
  trajectory_error: { kind: 'trajectory', isError: true },
  state: { kind: 'state', isError: false },
  probe: { kind: 'probe', isError: false },
  probe_error: { kind: 'probe', isError: true },
  judge_score: { kind: 'judge_score', isError: false },
  judge_error: { kind: 'judge_score', isError: true },
};

/** As the importer names it: the file's own name wins over a field. */
const judgeName = (row: JsonObject, { judge, isJudgeNamed }: ReturnType<typeof judgeOfFile>): string =>
  isJudgeNamed
    ? judge
    : stringOr(
        [row.judge, row.judge_id, row.judge_name].find((value) => typeof value === 'string'),
        judge,
      );

/** `name` is a file's name or its name without endings, in the folder of the file that states it. */
function isNamed(file: string, name: string, statedIn: string): boolean {
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  if (folder(file) !== folder(statedIn)) return false;
  const base = file.slice(folder(file).length).replace(/\.gz(ip)?$/i, '');
  return base === name || base.replace(/\.(jsonl|ndjson|json|txt|csv|tsv)$/i, '') === name;
}
