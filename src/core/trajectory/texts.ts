import type { GapItem } from '../terms.ts';
import type { Block } from './blocks.ts';
import type { Span } from './spans.ts';

/** A text that may be too long to send or to show at once. */
export interface CutText {
  readonly text: string;
  /** Characters of the whole; more than `text` has when it was cut. */
  readonly length: number;
}

export interface PassageText extends CutText {
  readonly title: string | null;
  /** Its title is one of the gold supporting titles. */
  readonly isSupporting: boolean;
  /** Where an accepted answer stands in `text`. */
  readonly spans: readonly Span[];
}

export interface JudgeText {
  readonly judge: string;
  readonly isSufficient: boolean | null;
  /** null: the judge names none of any kind. */
  readonly gapItems: readonly GapItem[] | null;
  readonly rawCompletion: CutText | null;
  readonly parseError: string | null;
}

/** The texts of one state: what came with the search that led to it, not what earlier searches had brought. */
export interface StateText {
  /** Position among the question's states; the number of states stands for the native finish. */
  readonly index: number;
  readonly query: string | null;
  /** null: the files do not hold the retrieved text. */
  readonly passages: readonly PassageText[] | null;
  readonly judges: readonly JudgeText[];
}

/** Texts that belong to the whole question. */
export interface QuestionText {
  /** Distinct titles of the gold supporting facts; null where none are recorded. */
  readonly supportingTitles: readonly string[] | null;
  /** The tagged trajectory in blocks, where the run was recorded as one text. */
  readonly blocks: readonly (Block & CutText)[] | null;
}

/** The first `most` characters, never half of a surrogate pair. */
export function cutText(text: string, most: number): CutText {
  if (text.length <= most) return { text, length: text.length };
  const code = text.charCodeAt(most - 1);
  const end = code >= 0xd800 && code <= 0xdbff ? most - 1 : most;
  return { text: text.slice(0, end), length: text.length };
}
