import type { GapItem } from '../../core/terms.ts';
import type { AnswerDiff, JudgeReading, Verdict } from '../../core/trajectory/index.ts';
import { formatCount } from '../parts/format.ts';

/** A part of a sentence; code parts are texts of the data as the rule reads them. */
export interface WhyPart {
  readonly text: string;
  readonly isCode?: boolean;
}

const code = (text: string): WhyPart => ({ text: text === '' ? 'nothing' : text, isCode: text !== '' });
const plain = (text: string): WhyPart => ({ text });

/** Why the rule says yes or no, in one sentence. */
export function whyOf(diff: AnswerDiff): readonly WhyPart[] {
  const answer = code(diff.normalised);
  const target = code(diff.normalisedTarget);
  switch (diff.reason) {
    case 'equal':
      return [plain('EM: both are '), answer, plain(' once normalised.')];
    case 'rule':
      return [plain('The rule accepts '), answer, plain(' for '), target, plain('.')];
    case 'no-answer':
      return [plain('EM: the run gave no answer.')];
    case 'empty':
      return [plain('EM: nothing is left of the answer once normalised; wanted is '), target, plain('.')];
    case 'extra':
      return [plain('EM: '), target, plain(' is there, but so are other words.')];
    case 'missing':
      return [plain('EM: '), code(diff.missing.join(' ')), plain(' is missing from '), target, plain('.')];
    case 'order':
      return [plain('EM: the same words in another order; wanted is '), target, plain('.')];
    case 'breaks':
      return [
        plain('EM: the same letters with other word breaks: '),
        answer,
        plain(' is not '),
        target,
        plain('. Punctuation is deleted, not spaced.'),
      ];
    case 'marks':
      return [
        plain('EM: they differ only in accents or typographic marks, which the rule keeps: '),
        answer,
        plain(' is not '),
        target,
        plain('.'),
      ];
    case 'different':
      return [plain('EM: '), answer, plain(' is not '), target, plain('.')];
  }
}

/** "Haruki Murakami, birth year"; the description where nothing else is named. */
export const gapName = ({ target, slot, description, category }: GapItem): string =>
  [target, slot].filter(Boolean).join(', ') || description || category || 'unnamed gap';

/** "2 gaps: Haruki Murakami, birth year; Gustave Flaubert, birth year". */
export function gapSummary(gaps: readonly GapItem[]): string {
  if (gaps.length === 0) return 'No gap reported.';
  return `${formatCount(gaps.length)} ${gaps.length === 1 ? 'gap' : 'gaps'}: ${gaps.map(gapName).join('; ')}`;
}

/** "312 prompt and 8 completion tokens, 0.46 s, decision STOP". Empty where nothing was recorded. */
export function costWords({ promptTokens, completionTokens, latencySeconds, decision }: JudgeReading): string {
  const tokens =
    promptTokens !== null && completionTokens !== null
      ? `${formatCount(promptTokens)} prompt and ${formatCount(completionTokens)} completion tokens`
      : promptTokens !== null
        ? `${formatCount(promptTokens)} prompt tokens`
        : completionTokens !== null
          ? `${formatCount(completionTokens)} completion tokens`
          : null;
  return [
    tokens,
    latencySeconds === null ? null : `${latencySeconds.toFixed(2)} s`,
    decision === null ? null : `decision ${decision}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  right: 'right',
  wrong: 'wrong',
  unknown: 'right or wrong not known',
};
