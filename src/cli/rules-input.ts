import { readFile } from 'node:fs/promises';
import { labelledOnly } from '../core/lab/known.ts';
import { originsOf } from '../core/present/provenance.ts';
import { sha256 } from '../core/protocol/sha256.ts';
import { failed, ok, type Result } from '../core/result.ts';
import { formatRule } from '../core/rules/format.ts';
import { resolveName } from '../core/rules/names.ts';
import { parseRule } from '../core/rules/parse.ts';
import type { Rule } from '../core/rules/rule.ts';
import { namesIn } from '../core/rules/rule-names.ts';
import { calibratedId, ruleSignals } from '../core/rules/rule-signals.ts';
import type { SignalTable } from '../core/rules/signals.ts';
import { enrich, fitTasr } from '../core/rules/tasr.ts';
import { findPreset } from '../core/rules/tasr-rules.ts';
import type { RuleData } from '../core/rules/thresholds.ts';
import { type SelectionSpec, select } from '../core/selection.ts';
import type { FileOrigin } from '../core/terms.ts';
import { findSplit, openEvaluation } from './lab-run.ts';
import { readRoundLog, readStandouts } from './round-logs.ts';
import type { RulesArguments } from './rules-arguments.ts';

/** Where rules are tuned and where they are compared, whatever they came from. */
export interface RuleSource {
  readonly tune: RuleData;
  readonly evaluation: RuleData;
  /** In words: "0-199 of public/samples/dev1000". */
  readonly tuneName: string;
  readonly evaluationName: string;
  readonly notice: string | null;
  readonly paths: readonly string[];
  readonly files: readonly FileOrigin[];
  /** The judge whose calibrated score stands for a missing margin. */
  readonly marginOf: string | null;
}

export async function openSource(
  wanted: RulesArguments,
  complain: (line: string) => void,
): Promise<Result<RuleSource, string>> {
  return wanted.directories.length > 0 ? fromRun(wanted, complain) : fromLogs(wanted);
}

/** Reading the texts of a run takes most of the time: only where a signal may come from them. */
const needsTexts = ({ isListing, rules, presets, signals, baseline }: RulesArguments): boolean =>
  isListing ||
  [
    ...rules,
    ...signals,
    baseline,
    ...presets.map((id) => (id === 'all' ? 'overlap' : (findPreset(id)?.text ?? ''))),
  ].some((text) => /overlap|ovl|coverage|sufficient:|gaps:/i.test(text));

async function fromRun(wanted: RulesArguments, complain: (line: string) => void): Promise<Result<RuleSource, string>> {
  const opened = await openEvaluation(wanted, complain, needsTexts(wanted));
  if (opened.kind === 'failed') return opened;
  const { evaluation, paths } = opened.value;
  const { dataset } = evaluation;
  const evalSpec = findSplit(dataset, wanted.eval ?? '');
  if (evalSpec.kind === 'failed') return evalSpec;
  const tuneSpec: Result<SelectionSpec, string> = wanted.tune === null ? evalSpec : findSplit(dataset, wanted.tune);
  if (tuneSpec.kind === 'failed') return tuneSpec;
  if (wanted.judge !== null && !dataset.judges.some(({ id }) => id === wanted.judge)) {
    return failed(
      `There is no judge "${wanted.judge}". The data has ${dataset.judges.map(({ id }) => id).join(', ')}.`,
    );
  }
  const data = (spec: SelectionSpec): RuleData =>
    ruleSignals(evaluation, labelledOnly(evaluation, select(dataset, spec)), tuneSpec.value);
  const source = {
    tune: data(tuneSpec.value),
    evaluation: data(evalSpec.value),
    tuneName: `${wanted.tune ?? wanted.eval} of ${dataset.name}`,
    evaluationName: `${wanted.eval} of ${dataset.name}`,
    notice: dataset.notice,
    paths,
    files: originsOf(dataset.sources),
    marginOf: wanted.judge ?? dataset.judges[0]?.id ?? null,
  };
  const isEmpty = source.evaluation.table.questionIds.length === 0 || source.tune.table.questionIds.length === 0;
  return isEmpty ? failed('No question there is labelled: rules cannot be compared.') : ok(source);
}

async function fromLogs(wanted: RulesArguments): Promise<Result<RuleSource, string>> {
  const evalFile = wanted.eval ?? '';
  const tuneFile = wanted.tune ?? evalFile;
  const evaluation = await readRoundLog(evalFile);
  if (evaluation.kind === 'failed') return evaluation;
  const tune = tuneFile === evalFile ? evaluation : await readRoundLog(tuneFile);
  if (tune.kind === 'failed') return tune;
  const none = ok<ReadonlyMap<string, number>>(new Map());
  const tunePools = wanted.tunePools === null ? none : await readStandouts(wanted.tunePools);
  if (tunePools.kind === 'failed') return tunePools;
  const evalPools = wanted.evalPools === null ? none : await readStandouts(wanted.evalPools);
  if (evalPools.kind === 'failed') return evalPools;
  const calibration = fitTasr(tune.value);
  return ok({
    tune: enrich(tune.value, calibration, (id) => tunePools.value.get(id) ?? Number.NaN),
    evaluation: enrich(evaluation.value, calibration, (id) => evalPools.value.get(id) ?? Number.NaN),
    tuneName: tuneFile,
    evaluationName: evalFile,
    notice: null,
    paths: [],
    files: await Promise.all([...new Set([tuneFile, evalFile])].map(originOf)),
    marginOf: null,
  });
}

const originOf = async (path: string): Promise<FileOrigin> => ({ name: path, sha256: sha256(await readFile(path)) });

/** Reads a rule against the signals of a table; the error is a sentence with the place. */
export function readRule(text: string, table: SignalTable): Result<Rule, string> {
  const rule = parseRule(text, table.signals);
  return rule.kind === 'ok' ? rule : failed(`"${text}": ${rule.error.message}`);
}

/** A published rule on these signals: a margin that the run does not have is the judge's calibrated score. */
export function adaptRule(text: string, table: SignalTable, marginOf: string | null): Result<Rule, string> {
  const read = parseRule(text, namesIn(text));
  if (read.kind === 'failed') return failed(`"${text}": ${read.error.message}`);
  const names = (name: string): string => {
    if (resolveName(name, table.signals).kind === 'ok') return name;
    return name === 'margin' && marginOf !== null ? calibratedId(marginOf) : name;
  };
  return readRule(formatRule(read.value, names), table);
}
