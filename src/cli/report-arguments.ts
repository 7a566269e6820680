import { parseArgs } from 'node:util';
import { DEFAULT_REPEATS, DEFAULT_SEED } from '../core/report/evaluation.ts';
import { REPORT_FORMATS, type ReportFormat } from '../core/report/format.ts';
import { DEFAULT_H0_SEED } from '../core/report/h0.ts';
import { DEFAULT_MARGIN } from '../core/report/our-block.ts';
import { failed, ok, type Result } from '../core/result.ts';
import { READING_OPTIONS, type ReadingOptions, readingOf } from './reading-options.ts';

export const REPORT_USAGE = `stopscope report DIR… [options]

Evaluates the run in DIR and prints the published report; files are recognised by their content.

  --questions A-B          only questions A to B, counted from 0 in file order, both ends included
  --split NAME             only the questions of a split, or a range that the data names
  --judge NAME             only this judge; repeat for several
  --thresholds FILE        thresholds to use instead of those that lie in DIR
  --threshold JUDGE=VALUE  one threshold; wins over any file; repeat for several
  --answers RULE           answer rule (default squad)
  --seed N                 base seed of the intervals (default 20260728)
  --h0-seed N              seed of the reachability audit (default 20260726)
  --repeats N              bootstrap repeats (default 10000)
  --margin M               how far EM may fall in the gate (default 0.02)
  --select                 also choose thresholds on these questions
  --min-precision P        for --select: precision to reach (default 0.9)
  --min-stops N            for --select: fewest predicted stops (default 10)
  --pair BASE,LORA         also the core ladder of two judges
  --mapping FILE           how to read tables of your own (the Data page exports it)
  --join-by-order          join labels row by row where they share no id and no text with the runs
  --protocol FILE          a protocol: its splits, and the labels that it has unsealed
  --format NAME            json (default), md, latex, csv or html
  --evidence               md: with claims, the audit of the run and provenance, which html always has
  --interactive            html: the reader may move the threshold over the whole sweep
  --with-texts             html, interactive: also the questions, their labels and answers
  --out FILE               write there instead of the standard output
  --help                   this text

Problems go to the standard error as file:line: code: message. Exit code 0: fine, 2: bad input.`;

export interface ReportArguments extends ReadingOptions {
  readonly directories: readonly string[];
  readonly questions: { readonly from: number; readonly to: number } | null;
  readonly split: string | null;
  readonly judges: readonly string[];
  readonly thresholdsFile: string | null;
  readonly thresholds: readonly { readonly judge: string; readonly value: number }[];
  readonly answers: string | null;
  readonly seed: number;
  readonly h0Seed: number;
  readonly repeats: number;
  readonly margin: number;
  readonly select: { readonly minimumPrecision: number; readonly minimumStops: number } | null;
  readonly pair: string | null;
  readonly isJoinedByOrder: boolean;
  readonly protocol: string | null;
  readonly format: ReportFormat | 'html';
  readonly hasEvidence: boolean;
  readonly isInteractive: boolean;
  readonly hasTexts: boolean;
  readonly out: string | null;
  readonly wantsHelp: boolean;
}

/** Offsets are added to it; the sum must stay exact. */
const MOST_SEED = 2 ** 52;
/** More would not fit one array of doubles in any sensible time. */
const MOST_REPEATS = 10_000_000;

const FORMATS = [...REPORT_FORMATS, 'html'] as const;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      questions: text,
      split: text,
      judge: texts,
      thresholds: text,
      threshold: texts,
      answers: text,
      seed: text,
      'h0-seed': text,
      repeats: text,
      margin: text,
      select: flag,
      'min-precision': text,
      'min-stops': text,
      pair: text,
      ...READING_OPTIONS,
      protocol: text,
      format: text,
      evidence: flag,
      interactive: flag,
      'with-texts': flag,
      out: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
}

/** What the user asked for, or one sentence about what is wrong with it. */
export function readReportArguments(args: readonly string[]): Result<ReportArguments, string> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    // parseArgs throws on options it does not know: that is the user's input, not a bug.
    return failed(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const wrong: string[] = [];
  const whole = (name: keyof typeof values, otherwise: number, least: number, most: number): number => {
    const given = values[name];
    if (given === undefined) return otherwise;
    const value = typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    wrong.push(`--${name} wants a whole number from ${least} to ${most}, not "${String(given)}".`);
    return otherwise;
  };
  const precision = values['min-precision'] === undefined ? 0.9 : toNumber(values['min-precision']);
  if (!(precision >= 0 && precision <= 1)) wrong.push('--min-precision wants a number from 0 to 1.');
  const margin = values.margin === undefined ? DEFAULT_MARGIN : toNumber(values.margin);
  if (!(margin >= 0 && margin <= 1)) wrong.push('--margin wants a number from 0 to 1.');
  const format = FORMATS.find((name) => name === (values.format ?? 'json'));
  if (format === undefined) wrong.push(`--format wants ${FORMATS.join(', ')}, not "${values.format}".`);
  wrong.push(...misplaced(values, format));
  const questions = values.questions === undefined ? null : readRange(values.questions);
  if (questions === 'wrong') wrong.push(`--questions wants A-B with A <= B, like 200-999, not "${values.questions}".`);
  const thresholds = (values.threshold ?? []).map(readThreshold);
  if (thresholds.includes(null)) wrong.push('--threshold wants JUDGE=VALUE with a finite number.');
  if (values.select !== true && (values['min-precision'] ?? values['min-stops']) !== undefined) {
    wrong.push('--min-precision and --min-stops belong to --select.');
  }
  const minimumStops = whole('min-stops', 10, 0, Number.MAX_SAFE_INTEGER);
  const result: ReportArguments = {
    directories: positionals,
    questions: questions === 'wrong' ? null : questions,
    split: values.split ?? null,
    judges: values.judge ?? [],
    thresholdsFile: values.thresholds ?? null,
    thresholds: thresholds.filter((it) => it !== null),
    answers: values.answers ?? null,
    seed: whole('seed', DEFAULT_SEED, -MOST_SEED, MOST_SEED),
    h0Seed: whole('h0-seed', DEFAULT_H0_SEED, -MOST_SEED, MOST_SEED),
    repeats: whole('repeats', DEFAULT_REPEATS, 1, MOST_REPEATS),
    margin,
    select: values.select === true ? { minimumPrecision: precision, minimumStops } : null,
    pair: values.pair ?? null,
    ...readingOf(values),
    protocol: values.protocol ?? null,
    format: format ?? 'json',
    hasEvidence: values.evidence === true,
    isInteractive: values.interactive === true,
    hasTexts: values['with-texts'] === true,
    out: values.out ?? null,
    wantsHelp: values.help === true,
  };
  if (result.directories.length === 0 && !result.wantsHelp) wrong.push('Name the directory that holds the run.');
  return wrong.length > 0 ? failed(wrong.join('\n')) : ok(result);
}

/** Options that belong to another format than the one that is wanted. */
function misplaced(values: ReturnType<typeof parse>['values'], format: string | undefined): readonly string[] {
  return [
    ...(values.evidence === true && format !== 'md' ? ['--evidence belongs to --format md.'] : []),
    ...(values.interactive === true && format !== 'html' ? ['--interactive belongs to --format html.'] : []),
    ...(values['with-texts'] === true && values.interactive !== true ? ['--with-texts belongs to --interactive.'] : []),
  ];
}

/** Number('') is 0, which nobody means. */
const toNumber = (given: string): number => (given.trim() === '' ? Number.NaN : Number(given));

function readRange(given: string): { from: number; to: number } | 'wrong' {
  // An en dash too: that is how ranges are named on screen.
  const found = /^(\d{1,9})(?:[-–](\d{1,9}))?$/.exec(given.trim());
  if (found === null) return 'wrong';
  const from = Number(found[1]);
  const to = Number(found[2] ?? found[1]);
  return from <= to ? { from, to } : 'wrong';
}

/** The judge's name may hold `=` itself. */
function readThreshold(given: string): { judge: string; value: number } | null {
  const at = given.lastIndexOf('=');
  if (at < 1) return null;
  const value = toNumber(given.slice(at + 1));
  return Number.isFinite(value) ? { judge: given.slice(0, at), value } : null;
}
