import type { RuleSource } from './rules-input.ts';
import { readVersion } from './version.ts';

/** What every answer about rules begins with, in words. */
export const facts = ({ notice, tuneName, evaluationName, tune, evaluation }: RuleSource): string[] => [
  ...(notice === null ? [] : [`Notice: ${notice}`]),
  `Compared on ${evaluationName}, ${evaluation.table.questionIds.length} labelled questions; calibrated on ${tuneName}, ${tune.table.questionIds.length}.`,
];

/** The same as data. */
export const sourceJson = (source: RuleSource) => ({
  stopscope_version: readVersion(),
  notice: source.notice,
  tune: { source: source.tuneName, question_count: source.tune.table.questionIds.length },
  evaluation: { source: source.evaluationName, question_count: source.evaluation.table.questionIds.length },
});
