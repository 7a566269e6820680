import type { AnswerRule } from '../../core/answers/index.ts';
import type { Gold } from '../../core/terms.ts';
import {
  cutText,
  findAnswerSpans,
  type JudgeText,
  type PassageText,
  parseBlocks,
  parsePassages,
  type QuestionText,
  type StateText,
} from '../../core/trajectory/index.ts';
import { type Ingested, type OpenQuestion, openQuestion } from '../../ingest/index.ts';
import { breathe } from '../evaluate.ts';

/** How much of a text is sent: enough to read, or all that somebody asked for. */
export interface TextLimits {
  readonly passage: number;
  readonly completion: number;
}
export const SHORT: TextLimits = { passage: 2_000, completion: 4_000 };
export const FULL: TextLimits = { passage: 4_000_000, completion: 4_000_000 };
const BLOCK = 8_000;
const MOST_BLOCKS = 4_000;

/** Keeps the question that was opened last: its line may be megabytes of JSON. */
export class QuestionTexts {
  private last: { readonly question: number; readonly open: Promise<OpenQuestion> } | null = null;

  constructor(private readonly ingested: Ingested) {}

  open(question: number): Promise<OpenQuestion> {
    if (this.last?.question !== question) this.last = { question, open: openQuestion(this.ingested, question) };
    return this.last.open;
  }

  async whole(question: number): Promise<QuestionText> {
    const { supportingFacts, transcript } = await this.open(question);
    return {
      supportingTitles: supportingFacts && [...new Set(supportingFacts.map(([title]) => title))],
      blocks:
        transcript === null
          ? null
          : parseBlocks(transcript)
              .slice(0, MOST_BLOCKS)
              .map((block) => ({ kind: block.kind, ...cutText(block.text, BLOCK) })),
    };
  }

  /** Texts of the states from .. to - 1 of a question; its number of states stands for the native finish. */
  async states(
    question: number,
    from: number,
    to: number,
    rule: AnswerRule,
    limits: TextLimits,
    signal: AbortSignal,
  ): Promise<readonly StateText[]> {
    const { questions } = this.ingested.dataset;
    const first = questions.stateStart[question]!;
    const count = questions.stateStart[question + 1]! - first;
    const open = await this.open(question);
    const view: PassageView = {
      titles: new Set((open.supportingFacts ?? []).map(([title]) => title.toLowerCase())),
      targets: targetsOf(questions.golds[question] ?? null),
      rule,
      limits,
    };
    const texts: StateText[] = [];
    for (let index = from; index < Math.min(to, count + 1); index++) {
      const isFinish = index === count;
      const { query, evidence } = isFinish ? await open.readFinish() : await open.readStep(first + index);
      const judges = isFinish ? new Map() : await open.readJudges(first + index);
      texts.push({
        index,
        query,
        passages: evidence === null ? null : parsePassages(evidence).map((passage) => toPassageText(passage, view)),
        judges: [...judges].map(
          ([judge, { isSufficient, gapItems, rawCompletion, parseError }]): JudgeText => ({
            judge,
            isSufficient,
            gapItems,
            rawCompletion: rawCompletion === null ? null : cutText(rawCompletion, limits.completion),
            parseError,
          }),
        ),
      });
      if (index % 16 === 15) await breathe(signal);
    }
    return texts;
  }
}

interface PassageView {
  readonly titles: ReadonlySet<string>;
  readonly targets: readonly string[];
  readonly rule: AnswerRule;
  readonly limits: TextLimits;
}

function toPassageText(
  { title, text }: { readonly title: string | null; readonly text: string },
  { titles, targets, rule, limits }: PassageView,
): PassageText {
  const cut = cutText(text, limits.passage);
  return {
    title,
    isSupporting: title !== null && titles.has(title.toLowerCase()),
    ...cut,
    spans: findAnswerSpans(cut.text, targets, rule.normalise),
  };
}

const targetsOf = (gold: Gold | null): readonly string[] =>
  gold === null ? [] : typeof gold === 'string' ? [gold] : gold;
