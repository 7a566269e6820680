import type { Evaluation } from '../correctness.ts';
import { failed, ok, type Result } from '../result.ts';
import { finish, type ResampleStep, type Steps } from '../steps.ts';
import type { Dataset, SplitMembers } from '../terms.ts';
import { type ConfirmatoryReport, confirmInSteps, reportHash } from './confirm.ts';
import { append, EMPTY_PROTOCOL } from './log.ts';
import { labelsHash, membersOf, refuseOpening, sealedQuestions } from './seal.ts';
import { countMembers, resolveSplits, splitsOfData } from './splits.ts';
import { refusalOf, stateOf } from './state.ts';
import type { Freeze, Protocol, SplitDefinition, Step } from './types.ts';

/**
 * The steps of a protocol. Each takes the protocol as it is and the data with its labels open, and gives the protocol with
 * one more entry, or a sentence that says why not. `time` is ISO 8601.
 */

export function startProtocol(dataset: Dataset, time: string): Protocol {
  const opened = append(
    EMPTY_PROTOCOL,
    {
      kind: 'opened',
      dataset: dataset.name,
      notice: dataset.notice,
      questions: dataset.questions.count,
      states: dataset.states.count,
      files: dataset.sources.map(({ name, bytes }) => ({ name, bytes })),
    },
    time,
  );
  const named = splitsOfData(dataset);
  const withSplits = named.length === 0 ? null : takeSplits(opened, dataset, named, time);
  // Ranges of a manifest may overlap; then the user defines splits.
  return withSplits?.kind === 'ok' ? withSplits.value : opened;
}

export function takeSplits(
  protocol: Protocol,
  dataset: Dataset,
  splits: readonly SplitDefinition[],
  time: string,
): Result<Protocol, string> {
  const after = resolveSplits(dataset, splits);
  if (after.kind === 'failed') return after;
  const refusal = refuseOpening(protocol, dataset, after.value);
  if (refusal !== null) return failed(refusal);
  const counts = after.value.map((split) => countMembers(dataset, split));
  return take(protocol, { kind: 'splits', splits, counts }, time);
}

/** `wereSeen`: correctness of these questions was computed before, in the same session. */
export function takeSeal(
  protocol: Protocol,
  dataset: Dataset,
  scope: 'confirmatory' | 'all',
  wereSeen: boolean,
  time: string,
): Result<Protocol, string> {
  const splits = splitsNow(protocol, dataset);
  if (scope === 'confirmatory' && !splits.some(({ role }) => role === 'confirmatory')) {
    return failed('No split is confirmatory. Give one that role first.');
  }
  const step: Extract<Step, { kind: 'sealed' }> = { kind: 'sealed', scope, questions: 0, labelsSha256: '', wereSeen };
  // What is sealed follows from the log with this step in it.
  const sealed = membersOf(sealedQuestions(append(protocol, step, time), splits, dataset.questions.count));
  const labelled = sealed.filter((q) => (dataset.questions.golds[q] ?? null) !== null);
  if (labelled.length === 0) return failed('There are no labels to seal.');
  return take(protocol, { ...step, questions: sealed.length, labelsSha256: labelsHash(dataset, sealed) }, time);
}

export const takeFreeze = (protocol: Protocol, freeze: Freeze, time: string): Result<Protocol, string> =>
  take(protocol, { kind: 'frozen', freeze }, time);

export interface Unsealed {
  readonly protocol: Protocol;
  readonly report: ConfirmatoryReport;
}

/** Opens the split once and computes what was frozen. `evaluate` judges the answers with all labels open. */
export const takeUnseal = (...args: Parameters<typeof unsealInSteps>): Result<Unsealed, string> =>
  finish(unsealInSteps(...args));

/** `takeUnseal` in steps: until the last one the protocol is as it was. */
export function* unsealInSteps(
  protocol: Protocol,
  evaluate: (answerRule: string) => Evaluation | null,
  time: string,
): Steps<ResampleStep, Result<Unsealed, string>> {
  const { frozen, phase } = stateOf(protocol);
  if (frozen === null || phase !== 'frozen') {
    return failed(
      phase === 'unsealed' ? 'The labels were unsealed once; that is all.' : 'Only a freeze can be unsealed.',
    );
  }
  const { freeze } = frozen.step;
  const evaluation = evaluate(freeze.answerRule);
  if (evaluation === null) return failed(`There is no answer rule "${freeze.answerRule}".`);
  const { dataset } = evaluation;
  const split = splitsNow(protocol, dataset).find(({ name }) => name === freeze.confirmatory);
  if (split === undefined) return failed(`There is no split "${freeze.confirmatory}".`);
  // Times never run back in the log, and the report carries the time of its entry.
  const at = laterOf(protocol, time);
  const report = yield* confirmInSteps(evaluation, { split, freeze, freezeHash: frozen.hash, time: at });
  if (report.kind === 'failed') return report;
  const step: Step = {
    kind: 'unsealed',
    split: split.name,
    freezeHash: frozen.hash,
    labelsSha256: labelsHash(dataset, split.members),
    reportSha256: reportHash(report.value),
  };
  const next = take(protocol, step, at);
  return next.kind === 'failed' ? next : ok({ protocol: next.value, report: report.value });
}

/** The report of an unseal that is in the log, from data with all labels open. */
export function* confirmNow(
  protocol: Protocol,
  evaluate: (answerRule: string) => Evaluation | null,
): Steps<ResampleStep, Result<ConfirmatoryReport, string>> {
  const { frozen, unsealed } = stateOf(protocol);
  if (frozen === null || unsealed === null) return failed('Nothing was unsealed.');
  const evaluation = evaluate(frozen.step.freeze.answerRule);
  if (evaluation === null) return failed(`There is no answer rule "${frozen.step.freeze.answerRule}".`);
  const split = splitsNow(protocol, evaluation.dataset).find(({ name }) => name === unsealed.step.split);
  if (split === undefined) return failed(`There is no split "${unsealed.step.split}".`);
  const report = yield* confirmInSteps(evaluation, {
    split,
    freeze: frozen.step.freeze,
    freezeHash: frozen.hash,
    time: unsealed.time,
  });
  if (report.kind === 'failed' || reportHash(report.value) === unsealed.step.reportSha256) return report;
  return failed('Computed again, the report is not the one that was unsealed: the data or the program has changed.');
}

/** Marks a look at something else than what was frozen; the same look is marked once. */
export function markPostHoc(protocol: Protocol, what: string, time: string): Protocol {
  const state = stateOf(protocol);
  if (state.phase !== 'unsealed' || state.postHoc.some(({ step }) => step.what === what)) return protocol;
  return append(protocol, { kind: 'post-hoc', what }, time);
}

/** Marks that a pool of roles was looked at and called descriptive; the same pool is marked once. */
export function markDescriptive(protocol: Protocol, what: string, time: string): Protocol {
  const isKnown = protocol.entries.some(({ step }) => step.kind === 'descriptive' && step.what === what);
  return isKnown ? protocol : append(protocol, { kind: 'descriptive', what }, time);
}

export const markResumed = (protocol: Protocol, how: 'import' | 'reload', time: string): Protocol =>
  append(protocol, { kind: 'resumed', how }, time);

/** The questions of the splits in force; none where they do not fit the data. */
export function splitsNow(protocol: Protocol, dataset: Dataset): readonly SplitMembers[] {
  const resolved = resolveSplits(dataset, stateOf(protocol).splits);
  return resolved.kind === 'ok' ? resolved.value : [];
}

const laterOf = ({ entries }: Protocol, time: string): string => {
  const last = entries.at(-1)?.time ?? '';
  return last > time ? last : time;
};

function take(protocol: Protocol, step: Step, time: string): Result<Protocol, string> {
  const refusal = refusalOf(stateOf(protocol), step);
  return refusal === null ? ok(append(protocol, step, time)) : failed(refusal);
}
