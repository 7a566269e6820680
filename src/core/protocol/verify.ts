import type { Evaluation } from '../correctness.ts';
import type { SplitMembers } from '../terms.ts';
import { chooseThresholds } from './choose.ts';
import { type ConfirmatoryReport, confirm, type ReportFile, reportHash } from './confirm.ts';
import { checkChain, headOf } from './log.ts';
import { labelsHash, membersOf, sealedQuestions } from './seal.ts';
import { countMembers, resolveSplits } from './splits.ts';
import { checkOrder, type ProtocolState, stateOf } from './state.ts';
import type { FileHash, Freeze, LogEntry, Protocol } from './types.ts';

/** One thing that was compared. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  readonly status: 'match' | 'mismatch' | 'note';
  /** What differs, one line each; empty for a match. */
  readonly details: readonly string[];
}

/** What the directory holds now. Labels are open; `evaluate` judges under an answer rule, null where there is none such. */
export interface Present {
  readonly files: readonly FileHash[];
  readonly evaluate: (answerRule: string) => Evaluation | null;
}

/**
 * Recomputes everything a protocol and its report say, from the data alone, and lists what does not match. Needs no trust
 * in the two files; see words.ts for what a match can and cannot prove.
 */
export function verify(protocol: Protocol, report: ReportFile, present: Present): readonly Finding[] {
  const findings: Finding[] = [
    finding('chain', 'The hash chain of the log is unbroken', messages(checkChain(protocol))),
    finding('order', 'The steps are in the only order allowed', messages(checkOrder(protocol))),
    finding('log', 'The report carries the log of the protocol', compareLogs(report.log, protocol)),
  ];
  const state = stateOf(protocol);
  const { frozen, unsealed, sealed } = state;
  if (frozen === null || unsealed === null) {
    const what = frozen === null ? 'freeze' : 'unseal';
    return [
      ...findings,
      finding('complete', 'The protocol holds a freeze and an unseal', [`There is no ${what} in the log.`]),
    ];
  }
  const { freeze } = frozen.step;
  findings.push(
    finding('link', 'Report, unseal and freeze name one another', linkFaults(report, frozen.hash, unsealed, freeze)),
    finding('files', 'The files are the ones that were frozen', fileFaults(freeze.files, present.files)),
    ...addedFiles(freeze.files, present.files),
  );
  const evaluation = present.evaluate(freeze.answerRule);
  if (evaluation === null) {
    return [
      ...findings,
      finding('rule', 'The answer rule is known', [`There is no answer rule "${freeze.answerRule}".`]),
    ];
  }
  const { dataset } = evaluation;
  const splits = resolveSplits(dataset, state.splits);
  if (splits.kind === 'failed') return [...findings, finding('splits', 'The splits are the same', [splits.error])];
  findings.push(finding('splits', 'The splits hold the same questions', splitFaults(protocol, dataset, splits.value)));
  const split = splits.value.find(({ name }) => name === freeze.confirmatory);
  if (split === undefined)
    return [
      ...findings,
      finding('split', 'The confirmatory split is there', [`There is no "${freeze.confirmatory}".`]),
    ];
  const labels = labelsHash(dataset, split.members);
  findings.push(finding('seal', 'The labels are those that were sealed', sealFaults(protocol, dataset)));
  findings.push(
    finding(
      'labels',
      'The labels of the split are those of the unseal',
      labels === unsealed.step.labelsSha256 ? [] : ['They differ.'],
    ),
    finding(
      'choice',
      'The thresholds follow from the validation split',
      choiceFaults(evaluation, splits.value, freeze),
    ),
    finding('report', 'The report follows from the data', recompute(evaluation, report, split, freeze, frozen.hash)),
  );
  if (sealed?.step.wereSeen === true) {
    findings.push(note('seen', 'Labels had been computed with before they were sealed, in the same session.'));
  }
  if (state.postHoc.length > 0) {
    findings.push(note('post-hoc', `${state.postHoc.length} looks after the unseal are marked post hoc.`));
  }
  return findings;
}

const finding = (id: string, title: string, faults: readonly string[]): Finding => ({
  id,
  title,
  status: faults.length === 0 ? 'match' : 'mismatch',
  details: faults,
});
const note = (id: string, title: string): Finding => ({ id, title, status: 'note', details: [] });
const messages = (faults: readonly { readonly message: string }[]): readonly string[] =>
  faults.map(({ message }) => message);

/** The report was exported at some point of the log: its log must be the beginning of the protocol's, or go on from it. */
function compareLogs(log: readonly LogEntry[], protocol: Protocol): readonly string[] {
  const faults = messages(checkChain({ ...protocol, entries: log })).map((message) => `In the report: ${message}`);
  const shared = Math.min(log.length, protocol.entries.length);
  const differs = Array.from({ length: shared }, (_, i) => i).find((i) => log[i]!.hash !== protocol.entries[i]!.hash);
  if (differs !== undefined) return [...faults, `Entry ${differs} differs between the report's log and the protocol.`];
  const last = log.at(-1);
  if (last === undefined) return ['The report carries no log.'];
  return headOf(protocol) === last.hash || shared > 0 ? faults : [...faults, 'The two logs have nothing in common.'];
}

function linkFaults(
  report: ReportFile,
  freezeHash: string,
  { time, step: unsealed }: NonNullable<ProtocolState['unsealed']>,
  freeze: Freeze,
): readonly string[] {
  const faults: string[] = [];
  if (report.freezeHash !== freezeHash) faults.push('The report names another freeze than the protocol.');
  if (unsealed.freezeHash !== freezeHash) faults.push('The unseal names another freeze.');
  if (reportHash(report) !== unsealed.reportSha256)
    faults.push('The report is not the one that the unseal recorded: its hash differs.');
  if (unsealed.split !== freeze.confirmatory) faults.push('The unseal opened another split than the freeze names.');
  if (time !== report.unsealedAt) faults.push('The report states another time of the unseal.');
  faults.push(...differences(freeze, report.freeze, 'freeze', 0));
  return faults;
}

/** By content: a file may have been renamed, or compressed otherwise. */
function fileFaults(frozen: readonly FileHash[], present: readonly FileHash[]): readonly string[] {
  const byHash = new Set(present.map(({ sha256 }) => sha256));
  const byName = new Map(present.map((file) => [file.name, file]));
  const missing = frozen.filter(({ sha256 }) => !byHash.has(sha256));
  return missing.map(({ name, sha256 }) =>
    byName.has(name)
      ? `${name} was changed: frozen ${sha256.slice(0, 16)}, now ${byName.get(name)!.sha256.slice(0, 16)}.`
      : `${name} is missing, or was changed and renamed.`,
  );
}

/** Files that were not there: no fault of themselves, since what they change in the figures shows in the report. */
function addedFiles(frozen: readonly FileHash[], present: readonly FileHash[]): readonly Finding[] {
  const known = new Set(frozen.flatMap(({ sha256, name }) => [sha256, name]));
  const added = present.filter(({ sha256, name }) => !known.has(sha256) && !known.has(name));
  if (added.length === 0) return [];
  const title = `${added.length} files were not there when it was frozen: ${added
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')}`;
  return [note('added', title)];
}

function splitFaults(
  protocol: Protocol,
  dataset: Evaluation['dataset'],
  splits: readonly SplitMembers[],
): readonly string[] {
  const counts = protocol.entries.flatMap(({ step }) => (step.kind === 'splits' ? [step.counts] : [])).at(-1) ?? [];
  return splits.flatMap((split) => {
    const now = countMembers(dataset, split);
    const then = counts.find(({ name }) => name === split.name);
    if (then === undefined) return [`"${split.name}" was not counted in the log.`];
    return then.idsSha256 === now.idsSha256
      ? []
      : [`"${split.name}" held ${then.questions} questions and holds ${now.questions} now, or others.`];
  });
}

/** What was sealed, as the log stood right after the seal. */
function sealFaults(protocol: Protocol, dataset: Evaluation['dataset']): readonly string[] {
  const at = protocol.entries.findIndex(({ step }) => step.kind === 'sealed');
  const step = protocol.entries[at]?.step;
  if (step?.kind !== 'sealed') return ['Nothing was sealed.'];
  const then = { ...protocol, entries: protocol.entries.slice(0, at + 1) };
  const splits = resolveSplits(dataset, stateOf(then).splits);
  if (splits.kind === 'failed') return [splits.error];
  const sealed = sealedQuestions(then, splits.value, dataset.questions.count);
  const members = membersOf(sealed);
  if (members.length !== step.questions)
    return [`${step.questions} labels were sealed; it would be ${members.length} now.`];
  return labelsHash(dataset, members) === step.labelsSha256 ? [] : ['A label was changed after it was sealed.'];
}

function choiceFaults(
  evaluation: Evaluation,
  splits: readonly SplitMembers[],
  { choice, thresholds, policy }: Freeze,
): readonly string[] {
  if (choice === null) return [];
  const split = splits.find(({ name }) => name === choice.split);
  if (split === undefined) return [`There is no split "${choice.split}".`];
  const again = chooseThresholds(evaluation, choice.split, split.members, choice);
  if (again.kind === 'failed') return [again.error];
  const faults = [...differences(again.value, choice, 'choice', 0)];
  for (const { judge, threshold } of again.value.chosen) {
    const used = thresholds.find((other) => other.judge === judge);
    if (used !== undefined && used.value !== threshold)
      faults.push(`${judge} was frozen at ${used.value}; the rule gives ${threshold}.`);
    if (policy.kind === 'threshold' && policy.judge === judge && policy.threshold !== threshold) {
      faults.push(`The policy uses ${policy.threshold} for ${judge}; the rule gives ${threshold}.`);
    }
  }
  return faults;
}

function recompute(
  evaluation: Evaluation,
  report: ReportFile,
  split: SplitMembers,
  freeze: Freeze,
  freezeHash: string,
): readonly string[] {
  // Without a manifest a dataset is named after its folder, and folders may be renamed.
  const renamed = { ...evaluation, dataset: { ...evaluation.dataset, name: report.dataset } };
  const again = confirm(renamed, { split, freeze, freezeHash, time: report.unsealedAt });
  if (again.kind === 'failed') return [again.error];
  const { log: _log, ...own } = report;
  // As a file would hold it.
  const due: unknown = JSON.parse(JSON.stringify(withoutFiles(again.value)));
  return differences(due, withoutFiles(own), 'report');
}

/** How files were named and packed is compared by hash elsewhere. */
function withoutFiles(report: ConfirmatoryReport): unknown {
  if (report.evaluation === null) return report;
  const { provenance, ...block } = report.evaluation.stopscope;
  const { files: _files, ...rest } = provenance;
  return { ...report, evaluation: { ...report.evaluation, stopscope: { ...block, provenance: rest } } };
}

const MOST_DIFFERENCES = 20;
/** Sums and exponentials may differ in their last bits between engines; counts and interval ends do not. */
const SLACK = 1e-12;

/** Leaf by leaf: what a file says that is not what it has to be. */
function differences(due: unknown, said: unknown, path: string, slack = SLACK): readonly string[] {
  const found: string[] = [];
  const walk = (a: unknown, b: unknown, at: string): void => {
    if (found.length >= MOST_DIFFERENCES) return;
    if (typeof a === 'number' && typeof b === 'number') {
      if (a !== b && !(Math.abs(a - b) <= slack * Math.max(1, Math.abs(a)))) found.push(`${at}: ${b} instead of ${a}.`);
    } else if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
      const left = a as Readonly<Record<string, unknown>>;
      const right = b as Readonly<Record<string, unknown>>;
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
        walk(left[key], right[key], `${at}.${key}`);
    } else if (a !== b) {
      found.push(`${at}: ${JSON.stringify(b)} instead of ${JSON.stringify(a)}.`);
    }
  };
  walk(due, said, path);
  return found;
}
