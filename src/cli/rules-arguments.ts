import { parseArgs } from 'node:util';
import { failed, ok, type Result } from '../core/result.ts';
import type { Quality } from '../core/rules/thresholds.ts';
import { LAB_FORMATS, type LabFormat } from './lab-output.ts';
import { READING_OPTIONS, type ReadingOptions, readingOf } from './reading-options.ts';

export const RULES_USAGE = `stopscope rules [DIR…] --tune SPLIT|FILE --eval SPLIT|FILE WHAT [options]

Stopping rules on signals, calibrated on the tuning questions and compared on others. With DIR, --tune and --eval are
ranges (0-199), splits or named ranges of that run; without, they are round-wise signal logs (CSV, Parquet, JSON Lines).

WHAT is one of
  --rule "TEXT"            a rule, like "repeat & margin > 0.25 | round >= 4"; repeat for several
  --preset NAME            a published rule: tasr, all, or one of those that --list names; repeat for several
  --enumerate              every rule over --signals (up to six), thresholds tuned under --budget
  --list                   the signals and the published rules

  --signals A,B,…          signals for --enumerate
  --budget B               most mean searches of each signal alone, on the tuning questions (default 3)
  --candidates NAME        thresholds tried: grid (default, 40 equal steps, as published) or exact (every cut)
  --quality NAME           em or f1 (default f1)
  --baseline WHAT          native (default), k=3, a published rule, or a rule's text
  --judge NAME             whose calibrated score stands for "margin" in published rules, where the run has no margin
  --tune-pools FILE        paragraph pools of the tuning log, for the signal "standout"; --eval-pools likewise
  --stops                  also where each question is stopped (JSON only)
  --answers RULE           answer rule for DIR (default squad)
  --protocol FILE          a protocol of DIR: its splits, and the labels that it has unsealed
  --mapping FILE           how to read tables of your own in DIR (the Data page exports it)
  --join-by-order          join labels of DIR row by row where they share no id and no text with the runs
  --seed N                 seed of the intervals (default 42)
  --repeats N              resamples (default 1000)
  --format NAME            text (default), json or csv
  --out FILE               write there instead of the standard output
  --help                   this text

Exit code 0: fine, 2: bad input.`;

export interface RulesArguments extends ReadingOptions {
  readonly directories: readonly string[];
  readonly tune: string | null;
  readonly eval: string | null;
  readonly rules: readonly string[];
  readonly presets: readonly string[];
  readonly isEnumerating: boolean;
  readonly isListing: boolean;
  readonly signals: readonly string[];
  readonly budget: number;
  readonly candidates: 'grid' | 'exact';
  readonly quality: Quality;
  readonly baseline: string;
  readonly judge: string | null;
  readonly tunePools: string | null;
  readonly evalPools: string | null;
  readonly withStops: boolean;
  readonly answers: string | null;
  readonly protocol: string | null;
  readonly seed: number;
  readonly repeats: number;
  readonly format: LabFormat;
  readonly out: string | null;
  readonly wantsHelp: boolean;
}

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tune: text,
      eval: text,
      rule: texts,
      preset: texts,
      enumerate: flag,
      list: flag,
      signals: text,
      budget: text,
      candidates: text,
      quality: text,
      baseline: text,
      judge: text,
      'tune-pools': text,
      'eval-pools': text,
      stops: flag,
      answers: text,
      protocol: text,
      ...READING_OPTIONS,
      seed: text,
      repeats: text,
      format: text,
      out: text,
      help: { type: 'boolean', short: 'h' },
    },
  });

/** What the user asked for, or sentences about what is wrong with it. */
export function readRulesArguments(args: readonly string[]): Result<RulesArguments, string> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    // parseArgs throws on options it does not know: that is the user's input, not a bug.
    return failed(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const wrong: string[] = [];
  const format = LAB_FORMATS.find((name) => name === (values.format ?? 'text'));
  if (format === undefined) wrong.push(`--format wants ${LAB_FORMATS.join(', ')}, not "${values.format}".`);
  const candidates = oneOf(['grid', 'exact'] as const, values.candidates ?? 'grid');
  if (candidates === null) wrong.push(`--candidates wants grid or exact, not "${values.candidates}".`);
  const quality = oneOf(['em', 'f1'] as const, values.quality ?? 'f1');
  if (quality === null) wrong.push(`--quality wants em or f1, not "${values.quality}".`);
  const budget = values.budget === undefined ? 3 : numberOf(values.budget);
  if (!(budget >= 0)) wrong.push(`--budget wants a number of searches, not "${values.budget}".`);
  const seed = values.seed === undefined ? 42 : numberOf(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) wrong.push('--seed wants a whole number from 0.');
  const repeats = values.repeats === undefined ? 1000 : numberOf(values.repeats);
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > 1e6)
    wrong.push('--repeats wants a whole number from 1 to 1000000.');
  const wantsHelp = values.help === true;
  const isListing = values.list === true;
  const isEnumerating = values.enumerate === true;
  const rules = values.rule ?? [];
  const presets = values.preset ?? [];
  if (!wantsHelp) {
    if (values.eval === undefined) wrong.push('--eval is needed: the questions to compare on.');
    if (!isListing && !isEnumerating && rules.length + presets.length === 0)
      wrong.push('Say what to compare: --rule, --preset, --enumerate, or --list.');
    if (isEnumerating && values.tune === undefined)
      wrong.push('--enumerate needs --tune: where thresholds are chosen.');
    if (isEnumerating && rules.length + presets.length > 0)
      wrong.push('--enumerate stands alone, without --rule and --preset.');
    if (isEnumerating && (values.signals ?? '') === '')
      wrong.push('--enumerate needs --signals: up to six of them; --list names them.');
  }
  if (wrong.length > 0) return failed(wrong.join('\n'));
  return ok({
    directories: positionals,
    tune: values.tune ?? null,
    eval: values.eval ?? null,
    rules,
    presets,
    isEnumerating,
    isListing,
    signals: (values.signals ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    budget,
    candidates: candidates ?? 'grid',
    quality: quality ?? 'f1',
    baseline: values.baseline ?? 'native',
    judge: values.judge ?? null,
    tunePools: values['tune-pools'] ?? null,
    evalPools: values['eval-pools'] ?? null,
    withStops: values.stops === true,
    answers: values.answers ?? null,
    protocol: values.protocol ?? null,
    ...readingOf(values),
    seed,
    repeats,
    format: format ?? 'text',
    out: values.out ?? null,
    wantsHelp,
  });
}

/** Number('') is 0, which nobody means. */
const numberOf = (given: string): number => (given.trim() === '' ? Number.NaN : Number(given));

const oneOf = <T extends string>(names: readonly T[], given: string): T | null =>
  names.find((name) => name === given) ?? null;
