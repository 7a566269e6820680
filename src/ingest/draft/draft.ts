import type { FileOrigin, FrozenThreshold, NamedRange } from '../../core/terms.ts';
import type { ProblemLog } from '../problems.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { JudgeDraft, type ScoreRow } from './judges.ts';
import type { LooseLabel, LooseSearches, Prints, Samples } from './labels.ts';
import { QuestionDraft } from './questions.ts';
import { StateDraft } from './states.ts';
import { StoredDraft } from './stored.ts';

/**
 * What importers write into and `join` makes a Dataset of. Rows come in any order, from any number of files; whether they
 * belong together shows at the end.
 */
export class Draft {
  readonly questions: QuestionDraft;
  readonly states: StateDraft;
  readonly judges = new Map<string, JudgeDraft>();
  readonly stored = new StoredDraft();
  readonly looseLabels: LooseLabel[] = [];
  readonly looseSearches: LooseSearches[] = [];
  readonly samples: Samples = new Map();
  readonly prints: Prints = new Map();
  readonly #problems: ProblemLog;

  name: string | null = null;
  notice: string | null = null;
  /** What an export says it was made of; null where no header says it. */
  originals: FileOrigin[] | null = null;
  /** The first file that names ranges decides. */
  ranges: readonly NamedRange[] = [];
  readonly judgeNames = new Map<string, string>();
  /** Judges as a header lists them; others follow. */
  judgeOrder: readonly string[] = [];
  /** In the order of the file: published seeds depend on it. */
  readonly thresholds = new Map<string, FrozenThreshold & { readonly file: number }>();

  constructor(problems: ProblemLog) {
    this.#problems = problems;
    this.questions = new QuestionDraft(problems);
    this.states = new StateDraft(problems, this.questions);
  }

  judge(id: string): JudgeDraft {
    let judge = this.judges.get(id);
    if (judge === undefined) {
      judge = new JudgeDraft(id, this.#problems);
      this.judges.set(id, judge);
    }
    return judge;
  }

  addScore(judge: string, stateId: string, row: ScoreRow, at: Readonly<RowRef>): void {
    this.judge(judge).addRow(this.states.keyOf(stateId), stateId, row, at);
  }

  /** Two files may give the same threshold; one of them may know that it is a sentinel. */
  addThreshold(judge: string, value: number, isSentinel: boolean, file: number): void {
    if (!Number.isFinite(value)) {
      const words = {
        code: 'threshold.not-finite',
        message: `The threshold of judge "${judge}" is ${value}, not a finite number.`,
        effect: 'The judge is shown without a frozen threshold.',
      };
      this.#problems.add('warning', words, file);
      return;
    }
    const known = this.thresholds.get(judge);
    if (known !== undefined && known.value !== value) {
      const words = {
        code: 'threshold.conflict',
        message: `Judge "${judge}" has the threshold ${value} here and ${known.value} in another file.`,
        effect: `${known.value} is used.`,
      };
      this.#problems.add('error', words, file);
      return;
    }
    this.thresholds.set(judge, { value, isSentinel: isSentinel || (known?.isSentinel ?? false), file });
  }
}
