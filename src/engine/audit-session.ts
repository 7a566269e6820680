import type { Evidence } from '../core/audit/evidence.ts';
import { type AuditReport, auditInSteps } from '../core/audit/index.ts';
import {
  beginProtocol,
  closeDataset,
  type FileHash,
  membersOf,
  type Protocol,
  parseProtocol,
  type ReportFile,
  rangeOfMembers,
  splitsNow,
  stateOf,
  takeSeal,
  transfersOf,
} from '../core/protocol/index.ts';
import { isTellingMeta } from '../core/protocol/telling.ts';
import type { Dataset, SplitMembers, SplitRole } from '../core/terms.ts';
import { closeRun } from '../ingest/closed.ts';
import { hashSource } from '../ingest/evidence/hashes.ts';
import { collectEvidence } from '../ingest/evidence.ts';
import type { Ingested } from '../ingest/index.ts';
import { resumeProtocol } from './audit-resume.ts';
import { breathe, Evaluator } from './evaluate.ts';
import type { JobContext } from './job-context.ts';
import { runSteps } from './run-steps.ts';

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
  private members: readonly SplitMembers[] | null = null;
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
    this.log = beginProtocol(ingested.dataset, isAllSealed, wereSeen, new Date().toISOString());
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
    if (old.kind === 'failed') return;
    const { sealed, splits } = stateOf(old.value);
    if (sealed === null) return;
    const isAsDeclared =
      sealed.step.scope === 'confirmatory' && JSON.stringify(splits) === JSON.stringify(stateOf(this.log).splits);
    const now = new Date().toISOString();
    // Splits of the user's may not be found again: then everything is sealed until they are named anew.
    if (!isAsDeclared) this.protocol = beginProtocol(this.open.dataset, true, this.seenBefore, now);
    else if (stateOf(this.log).sealed === null) {
      const again = takeSeal(this.log, this.open.dataset, 'confirmatory', this.seenBefore, now);
      if (again.kind === 'ok') this.protocol = again.value;
    }
  }

  get protocol(): Protocol {
    return this.log;
  }

  set protocol(next: Protocol) {
    this.log = next;
    this.kept = null;
    this.members = null;
    this.evidence = null;
  }

  private underWay: Promise<unknown> | null = null;

  /** While the look is computed nothing may be written into the log: its entry carries the time of the report. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.underWay = work.catch(() => null);
    try {
      return await work;
    } finally {
      this.underWay = null;
    }
  }

  async settled(): Promise<void> {
    await this.underWay;
  }

  /** An entry that opens and closes nothing. */
  addNote(next: Protocol): void {
    this.log = next;
  }

  get splits(): readonly SplitMembers[] {
    this.members ??= splitsNow(this.log, this.open.dataset);
    return this.members;
  }

  /** The data as everybody else may see it. */
  get view(): Ingested {
    this.kept ??= closeRun(this.open, closeDataset(this.open.dataset, this.log));
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
      files.push({
        name: dataset.sources[i]!.name,
        bytes: source.size,
        sha256: await hashSource(source, () => breathe(signal)),
      });
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
    const steps = auditInSteps({
      evaluation,
      evidence: this.evidence!,
      problems: this.open.problemCounts,
      splits: this.splits,
      budget,
      transfers: split === undefined || frozen === null ? [] : transfersOf(evaluation, split, frozen.step.freeze),
    });
    return runSteps(steps, context, ({ done: checks, total: all, title }) => ({
      done: checks,
      total: all,
      what: title,
    }));
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
        range: rangeOfMembers(members),
        isSealed: sealed !== null && members.some((q) => sealed[q] === 1),
      })),
      sealedQuestions: membersOf(sealed).length,
      columns: columnsOf(this.open.dataset),
      resumeFault: this.resumeFault,
    };
  }
}

/** The files' own split column, and metadata with few values. */
function columnsOf({ questions }: Dataset): ProtocolHandle['columns'] {
  const columns = [{ name: 'split', values: questions.splits as readonly unknown[] }, ...questions.meta];
  // Nobody splits by what the label says.
  return columns.flatMap(({ name, values }) => {
    const distinct = new Set<string>();
    for (const value of values) {
      if (value !== null && value !== undefined) distinct.add(String(value));
      if (distinct.size > MOST_VALUES) return [];
    }
    return distinct.size === 0 || isTellingMeta(name) ? [] : [{ name, values: [...distinct].sort() }];
  });
}
