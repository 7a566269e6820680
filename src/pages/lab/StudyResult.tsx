import { useMemo, useState } from 'react';
import type { RuleStudy, StudiedRule } from '../../core/lab/rule-study.ts';
import type { Quality } from '../../core/rules/thresholds.ts';
import type { SelectionSpec } from '../../core/selection.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { changeLab } from '../../store/lab.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { type ChartPoint, PointChart } from '../../ui/charts/PointChart.tsx';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount, formatInterval, formatP, formatThreshold } from '../../ui/parts/format.ts';
import { Panel } from '../../ui/parts/Panel.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { flipsLink } from './links.ts';
import { changeText, meanText } from './words.ts';

interface Props {
  readonly dataset: DatasetHandle;
  readonly study: RuleStudy;
  readonly tune: SelectionSpec | null;
  readonly quality: Quality;
}

const SHOWN = 40;

/** The front, the table with what was folded, and how many rules were tried. */
export function StudyResult({ dataset, study, tune, quality }: Props) {
  const view = useApp((state) => state.view);
  const [isAll, setAll] = useState(false);
  const { rules, front, questions } = study;
  const qualityName = quality === 'em' ? 'Exact match' : 'Token F1';
  const points = useMemo(() => pointsOf(study, quality), [study, quality]);
  const groups = useMemo(() => foldedUnder(study), [study]);
  const byQuality = useMemo(
    () => rules.map((_, i) => i).sort((a, b) => rules[b]!.figures[quality] - rules[a]!.figures[quality] || a - b),
    [rules, quality],
  );
  const shown = isAll ? byQuality : front;
  const best = rules.filter(({ comparison }) => comparison.adjustedP < 0.05 && comparison.quality > 0).length;
  const nominal = rules.filter(({ comparison }) => comparison.p < 0.05 && comparison.quality > 0).length;
  const pick = (rule: StudiedRule) => changeLab({ rule: rule.text, ruleName: rule.formula, section: 'rule' });
  return (
    <>
      <ChartPanel
        title="Quality against searches"
        sub={`${formatCount(rules.length)} rules, ${formatCount(questions)} labelled questions`}
        fileName={fileNameOf('rules', dataset.name)}
        yTitle={null}
        notes={[`${rules.length} rules tried on ${questions} questions, thresholds tuned on ${study.tuneQuestions}`]}
        table={{
          caption: 'All rules, best first',
          rowCount: rules.length,
          onPick: (i) => pick(rules[byQuality[i]!]!),
          columns: [
            {
              key: 'rule',
              label: 'Rule',
              value: (i) => rules[byQuality[i]!]!.text,
              text: (i) => rules[byQuality[i]!]!.formula,
            },
            ...(['em', 'f1'] as const).map((id) => ({
              key: id,
              label: id === 'em' ? 'EM' : 'F1',
              value: (i: number) => rules[byQuality[i]!]!.figures[id],
              text: (i: number) => meanText(rules[byQuality[i]!]!.figures[id], questions),
            })),
            {
              key: 'calls',
              label: 'Mean searches',
              value: (i) => rules[byQuality[i]!]!.figures.calls,
              text: (i) => meanText(rules[byQuality[i]!]!.figures.calls, questions),
            },
            {
              key: 'p_holm',
              label: 'p, Holm',
              value: (i) => rules[byQuality[i]!]!.comparison.adjustedP,
              text: (i) => formatP(rules[byQuality[i]!]!.comparison.adjustedP),
            },
          ],
        }}
      >
        <div className={styles.chart}>
          <PointChart
            label={`${qualityName} against mean searches, ${rules.length} rules with their front`}
            xLabel="Mean searches per question (fewer is better)"
            yLabel={qualityName}
            points={points}
            lines={[{ kind: 'steps', keys: front.map((i) => String(i)) }]}
            onPick={(key) => {
              const rule = rules[Number(key)];
              if (rule) pick(rule);
            }}
          />
        </div>
      </ChartPanel>
      <Panel
        tableName="rules"
        title={isAll ? 'All rules' : 'Undominated rules'}
        sub={
          isAll
            ? `the best ${Math.min(SHOWN, shown.length)} of ${formatCount(shown.length)}`
            : `${formatCount(front.length)} of ${formatCount(rules.length)}`
        }
        actions={
          <Button size="small" look="quiet" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Undominated only' : 'Unfold all'}
          </Button>
        }
      >
        <div className={styles.lead}>
          <p>
            {formatCount(rules.length)} rules were tried. By chance alone one in twenty would differ at p &lt; 0.05:{' '}
            {formatCount(nominal)} are better than the baseline at that level, {formatCount(best)} after Holm's
            adjustment over all of them. p is the exact sign test on questions that change; intervals are paired,{' '}
            {formatCount(study.repeats)} resamples, and not adjusted.
          </p>
          <p>
            Locked on {formatCount(study.tuneQuestions)} tuning questions:{' '}
            {study.locked
              .map(({ condition, threshold, tuned }) =>
                condition.kind === 'flag'
                  ? condition.signal
                  : `${condition.signal} > ${formatThreshold(threshold)}${tuned === null ? ' (nothing meets the budget: it never holds)' : ''}`,
              )
              .join('; ')}
            .
          </p>
        </div>
        <FigureTable
          caption="Rules against the baseline"
          keyOf={(i) => String(i)}
          rows={shown.slice(0, isAll ? SHOWN : undefined)}
          isCurrent={(i) => rules[i]!.text === view.lab.rule}
          columns={[
            {
              title: 'Rule',
              value: (i) => rules[i]!.text,
              cell: (i) => (
                <button type="button" className={styles.code} title={rules[i]!.text} onClick={() => pick(rules[i]!)}>
                  {rules[i]!.formula.replaceAll('&', ' & ').replaceAll('|', ' | ')}
                </button>
              ),
            },
            {
              title: qualityName,
              value: (i) => rules[i]!.figures[quality],
              cell: (i) => meanText(rules[i]!.figures[quality], questions),
            },
            {
              title: 'Searches',
              value: (i) => rules[i]!.figures.calls,
              cell: (i) => meanText(rules[i]!.figures.calls, questions),
            },
            {
              title: 'Early stops',
              cell: (i) => (
                <a className={styles.door} href={flipsLink(view, { kind: 'rule', rule: rules[i]!.rule, tune })}>
                  {formatCount(rules[i]!.figures.triggered)} / {formatCount(questions)}
                </a>
              ),
            },
            {
              title: 'Minus baseline',
              value: (i) => rules[i]!.comparison.quality,
              cell: (i) => changeText(rules[i]!.comparison.quality, questions),
            },
            {
              title: '95 % interval',
              value: (i) => [rules[i]!.interval.low, rules[i]!.interval.high],
              cell: (i) => formatInterval(rules[i]!.interval.low, rules[i]!.interval.high, 5),
            },
            {
              title: 'Better / worse',
              value: (i) => [rules[i]!.comparison.better, rules[i]!.comparison.worse],
              cell: (i) => `${formatCount(rules[i]!.comparison.better)} / ${formatCount(rules[i]!.comparison.worse)}`,
            },
            { title: 'p', value: (i) => rules[i]!.comparison.p, cell: (i) => formatP(rules[i]!.comparison.p) },
            {
              title: 'p, Holm',
              value: (i) => rules[i]!.comparison.adjustedP,
              cell: (i) => formatP(rules[i]!.comparison.adjustedP),
            },
            {
              title: 'Folded under it',
              cell: (i) => {
                const { same, dominated } = groups.get(i) ?? { same: 0, dominated: 0 };
                if (rules[i]!.sameAs !== i) return `same stops as ${rules[rules[i]!.sameAs]!.formula}`;
                if (rules[i]!.dominatedBy >= 0) return `dominated by ${rules[rules[i]!.dominatedBy]!.formula}`;
                return `${formatCount(same)} alike, ${formatCount(dominated)} dominated`;
              },
            },
          ]}
        />
      </Panel>
    </>
  );
}

function pointsOf({ rules, front, baseline }: RuleStudy, quality: Quality): readonly ChartPoint[] {
  const isFront = new Set(front);
  const points = rules.flatMap(({ figures, sameAs }, i): ChartPoint[] =>
    sameAs === i && !isFront.has(i) ? [{ key: String(i), x: figures.calls, y: figures[quality], mark: 'rule' }] : [],
  );
  return [
    ...points,
    ...front.map(
      (i): ChartPoint => ({
        key: String(i),
        x: rules[i]!.figures.calls,
        y: rules[i]!.figures[quality],
        mark: 'front',
        label: rules[i]!.formula,
      }),
    ),
    { key: 'baseline', label: 'baseline', x: baseline.calls, y: baseline[quality], mark: 'native' },
  ];
}

/** Per rule: how many others stop alike, and how many it dominates. */
function foldedUnder({ rules }: RuleStudy): ReadonlyMap<number, { readonly same: number; readonly dominated: number }> {
  const groups = new Map<number, { same: number; dominated: number }>();
  const at = (i: number) => {
    const group = groups.get(i) ?? { same: 0, dominated: 0 };
    groups.set(i, group);
    return group;
  };
  rules.forEach(({ sameAs, dominatedBy }, i) => {
    if (sameAs !== i) at(sameAs).same += 1;
    else if (dominatedBy >= 0) at(rules[dominatedBy]!.sameAs).dominated += 1;
  });
  return groups;
}
