import { type Certification, certifyJudge } from '../core/lab/certify.ts';
import { originsOf } from '../core/present/provenance.ts';
import { tableOf } from '../core/report/tables.ts';
import { failed, ok, type Result } from '../core/result.ts';
import { select } from '../core/selection.ts';
import type { FileOrigin } from '../core/terms.ts';
import { CERTIFY_USAGE, type CertifyArguments, readCertifyArguments } from './certify-arguments.ts';
import { emit, formatOutput, type LabOutput, processSurroundings, type Surroundings } from './lab-output.ts';
import { findSplit, openEvaluation } from './lab-run.ts';
import { absolutePath, findJudges } from './report-input.ts';
import { readVersion } from './version.ts';

/** `stopscope certify`. Returns the exit code: 0 fine, certified or not; 2 bad input. */
export async function runCertify(
  args: readonly string[],
  surroundings: Surroundings = processSurroundings,
): Promise<number> {
  const { print, complain } = surroundings;
  const wanted = readCertifyArguments(args);
  if (wanted.kind === 'failed') {
    complain(`${wanted.error}\n\n${CERTIFY_USAGE}`);
    return 2;
  }
  if (wanted.value === 'help') {
    print(`${CERTIFY_USAGE}\n`);
    return 0;
  }
  const { out, format } = wanted.value;
  const made = await certify(wanted.value, complain);
  if (made.kind === 'failed') {
    complain(made.error);
    return 2;
  }
  if (out !== null && made.value.paths.includes(await absolutePath(out))) {
    complain(`${out} is one of the files to read. Name another one for --out.`);
    return 2;
  }
  return emit(formatOutput(made.value.output, format, made.value.files), out, surroundings);
}

async function certify(
  wanted: CertifyArguments,
  complain: (line: string) => void,
): Promise<
  Result<
    { readonly output: LabOutput; readonly paths: readonly string[]; readonly files: readonly FileOrigin[] },
    string
  >
> {
  const opened = await openEvaluation(wanted, complain, false);
  if (opened.kind === 'failed') return opened;
  const { evaluation, paths } = opened.value;
  const { dataset } = evaluation;
  const calibrate = findSplit(dataset, wanted.calibrate);
  if (calibrate.kind === 'failed') return calibrate;
  const check = findSplit(dataset, wanted.check);
  if (check.kind === 'failed') return check;
  const judges = findJudges(dataset, wanted.judges);
  if (judges.kind === 'failed') return judges;
  if (judges.value.length === 0) return failed('The data has no judge: there is nothing to certify.');
  const found: Certification[] = [];
  for (const judge of dataset.judges.filter(({ id }) => judges.value.includes(id))) {
    const one = certifyJudge(evaluation, judge, select(dataset, calibrate.value), select(dataset, check.value), wanted);
    if (one === null) return failed('The correctness of a stop is not known, or no calibration question is labelled.');
    found.push(one);
  }
  return ok({ output: report(wanted, found, dataset.notice), paths, files: originsOf(dataset.sources) });
}

function report(wanted: CertifyArguments, found: readonly Certification[], notice: string | null): LabOutput {
  const first = found[0]!;
  const facts = [
    ...(notice === null ? [] : [`Notice: ${notice}`]),
    `Calibrated on ${wanted.calibrate}, ${first.calibrateQuestions} labelled questions; checked on ${wanted.check}, ${first.checkQuestions}.`,
    ...(first.sharedQuestions === 0
      ? []
      : [`${first.sharedQuestions} questions are on both sides: the check is not independent.`]),
    ...found.map((one) => `${one.judge}: ${sentence(one)}`),
  ];
  return {
    facts,
    tables: [
      tableOf(
        {
          id: 'selected_stop_risk',
          title: `Selected-stop risk <= ${wanted.alpha} with confidence ${1 - wanted.delta}`,
          rowTitle: 'judge',
          note: `fixed sequence from ${first.minStops} stops on`,
        },
        found,
        ({ judge }) => judge,
        [
          [
            'verdict',
            'verdict',
            'text',
            ({ selectedStops }) => (selectedStops.kind === 'certified' ? 'certified' : 'cannot certify'),
          ],
          ['threshold', 'threshold', 'exact', ({ selectedStops: { stop } }) => stop?.threshold ?? null],
          ['stops', 'stops', 'count', ({ selectedStops: { stop } }) => stop?.stops ?? null],
          ['unsafe_stops', 'unsafe', 'count', ({ selectedStops: { stop } }) => stop?.unsafe ?? null],
          ['p', 'p', 'p', ({ selectedStops: { stop } }) => stop?.p ?? null],
          [
            'more_stops',
            'more stops needed',
            'count',
            ({ selectedStops: v }) => (v.kind === 'certified' ? null : v.moreStops),
          ],
          [
            'check_stops',
            'check stops',
            'count',
            ({ selectedStops: v }) => (v.kind === 'certified' ? (v.held?.stops ?? null) : null),
          ],
          [
            'check_unsafe',
            'check unsafe',
            'count',
            ({ selectedStops: v }) => (v.kind === 'certified' ? (v.held?.unsafe ?? null) : null),
          ],
          [
            'check_risk',
            'check risk',
            'mean',
            ({ selectedStops: v }) => (v.kind === 'certified' ? (v.held?.risk ?? null) : null),
          ],
        ],
      ),
      tableOf(
        {
          id: 'unsafe_share',
          title: `Questions stopped unsafely <= ${wanted.alpha} of all, in expectation`,
          rowTitle: 'judge',
        },
        found,
        ({ judge }) => judge,
        [
          [
            'verdict',
            'verdict',
            'text',
            ({ unsafeShare }) => (unsafeShare.kind === 'certified' ? 'certified' : 'cannot certify'),
          ],
          [
            'threshold',
            'threshold',
            'text',
            ({ unsafeShare: v }) => (v.kind === 'certified' ? thresholdText(v.threshold) : null),
          ],
          ['bound', 'bound', 'mean', ({ unsafeShare: v }) => (v.kind === 'certified' ? v.bound : null)],
          [
            'questions_needed',
            'questions needed',
            'count',
            ({ unsafeShare: v }) => (v.kind === 'certified' ? null : v.questionsNeeded),
          ],
          [
            'check_unsafe_share',
            'check share',
            'mean',
            ({ unsafeShare: v }) => (v.kind === 'certified' ? (v.held?.unsafeShare ?? null) : null),
          ],
        ],
      ),
    ],
    json: {
      stopscope_version: readVersion(),
      notice,
      calibrate: { split: wanted.calibrate, question_count: first.calibrateQuestions },
      check: {
        split: wanted.check,
        question_count: first.checkQuestions,
        shared_with_calibrate: first.sharedQuestions,
      },
      alpha: wanted.alpha,
      delta: wanted.delta,
      min_stops: first.minStops,
      fewest_stops: first.fewestStops,
      judges: found.map(({ judge, tested, selectedStops, unsafeShare }) => ({
        judge,
        thresholds_tested: tested,
        selected_stop_risk: selectedStops,
        // JSON has no infinity: the threshold that never stops is null.
        unsafe_share:
          unsafeShare.kind === 'certified'
            ? {
                ...unsafeShare,
                threshold: finite(unsafeShare.threshold),
                never_stops: unsafeShare.threshold === Number.POSITIVE_INFINITY,
              }
            : unsafeShare,
      })),
    },
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const thresholdText = (value: number): string => (Number.isFinite(value) ? String(value) : 'never stop');

function sentence({ selectedStops, alpha, minStops }: Certification): string {
  if (selectedStops.kind === 'certified') {
    const { stop, held } = selectedStops;
    const check = held === null ? '' : ` On the check questions ${held.unsafe} of ${held.stops} stops are unsafe.`;
    return `certified at threshold ${stop.threshold}: ${stop.unsafe} of ${stop.stops} stops unsafe on the calibration questions.${check}`;
  }
  const { stop, mostStops, moreStops } = selectedStops;
  const why =
    stop === null
      ? `its lowest threshold stops ${mostStops} calibration questions, and the sequence starts at ${minStops}`
      : `${stop.unsafe} of ${stop.stops} stops are unsafe at the declared start`;
  const more =
    moreStops === null
      ? `No number of further stops like these would do: the risk seen is not far enough below ${alpha}.`
      : `It would take ${moreStops} more labelled stops.`;
  return `cannot certify: ${why}. ${more}`;
}
