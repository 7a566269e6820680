import type { Evidence } from '../core/audit/evidence.ts';
import { type AuditReport, runAudit } from '../core/audit/index.ts';
import {
  type FileHash,
  membersOf,
  type Protocol,
  parseProtocol,
  type ReportFile,
  sealDataset,
  sealedQuestions,
  splitsNow,
  startProtocol,
  stateOf,
  takeSeal,
  transfersOf,
} from '../core/protocol/index.ts';
import type { Dataset, NamedRange, Selection, SplitMembers, SplitRole } from '../core/terms.ts';
import { hashSource } from '../ingest/evidence/hashes.ts';
import { collectEvidence } from '../ingest/evidence.ts';
import type { Ingested } from '../ingest/index.ts';
import { resumeProtocol } from './audit-resume.ts';
import { breathe, Evaluator } from './evaluate.ts';
import type { JobContext } from './job-context.ts';

/** A split as the page shows it. */
export interface SplitHandle {
  readonly name: string;
  readonly role: SplitRole;
  readonly questions: number;
  readonly eligibleStates: number;
  /** Set where its questions are one range. */
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly isSealed: boolean;
}

export interface ProtocolHandle {
  readonly protocol: Protocol;
  readonly splits: readonly SplitHandle[];
  readonly sealedQuestions: number;
  /** Columns that a split may be defined by. */
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Why the protocol that was begun before did not go on; null where it did, or there was none. */
  readonly resumeFault: string | null;
}

const MOST_VALUES = 50;

/**
 * The one place that holds the data with all labels open, beside the protocol that says who may see which. Everything else
 * gets `view`: sealed labels are not in it.
 */
export class AuditSession {
  readonly open: Ingested;
  private log: Protocol;
  private kept: Ingested | null = null;
  private evidence: Evidence | null = null;
  private files: readonly FileHash[] | null = null;
  private openEvaluator: Evaluator | null = null;
  private readonly seenBefore: boolean;
  /** Why a protocol that was begun before could not go on. */
  private resumeFault: string | null = null;
  report: ReportFile | null = null;

  /** Seals at once what the data or the user wants sealed: then nothing has been computed from those labels. */
  constructor(ingested: Ingested, isAllSealed: boolean, wereSeen: boolean) {
    this.open = ingested;
    this.seenBefore = wereSeen;
    const { dataset } = ingested;
    const now = new Date().toISOString();
    this.log = startProtocol(dataset, now);
    const scope = isAllSealed ? 'all' : dataset.ranges.some(({ isSealed }) => isSealed) ? 'confirmatory' : null;
    const sealed = scope === null ? null : takeSeal(this.log, dataset, scope, wereSeen, now);
    if (sealed?.kind === 'ok') this.log = sealed.value;
  }

  /** Whether correctness of what would be sealed now has been computed, here or with the same files before. */
  wereSeen(evaluator: Evaluator): boolean {
    const isAnySealed = stateOf(this.log).sealed !== null;
    return this.seenBefore || this.openEvaluator !== null || (evaluator.isUsed && !isAnySealed);
  }

  /** Goes on with a protocol of before. One that does not fit is left, with the reason. */
  async tryResume(text: string, context: JobContext): Promise<void> {
    const resumed = await resumeProtocol(this, text, 'reload', context);
    if (resumed.kind === 'ok') {
      this.protocol = resumed.value;
      return;
    }
    this.resumeFault = resumed.error;
    // What was sealed before must not be open now because a file has changed.
    const old = parseProtocol(text);
    if (old.kind === 'failed' || stateOf(old.value).sealed === null || stateOf(this.log).sealed !== null) return;
    const scope = this.splits.some(({ role }) => role === 'confirmatory') ? 'confirmatory' : 'all';
    const sealed = takeSeal(this.log, this.open.dataset, scope, this.seenBefore, new Date().toISOString());
    if (sealed.kind === 'ok') this.protocol = sealed.value;
  }

  get protocol(): Protocol {
    return this.log;
  }

  set protocol(next: Protocol) {
    this.log = next;
    this.kept = null;
    this.evidence = null;
  }

  /** An entry that opens and closes nothing. */
  addNote(next: Protocol): void {
    this.log = next;
  }

  get splits(): readonly SplitMembers[] {
    return splitsNow(this.log, this.open.dataset);
  }

  /** The data as everybody else may see it. */
  get view(): Ingested {
    this.kept ??= { ...this.open, dataset: this.closedDataset(), aside: this.closedAside() };
    return this.kept;
  }

  /** Judges with all labels open: for the unseal alone. */
  evaluateOpen(answerRule: string) {
    this.openEvaluator ??= new Evaluator(this.open.dataset);
    return this.openEvaluator.under(answerRule);
  }

  async hashes({ signal, report }: JobContext): Promise<readonly FileHash[]> {
    if (this.files !== null) return this.files;
    const { sources, dataset } = this.open;
    const files: FileHash[] = [];
    for (const [i, source] of sources.entries()) {
      report({ done: i, total: sources.length, what: `hash of ${source.name}` });
      files.push({ name: dataset.sources[i]!.name, bytes: source.size, sha256: await hashSource(source) });
      await breathe(signal);
    }
    this.files = files;
    return files;
  }

  async audit(
    evaluator: Evaluator,
    answerRule: string,
    budget: number | null,
    context: JobContext,
  ): Promise<AuditReport> {
    const { signal, report } = context;
    const total = this.view.sources.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    this.evidence ??= await collectEvidence(this.view, {
      signal,
      onBytes: (count) => {
        done += count;
        report({ done, total, what: 'records of the run' });
      },
    });
    // Half an audit is none: a cancelled one must not be kept.
    if (signal.aborted) this.evidence = null;
    await breathe(signal);
    const evaluation = evaluator.under(answerRule);
    const { unsealed, frozen } = stateOf(this.log);
    const split = unsealed === null ? undefined : this.splits.find(({ name }) => name === unsealed.step.split);
    return runAudit({
      evaluation,
      evidence: this.evidence!,
      problems: this.open.problemCounts,
      splits: this.splits,
      budget,
      transfers: split === undefined || frozen === null ? [] : transfersOf(evaluation, split, frozen.step.freeze),
    });
  }

  describe(): ProtocolHandle {
    const { questions, states } = this.open.dataset;
    const sealed = this.view.dataset.questions.sealed ?? null;
    return {
      protocol: this.log,
      splits: this.splits.map(({ name, role, members }) => ({
        name,
        role,
        questions: members.length,
        eligibleStates: members.reduce((sum, q) => {
          let eligible = 0;
          for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]!; s++)
            eligible += states.isEligible[s]!;
          return sum + eligible;
        }, 0),
        range: rangeOf(members),
        isSealed: sealed !== null && members.some((q) => sealed[q] === 1),
      })),
      sealedQuestions: membersOf(sealed).length,
      columns: columnsOf(this.open.dataset),
      resumeFault: this.resumeFault,
    };
  }

  private closedDataset(): Dataset {
    const { dataset } = this.open;
    const { splits } = this;
    const sealed = sealedQuestions(this.log, splits, dataset.questions.count);
    const { frozen } = stateOf(this.log);
    const ranges = splits.length === 0 ? dataset.ranges : splits.flatMap(toRange);
    return sealDataset(
      {
        ...dataset,
        ranges,
        ...(splits.length === 0 ? {} : { splitMembers: splits }),
        // What a freeze fixed is what "frozen" means from then on.
        ...(frozen === null ? {} : { judges: freezeJudges(dataset, frozen.step.freeze) }),
      },
      sealed,
    );
  }

  /** Rows of labels that were set aside hold labels. */
  private closedAside(): Ingested['aside'] {
    const { aside } = this.open;
    if (stateOf(this.log).sealed === null) return aside;
    const isKept = Array.from(aside.code, (code) => !/label|gold/.test(aside.codes[code]!));
    const count = isKept.filter(Boolean).length;
    const pick = <A extends Uint16Array | Int32Array | Float64Array | Uint32Array>(values: A): A =>
      values.filter((_, i) => isKept[i]) as A;
    if (count === aside.count) return aside;
    return {
      ...aside,
      count,
      file: pick(aside.file),
      line: pick(aside.line),
      start: pick(aside.start),
      length: pick(aside.length),
      code: pick(aside.code),
    };
  }
}

function rangeOf(members: Selection): { readonly from: number; readonly to: number } | null {
  const from = members[0];
  const to = members.at(-1);
  return from === undefined || to === undefined || to - from + 1 !== members.length ? null : { from, to };
}

const toRange = ({ name, role, members }: SplitMembers): readonly NamedRange[] => {
  const range = rangeOf(members);
  return range === null ? [] : [{ name, role, ...range }];
};

function freezeJudges(dataset: Dataset, freeze: Parameters<typeof transfersOf>[2]): Dataset['judges'] {
  return dataset.judges.map((judge) => {
    const frozen = freeze.thresholds.find(({ judge: id }) => id === judge.id);
    if (frozen === undefined) return judge;
    const isSentinel = freeze.choice?.chosen.find(({ judge: id }) => id === judge.id)?.isSentinel ?? false;
    return { ...judge, frozen: { value: frozen.value, isSentinel } };
  });
}

/** The files' own split column, and metadata with few values. */
function columnsOf({ questions }: Dataset): ProtocolHandle['columns'] {
  const columns = [{ name: 'split', values: questions.splits as readonly unknown[] }, ...questions.meta];
  return columns.flatMap(({ name, values }) => {
    const distinct = new Set<string>();
    for (const value of values) {
      if (value !== null && value !== undefined) distinct.add(String(value));
      if (distinct.size > MOST_VALUES) return [];
    }
    return distinct.size === 0 || TELLING.test(name) ? [] : [{ name, values: [...distinct].sort() }];
  });
}

/** Nobody splits by what the label says. */
const TELLING =
  /^(official_?em|em|exact_?match|correct|is_?correct|acc|accuracy|f1|token_?f1|gold.*|answers?|targets?|labels?)$/i;
