import { UNKNOWN } from '../core/correctness.ts';
import { tableOf } from '../core/report/tables.ts';
import { failed, ok, type Result } from '../core/result.ts';
import { formatRule } from '../core/rules/format.ts';
import { comparePaired, numpyMean, type PairedOutcomes } from '../core/rules/paired-outcomes.ts';
import { firstRows, type Rule } from '../core/rules/rule.ts';
import { type Outcomes, pickOutcomes } from '../core/rules/signals.ts';
import { bestF1Rows, findPreset, firstCorrectRows, TASR_PRESETS } from '../core/rules/tasr-rules.ts';
import { emit, formatOutput, type LabOutput, processSurroundings, type Surroundings } from './lab-output.ts';
import { absolutePath } from './report-input.ts';
import { RULES_USAGE, type RulesArguments, readRulesArguments } from './rules-arguments.ts';
import { enumerate } from './rules-enumerate.ts';
import { adaptRule, openSource, type RuleSource, readRule } from './rules-input.ts';
import { facts, sourceJson } from './rules-words.ts';

/** `stopscope rules`. Returns the exit code: 0 fine, 2 bad input. */
export async function runRules(
  args: readonly string[],
  surroundings: Surroundings = processSurroundings,
): Promise<number> {
  const { print, complain } = surroundings;
  const wanted = readRulesArguments(args);
  if (wanted.kind === 'failed') {
    complain(`${wanted.error}\n\n${RULES_USAGE}`);
    return 2;
  }
  if (wanted.value.wantsHelp) {
    print(`${RULES_USAGE}\n`);
    return 0;
  }
  const { out, format } = wanted.value;
  const source = await openSource(wanted.value, complain);
  const made = source.kind === 'failed' ? source : makeOutput(source.value, wanted.value);
  if (made.kind === 'failed') {
    complain(made.error);
    return 2;
  }
  const [read, files] = source.kind === 'ok' ? [source.value.paths, source.value.files] : [[], []];
  if (out !== null && [...read, wanted.value.tune, wanted.value.eval].includes(await absolutePath(out))) {
    complain(`${out} is one of the files to read. Name another one for --out.`);
    return 2;
  }
  return emit(formatOutput(made.value, format, files), out, surroundings);
}

function makeOutput(source: RuleSource, wanted: RulesArguments): Result<LabOutput, string> {
  if (wanted.isListing) return ok(list(source));
  const { table, outcomes } = source.evaluation;
  const unknown =
    outcomes.atNone.em.includes(UNKNOWN) ||
    outcomes.atRow.em.some((em, row) => em === UNKNOWN && table.canStop[row] === 1);
  if (unknown)
    return failed('Some answer that a rule may stop with has no known correctness: rules cannot be compared.');
  const baseline = readBaseline(source, wanted.baseline);
  if (baseline.kind === 'failed') return baseline;
  return wanted.isEnumerating ? enumerate(source, wanted, baseline.value) : compare(source, wanted, baseline.value);
}

const NATIVE: Rule = { groups: [] };

function readBaseline({ evaluation, marginOf }: RuleSource, given: string): Result<Rule, string> {
  if (given === 'native') return ok(NATIVE);
  const budget = /^k\s*=\s*(\d+)$/.exec(given);
  if (budget !== null) return readRule(`round >= ${budget[1]}`, evaluation.table);
  const preset = findPreset(given);
  if (preset !== undefined) return adaptRule(preset.text, evaluation.table, marginOf);
  return readRule(given, evaluation.table);
}

function list(source: RuleSource): LabOutput {
  const { signals } = source.evaluation.table;
  const presets = TASR_PRESETS.map((preset) => {
    const adapted = adaptRule(preset.text, source.evaluation.table, source.marginOf);
    return { ...preset, here: adapted.kind === 'ok' ? formatRule(adapted.value) : null };
  });
  return {
    facts: facts(source),
    tables: [
      tableOf({ id: 'signals', title: 'Signals', rowTitle: 'signal' }, signals, ({ id }) => id, [
        ['name', 'meaning', 'text', ({ name }) => name],
        ['aliases', 'also', 'text', ({ aliases }) => (aliases ?? []).join(', ')],
        ['kind', 'kind', 'text', ({ isFlag }) => (isFlag ? 'yes or no' : 'number')],
        [
          'rows',
          'rows with a value',
          'count',
          ({ isMissing }) => isMissing.length - isMissing.reduce((a, b) => a + b, 0),
        ],
      ]),
      tableOf({ id: 'presets', title: 'Published rules', rowTitle: 'preset' }, presets, ({ id }) => id, [
        ['name', 'name', 'text', ({ name }) => name],
        ['rule', 'rule here', 'text', ({ here }) => here ?? 'a signal is missing'],
      ]),
    ],
    json: {
      ...sourceJson(source),
      signals: signals.map(({ id, name, aliases, isFlag }) => ({ id, name, aliases: aliases ?? [], is_flag: isFlag })),
      presets: presets.map(({ id, name, text, here }) => ({ id, name, published: text, rule: here })),
    },
  };
}

interface NamedRule {
  readonly name: string;
  readonly rule: Rule;
}

function namedRules(source: RuleSource, wanted: RulesArguments): Result<readonly NamedRule[], string> {
  const named: NamedRule[] = [];
  const { table } = source.evaluation;
  for (const id of wanted.presets) {
    const isAll = id === 'all';
    const presets = isAll ? TASR_PRESETS : [findPreset(id)].filter((preset) => preset !== undefined);
    if (presets.length === 0) {
      return failed(
        `There is no published rule "${id}". There are tasr, ${TASR_PRESETS.map((preset) => preset.id).join(', ')}.`,
      );
    }
    for (const preset of presets) {
      const rule = adaptRule(preset.text, table, source.marginOf);
      // Of "all" those that the run has signals for.
      if (rule.kind === 'ok') named.push({ name: preset.id, rule: rule.value });
      else if (!isAll) return rule;
    }
  }
  for (const text of wanted.rules) {
    const rule = readRule(text, table);
    if (rule.kind === 'failed') return rule;
    named.push({ name: text, rule: rule.value });
  }
  return ok(named);
}

interface ComparedRule {
  readonly name: string;
  /** null for what depends on labels. */
  readonly rule: Rule | null;
  readonly stops: Int32Array;
  readonly ended: Outcomes;
  readonly paired: PairedOutcomes | null;
}

function compare(source: RuleSource, wanted: RulesArguments, baseline: Rule): Result<LabOutput, string> {
  const named = namedRules(source, wanted);
  if (named.kind === 'failed') return named;
  const { table, outcomes } = source.evaluation;
  const base = pickOutcomes(outcomes, firstRows(baseline, table));
  const options = { seed: wanted.seed, repeats: wanted.repeats };
  const compared = (name: string, rule: Rule | null, stops: Int32Array): ComparedRule => {
    const ended = pickOutcomes(outcomes, stops);
    return { name, rule, stops, ended, paired: comparePaired(ended, base, options) };
  };
  const rows = named.value.map(({ name, rule }) => compared(name, rule, firstRows(rule, table)));
  if (wanted.presets.includes('all')) {
    rows.push(compared('oracle: first round with the best F1', null, bestF1Rows(table, outcomes)));
    rows.push(compared('oracle: first right round', null, firstCorrectRows(table, outcomes)));
  }
  const triggered = (stops: Int32Array): number => stops.filter((row) => row >= 0).length;
  return ok({
    facts: [
      ...facts(source),
      `Differences to ${wanted.baseline}: paired bootstrap, ${wanted.repeats} resamples, seed ${wanted.seed}. ${rows.length} rules, intervals not adjusted for that.`,
    ],
    tables: [
      tableOf({ id: 'rules', title: 'Rules', rowTitle: 'rule' }, rows, ({ name }) => name, [
        ['em', 'EM', 'mean', ({ ended }) => numpyMean(Float64Array.from(ended.em))],
        ['f1', 'F1', 'mean', ({ ended }) => numpyMean(ended.f1)],
        ['calls', 'searches', 'mean', ({ ended }) => numpyMean(ended.calls)],
        ['stopped', 'stopped', 'count', ({ stops }) => triggered(stops)],
        ['em_difference', 'EM diff', 'mean', ({ paired }) => paired?.em.observed ?? null],
        ['em_difference_ci95', '95 %', 'mean', ({ paired }) => (paired ? [paired.em.low, paired.em.high] : null)],
        ['f1_difference', 'F1 diff', 'mean', ({ paired }) => paired?.f1.observed ?? null],
        ['f1_difference_ci95', '95 %', 'mean', ({ paired }) => (paired ? [paired.f1.low, paired.f1.high] : null)],
        ['calls_difference', 'search diff', 'mean', ({ paired }) => paired?.calls.observed ?? null],
        [
          'calls_difference_ci95',
          '95 %',
          'mean',
          ({ paired }) => (paired ? [paired.calls.low, paired.calls.high] : null),
        ],
        ['rule', 'as read', 'text', ({ rule }) => (rule === null ? 'label-dependent' : formatRule(rule))],
      ]),
    ],
    json: {
      ...sourceJson(source),
      baseline: { name: wanted.baseline, rule: formatRule(baseline), ...meansOf(base) },
      bootstrap: { seed: wanted.seed, repeats: wanted.repeats },
      rules: rows.map(({ name, rule, stops, ended, paired }) => ({
        name,
        rule: rule === null ? null : formatRule(rule),
        is_label_dependent: rule === null,
        ...meansOf(ended),
        stopped: triggered(stops),
        difference: paired && {
          em: intervalJson(paired.em),
          f1: intervalJson(paired.f1),
          calls: intervalJson(paired.calls),
        },
        ...(wanted.withStops
          ? {
              stop_rounds: Object.fromEntries(
                table.questionIds.map((id, q) => [id, stops[q]! < 0 ? null : table.rounds[stops[q]!]]),
              ),
            }
          : {}),
      })),
    },
  });
}

const meansOf = (ended: Outcomes) => ({
  em: numpyMean(Float64Array.from(ended.em)),
  f1: numpyMean(ended.f1),
  calls: numpyMean(ended.calls),
});

const intervalJson = ({ observed, replicateMean, low, high }: PairedOutcomes['em']) => ({
  observed,
  replicate_mean: replicateMean,
  ci95_low: low,
  ci95_high: high,
});
