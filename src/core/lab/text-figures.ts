import { followGaps, normaliseCategory } from './gaps.ts';
import { lastVerdict, type SufficiencyQuestion, type SufficiencyTruth, truthOf } from './sufficiency.ts';

/** What a verdict is held against, in a figure's name. */
export const TRUTHS: Readonly<Record<'before' | 'after' | 'answer', SufficiencyTruth>> = {
  before: { kind: 'titles', reading: 'before' },
  after: { kind: 'titles', reading: 'after' },
  answer: { kind: 'answer' },
};
export type TruthName = keyof typeof TRUTHS;
export type VerdictCell = 'truePositive' | 'falsePositive' | 'underClaim' | 'trueNegative';
export type GapPlace = 'question' | 'query' | 'documents' | 'built';

/** A count of the sufficiency analysis, by the questions that add to it. `turn` null: over all turns. */
export type TextFigure =
  | {
      readonly kind: 'verdict';
      readonly truth: TruthName;
      readonly cell: VerdictCell;
      readonly turn: number | null;
    }
  | { readonly kind: 'end'; readonly isSufficient: boolean; readonly isRight: boolean }
  | { readonly kind: 'gap'; readonly category: string; readonly turn: number | null }
  | { readonly kind: 'next'; readonly place: GapPlace; readonly isThere: boolean };

const cellOf = (said: boolean, was: boolean): VerdictCell =>
  said ? (was ? 'truePositive' : 'falsePositive') : was ? 'underClaim' : 'trueNegative';

/** Every figure of a judge that the question adds to; some may stand there twice. `first`: gaps that go into a query. */
export function figuresOf(question: SufficiencyQuestion, first: number): readonly TextFigure[] {
  const found: TextFigure[] = [];
  for (const truth of Object.keys(TRUTHS) as TruthName[]) {
    const truths = truthOf(question, TRUTHS[truth]);
    question.turns.forEach(({ turn, isSufficient }, i) => {
      const was = truths[i] ?? null;
      if (isSufficient === null || was === null) return;
      const cell = cellOf(isSufficient, was);
      found.push({ kind: 'verdict', truth, cell, turn }, { kind: 'verdict', truth, cell, turn: null });
    });
  }
  const last = lastVerdict(question);
  if (last !== null && question.isEndRight !== null) {
    found.push({ kind: 'end', isSufficient: last, isRight: question.isEndRight });
  }
  for (const { turn, gaps } of question.turns) {
    for (const gap of gaps) {
      if (gap === null) continue;
      const category = normaliseCategory(gap.category);
      found.push({ kind: 'gap', category, turn }, { kind: 'gap', category, turn: null });
    }
  }
  const { queries, targets } = followGaps(question, first);
  const add = (place: GapPlace, isThere: boolean | null): void => {
    if (isThere !== null) found.push({ kind: 'next', place, isThere });
  };
  for (const { isRecorded } of queries) add('built', isRecorded);
  for (const { inQuestion, inRecorded, inDocuments } of targets) {
    add('question', inQuestion);
    add('query', inRecorded);
    add('documents', inDocuments);
  }
  return found;
}

/** The one value of a figure's column. */
export const IN_FIGURE = 'yes';
const PREFIX = 'figure:';
const partsOf = (figure: TextFigure): readonly (string | number | boolean | null)[] => {
  switch (figure.kind) {
    case 'verdict':
      return [figure.kind, figure.truth, figure.cell, figure.turn];
    case 'end':
      return [figure.kind, figure.isSufficient, figure.isRight];
    case 'gap':
      return [figure.kind, figure.category, figure.turn];
    case 'next':
      return [figure.kind, figure.place, figure.isThere];
  }
};

/** The column of the question table that holds the figure's questions. */
export const figureColumnId = (judge: string, figure: TextFigure): string =>
  `${PREFIX}${JSON.stringify([judge, ...partsOf(figure)])}`;

export const isFigureColumn = (id: string): boolean => id.startsWith(PREFIX);

const CELLS: Readonly<Record<VerdictCell, string>> = {
  truePositive: 'said sufficient, was so',
  falsePositive: 'said sufficient, was not',
  underClaim: 'said insufficient, was sufficient',
  trueNegative: 'said insufficient, was so',
};
const AGAINST: Readonly<Record<TruthName, string>> = {
  before: 'gold titles before the search of the turn',
  after: 'gold titles after the search of the turn',
  answer: 'the probe answer',
};
const PLACES: Readonly<Record<GapPlace, string>> = {
  question: 'gap target in the question',
  query: 'gap target in the next query',
  documents: 'gap target in the documents of the next search',
  built: 'next query made of the gap phrases',
};

/** The figure of a column in words; null for what is no figure's column. */
export function figureWords(id: string): string | null {
  if (!isFigureColumn(id)) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(id.slice(PREFIX.length));
  } catch {
    return null;
  }
  if (!Array.isArray(parts)) return null;
  const [judge, kind, a, b, turn] = parts as readonly unknown[];
  const after = (k: unknown): string => (typeof k === 'number' ? ` after ${k} ${k === 1 ? 'search' : 'searches'}` : '');
  switch (kind) {
    case 'verdict':
      return `${judge}: ${CELLS[b as VerdictCell]}${after(turn)}, by ${AGAINST[a as TruthName]}`;
    case 'end':
      return `${judge}: last said ${a === true ? 'sufficient' : 'insufficient'}, run ended ${b === true ? 'right' : 'wrong'}`;
    case 'gap':
      return `${judge}: gap of category ${a}${after(b)}`;
    case 'next':
      return `${judge}: ${PLACES[a as GapPlace]}${b === true ? '' : ', not there'}`;
    default:
      return null;
  }
}

/** Which questions add to which figure, a bit a question. */
export class FigureSets {
  private readonly bits = new Map<string, Uint8Array>();

  constructor(private readonly questionCount: number) {}

  add(judge: string, question: number, figures: readonly TextFigure[]): void {
    for (const figure of figures) {
      const id = figureColumnId(judge, figure);
      let bits = this.bits.get(id);
      if (bits === undefined) {
        bits = new Uint8Array((this.questionCount + 7) >> 3);
        this.bits.set(id, bits);
      }
      bits[question >> 3]! |= 1 << (question & 7);
    }
  }

  /** Codes of a column: 0 for the questions of the figure, -1 for all others. */
  codes(id: string): Int32Array {
    const bits = this.bits.get(id);
    const codes = new Int32Array(this.questionCount).fill(-1);
    if (bits !== undefined) for (let q = 0; q < codes.length; q++) codes[q] = ((bits[q >> 3]! >> (q & 7)) & 1) - 1;
    return codes;
  }
}
