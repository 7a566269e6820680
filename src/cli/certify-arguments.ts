import { parseArgs } from 'node:util';
import { failed, ok, type Result } from '../core/result.ts';
import { LAB_FORMATS, type LabFormat } from './lab-output.ts';
import { READING_OPTIONS, type ReadingOptions, readingOf } from './reading-options.ts';

export const CERTIFY_USAGE = `stopscope certify DIR… --alpha A --delta D --calibrate SPLIT --check SPLIT [options]

The largest-coverage threshold of each judge whose selected-stop risk is at most A with confidence 1 - D
(Learn-then-Test, fixed sequence, exact binomial p-values), and the one with at most a share A of all questions stopped
unsafely in expectation (conformal risk control): calibrated on one split, checked on another. A split is a range
(0-199), a split of the files, or a range that the data names.

  --min-stops N    where the sequence starts, declared before the labels are looked at (default: the fewest stops
                   that can certify anything)
  --judge NAME     only this judge; repeat for several
  --answers RULE   answer rule (default squad)
  --protocol FILE  a protocol: its splits, and the labels that it has unsealed
  --mapping FILE   how to read tables of your own (the Data page exports it)
  --join-by-order  join labels row by row where they share no id and no text with the runs
  --format NAME    text (default), json or csv
  --out FILE       write there instead of the standard output
  --help           this text

Exit code 0: fine, certified or not; 2: bad input.`;

export interface CertifyArguments extends ReadingOptions {
  readonly directories: readonly string[];
  readonly alpha: number;
  readonly delta: number;
  readonly minStops: number | null;
  readonly calibrate: string;
  readonly check: string;
  readonly judges: readonly string[];
  readonly answers: string | null;
  readonly protocol: string | null;
  readonly format: LabFormat;
  readonly out: string | null;
}

const parse = (args: readonly string[]) => {
  const text = { type: 'string' } as const;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      alpha: text,
      delta: text,
      'min-stops': text,
      calibrate: text,
      check: text,
      judge: { type: 'string', multiple: true },
      answers: text,
      protocol: text,
      ...READING_OPTIONS,
      format: text,
      out: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
};

/** What the user asked for, or sentences about what is wrong with it. */
export function readCertifyArguments(args: readonly string[]): Result<CertifyArguments | 'help', string> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    // parseArgs throws on options it does not know: that is the user's input, not a bug.
    return failed(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return ok('help');
  const wrong: string[] = [];
  const share = (name: 'alpha' | 'delta'): number => {
    const given = values[name];
    const value = given === undefined || given.trim() === '' ? Number.NaN : Number(given);
    if (!(value > 0 && value < 1)) {
      wrong.push(`--${name} wants a number between 0 and 1${given === undefined ? '' : `, not "${given}"`}.`);
    }
    return value;
  };
  const alpha = share('alpha');
  const delta = share('delta');
  const given = values['min-stops'];
  const minStops = given === undefined ? null : /^[1-9]\d{0,8}$/.test(given) ? Number(given) : Number.NaN;
  if (Number.isNaN(minStops)) wrong.push(`--min-stops wants a whole number from 1, not "${given}".`);
  const format = LAB_FORMATS.find((name) => name === (values.format ?? 'text'));
  if (format === undefined) wrong.push(`--format wants ${LAB_FORMATS.join(', ')}, not "${values.format}".`);
  if (values.calibrate === undefined) wrong.push('--calibrate wants the split to choose thresholds on.');
  if (values.check === undefined) wrong.push('--check wants the split to check them on.');
  if (positionals.length === 0) wrong.push('Name the directory that holds the run.');
  if (wrong.length > 0) return failed(wrong.join('\n'));
  return ok({
    directories: positionals,
    alpha,
    delta,
    minStops,
    calibrate: values.calibrate ?? '',
    check: values.check ?? '',
    judges: values.judge ?? [],
    answers: values.answers ?? null,
    protocol: values.protocol ?? null,
    ...readingOf(values),
    format: format ?? 'text',
    out: values.out ?? null,
  });
}
