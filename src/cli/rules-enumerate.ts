import { startRuleStudy } from '../core/lab/rule-study.ts';
import { tableOf } from '../core/report/tables.ts';
import { failed, ok, type Result } from '../core/result.ts';
import { formatRule } from '../core/rules/format.ts';
import type { Rule } from '../core/rules/rule.ts';
import type { LabOutput } from './lab-output.ts';
import type { RulesArguments } from './rules-arguments.ts';
import { type RuleSource, readRule } from './rules-input.ts';
import { facts, sourceJson } from './rules-words.ts';

/** Every rule over the signals that were asked for. */
export function enumerate(source: RuleSource, wanted: RulesArguments, baseline: Rule): Result<LabOutput, string> {
  const { signals } = source.evaluation.table;
  if (wanted.signals.length > 6) return failed('--signals takes at most six signals.');
  const ids: string[] = [];
  for (const name of wanted.signals) {
    const rule = readRule(`"${name.replace(/["\\]/g, '\\$&')}" > 0`, source.evaluation.table);
    if (rule.kind === 'failed')
      return failed(`--signals: there is no signal "${name}". There are ${signals.map(({ id }) => id).join(', ')}.`);
    const id = rule.value.groups[0]?.[0]?.signal;
    if (id === undefined || ids.includes(id)) return failed(`--signals names "${name}" twice.`);
    ids.push(id);
  }
  const run = startRuleStudy(source.tune, source.evaluation, {
    signals: ids,
    shortNames: wanted.signals,
    quality: wanted.quality,
    budget: wanted.budget,
    candidates: wanted.candidates,
    baseline,
    seed: wanted.seed,
    repeats: wanted.repeats,
  });
  if (run === null)
    return failed('Some answer that a rule may stop with has no known correctness: rules cannot be compared.');
  run.advance(wanted.repeats);
  const study = run.finish();
  const isFront = new Set(study.front);
  const rows = study.rules.map((rule, i) => ({ ...rule, isFront: isFront.has(i) }));
  const significant = rows.filter(({ comparison }) => comparison.adjustedP < 0.05 && comparison.quality > 0).length;
  return ok({
    facts: [
      ...facts(source),
      `${rows.length} rules were tried; ${study.front.length} are undominated; ${significant} are better than ${wanted.baseline} after Holm's adjustment over all of them (exact sign test, 0.05).`,
      `Intervals of the difference to ${wanted.baseline}: paired bootstrap, ${wanted.repeats} resamples, seed ${wanted.seed}, not adjusted.`,
    ],
    tables: [
      tableOf(
        {
          id: 'thresholds',
          title: 'Locked thresholds',
          rowTitle: 'signal',
          note: `on the tuning questions, within ${wanted.budget} mean searches`,
        },
        study.locked.map((one, i) => ({ ...one, name: wanted.signals[i]! })),
        ({ name }) => name,
        [
          ['threshold', 'threshold', 'exact', ({ threshold }) => threshold],
          ['tune_quality', `tuned ${wanted.quality}`, 'mean', ({ tuned }) => tuned?.quality ?? null],
          ['tune_calls', 'tuned searches', 'mean', ({ tuned }) => tuned?.calls ?? null],
        ],
      ),
      tableOf({ id: 'rules', title: 'Rules', rowTitle: 'rule' }, rows, ({ formula }) => formula, [
        ['em', 'EM', 'mean', ({ figures }) => figures.em],
        ['f1', 'F1', 'mean', ({ figures }) => figures.f1],
        ['calls', 'searches', 'mean', ({ figures }) => figures.calls],
        ['stopped', 'stopped', 'count', ({ figures }) => figures.triggered],
        ['difference', `${wanted.quality} diff`, 'mean', ({ comparison }) => comparison.quality],
        ['difference_ci95', '95 %', 'mean', ({ interval }) => [interval.low, interval.high]],
        ['calls_difference', 'search diff', 'mean', ({ comparison }) => comparison.calls],
        ['p', 'p', 'p', ({ comparison }) => comparison.p],
        ['p_holm', 'p Holm', 'p', ({ comparison }) => comparison.adjustedP],
        ['front', 'undominated', 'text', (row) => (row.isFront ? 'yes' : '')],
        [
          'same_as',
          'same stops as',
          'text',
          ({ sameAs, formula }) => (rows[sameAs]!.formula === formula ? '' : rows[sameAs]!.formula),
        ],
        [
          'dominated_by',
          'dominated by',
          'text',
          ({ dominatedBy }) => (dominatedBy < 0 ? '' : rows[dominatedBy]!.formula),
        ],
      ]),
    ],
    json: {
      ...sourceJson(source),
      quality: wanted.quality,
      budget: wanted.budget,
      candidates: wanted.candidates,
      baseline: { name: wanted.baseline, rule: formatRule(baseline), ...study.baseline },
      bootstrap: { seed: wanted.seed, repeats: study.repeats },
      locked: study.locked.map(({ threshold, tuned }, i) => ({ signal: wanted.signals[i], threshold, tuned })),
      rules_tried: rows.length,
      better_after_holm: significant,
      rules: rows.map(
        ({
          formula,
          text,
          size,
          groupCount,
          largestGroup,
          figures,
          comparison,
          interval,
          sameAs,
          dominatedBy,
          isFront: front,
        }) => ({
          formula,
          rule: text,
          size,
          groups: groupCount,
          largest_group: largestGroup,
          ...figures,
          difference: comparison.quality,
          ci95_low: interval.low,
          ci95_high: interval.high,
          calls_difference: comparison.calls,
          better: comparison.better,
          worse: comparison.worse,
          p: comparison.p,
          p_holm: comparison.adjustedP,
          is_undominated: front,
          same_as: rows[sameAs]!.formula,
          dominated_by: dominatedBy < 0 ? null : rows[dominatedBy]!.formula,
        }),
      ),
    },
  });
}
