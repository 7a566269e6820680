import type { Result } from '../../core/result.ts';
import { formatCount } from './format.ts';

/** Question indices, both inclusive. */
export interface QuestionRange {
  readonly from: number;
  readonly to: number;
}

const complain = (error: string): Result<QuestionRange, string> => ({ kind: 'failed', error });

/** Reads a typed range of question indices; a wrong one comes back in words. */
export const checkRange = (from: string, to: string, questionCount: number): Result<QuestionRange, string> => {
  if (!/^\s*\d+\s*$/.test(from) || !/^\s*\d+\s*$/.test(to))
    return complain('Write two whole numbers, such as 200 and 999.');
  const range = { from: Number(from), to: Number(to) };
  if (range.from > range.to) return complain('The first index is above the last one.');
  if (range.to >= questionCount) {
    return complain(`The last question has index ${formatCount(questionCount - 1)}.`);
  }
  return { kind: 'ok', value: range };
};
