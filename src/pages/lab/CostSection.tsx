import { useMemo } from 'react';
import { breakEven, costOf, equivalentSearches, type Prices, type Usage } from '../../core/lab/cost.ts';
import type { Policy } from '../../core/policies/index.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, PolicyUsage } from '../../store/handles.ts';
import { setLab, useLab } from '../../store/lab.ts';
import { LAB } from '../../store/lab-tasks.ts';
import { thresholdOf } from '../../store/selectors.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { type ChartPoint, PointChart } from '../../ui/charts/PointChart.tsx';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { formatCount, formatDecimal } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { flipsLink } from './links.ts';
import { PriceFields } from './PriceFields.tsx';
import { TaskNotice } from './TaskNotice.tsx';
import { useLabRequest, useLabTask, useRule, useSignals } from './use-lab.ts';
import { meanText, policyName } from './words.ts';

interface PricedPolicy extends PolicyUsage {
  readonly policy: Policy;
  readonly name: string;
  readonly key: string;
}

/** What policies cost with their judge in it. */
export function CostSection({ dataset }: { readonly dataset: DatasetHandle }) {
  const view = useApp((state) => state.view);
  const prices = useLab((state) => state.prices);
  const signals = useSignals(dataset);
  const rule = useRule(signals);
  const request = useLabRequest(dataset);
  const budgets = useApp((state) => state.curves?.budgets.length ?? 0);
  const policies = useMemo((): readonly Policy[] => {
    const judges = dataset.judges.map(
      (judge): Policy => ({
        kind: 'threshold',
        judge: judge.id,
        threshold:
          judge.id === (view.judge ?? dataset.judges[0]?.id)
            ? thresholdOf(view, judge)
            : (judge.frozen?.value ?? Number.POSITIVE_INFINITY),
      }),
    );
    const fixed = Array.from({ length: Math.min(budgets, 8) }, (_, searches): Policy => ({ kind: 'budget', searches }));
    const own: readonly Policy[] = rule?.kind === 'ok' ? [{ kind: 'rule', rule: rule.value, tune: request.tune }] : [];
    return [{ kind: 'native' }, ...judges, ...own, ...fixed];
  }, [dataset, view, budgets, rule, request]);
  const task = useLabTask(LAB.usage, { ...request, policies });
  const rows = useMemo(
    () =>
      task.value?.map((row, i): PricedPolicy => {
        const policy = policies[i]!;
        return { ...row, policy, name: policyName(dataset, policy), key: `${i} ${policy.kind}` };
      }) ?? null,
    [task.value, policies, dataset],
  );
  return (
    <>
      <Panel title="Prices" sub="in any one unit; with a search at 1, costs are in searches">
        <PriceFields prices={prices} onChange={(next) => setLab({ prices: next })} />
      </Panel>
      <TaskNotice cancel={LAB.usage.cancel} view={task} label="Judge calls are being counted" />
      {rows && rows.length > 0 && <Priced dataset={dataset} rows={rows} prices={prices} />}
    </>
  );
}

function Priced({
  dataset,
  rows,
  prices,
}: {
  readonly dataset: DatasetHandle;
  readonly rows: readonly PricedPolicy[];
  readonly prices: Prices;
}) {
  const view = useApp((state) => state.view);
  const native = rows[0]!.usage;
  const questions = native.questions;
  const isUnknown = rows.some(({ usage }) => costOf(usage, prices).total === null);
  const { points, verticals } = useMemo(() => pointsOf(rows, prices, dataset), [rows, prices, dataset]);
  const perQuestion = (sum: number) => formatDecimal(sum / questions, 4);
  return (
    <>
      {isUnknown && (
        <Message kind="warning" title="Some costs cannot be told">
          A price is put on tokens or seconds that the files do not record for every judge call. Without them there is
          no total.
        </Message>
      )}
      <ChartPanel
        title="Trade-off with the judge's cost in it"
        sub={`${formatCount(questions)} labelled questions`}
        fileName={fileNameOf('cost', dataset.name)}
        yTitle={null}
        notes={[
          `prices: search ${prices.search}, judge call ${prices.judgeCall}, prompt token ${prices.promptToken}, completion token ${prices.completionToken}, second ${prices.second}`,
        ]}
        table={{
          caption: 'Policies with their cost',
          rowCount: points.length,
          columns: [
            {
              key: 'policy',
              label: 'Policy',
              value: (i) => points[i]!.label ?? '',
              text: (i) => points[i]!.label ?? '',
            },
            { key: 'em', label: 'EM', value: (i) => points[i]!.y, text: (i) => meanText(points[i]!.y, questions) },
            {
              key: 'searches',
              label: 'Mean searches',
              value: (i) => points[i]!.fromX ?? points[i]!.x,
              text: (i) => meanText(points[i]!.fromX ?? points[i]!.x, questions),
            },
            {
              key: 'cost',
              label: 'Cost in searches, judge included',
              value: (i) => points[i]!.x,
              text: (i) => meanText(points[i]!.x, questions),
            },
          ],
        }}
      >
        <div className={styles.chart}>
          <PointChart
            label="Exact match against cost per question in searches, judge included; vertical lines are equal cost"
            xLabel="Cost per question, in searches, judge included (less is better)"
            yLabel="Exact match"
            points={points}
            verticals={verticals}
          />
        </div>
      </ChartPanel>
      <Panel tableName="costs" title="Cost of each policy" sub="per question, until its stop">
        <div className={styles.lead}>
          <p>
            A judge is asked at every eligible state up to the stop, the stop included; at all of them where the native
            run finishes. In the chart a line leads from the searches alone to the cost with the judge; vertical dashed
            lines are lines of equal cost.
          </p>
        </div>
        <FigureTable
          caption="Cost of each policy"
          keyOf={({ key }) => key}
          rows={rows}
          columns={[
            {
              title: 'Policy',
              cell: ({ name, policy }) =>
                policy.kind === 'native' ? (
                  name
                ) : (
                  <a className={styles.door} href={flipsLink(view, policy)}>
                    {name}
                  </a>
                ),
            },
            {
              title: 'EM',
              value: ({ em }) => em,
              cell: ({ em }) => (em === null ? 'not known' : meanText(em, questions)),
            },
            {
              title: 'Searches',
              value: ({ usage }) => usage.searches / questions,
              cell: ({ usage }) => perQuestion(usage.searches),
            },
            {
              title: 'Judge calls',
              value: ({ usage }) => usage.judgeCalls / questions,
              cell: ({ usage }) => perQuestion(usage.judgeCalls),
            },
            {
              title: 'Prompt tokens',
              value: ({ usage }) => meanOf(usage, 'promptTokens'),
              cell: ({ usage }) => recorded(usage, 'promptTokens'),
            },
            {
              title: 'Completion tokens',
              value: ({ usage }) => meanOf(usage, 'completionTokens'),
              cell: ({ usage }) => recorded(usage, 'completionTokens'),
            },
            {
              title: 'Judge seconds',
              value: ({ usage }) => meanOf(usage, 'seconds'),
              cell: ({ usage }) => recorded(usage, 'seconds'),
            },
            {
              title: 'Search cost',
              value: ({ usage }) => costOf(usage, prices).search / questions,
              cell: ({ usage }) => perQuestion(costOf(usage, prices).search),
            },
            {
              title: 'Search and judge cost',
              value: ({ usage }) => {
                const { total } = costOf(usage, prices);
                return total === null ? null : total / questions;
              },
              cell: ({ usage }) => {
                const { total } = costOf(usage, prices);
                return total === null ? 'not recorded' : perQuestion(total);
              },
            },
            {
              title: 'Break-even price of a judge call',
              cell: ({ usage }) => breakEvenText(usage, native, prices),
            },
          ]}
        />
      </Panel>
    </>
  );
}

type Part = 'promptTokens' | 'completionTokens' | 'seconds';

/** null: not all of it is recorded; the words say how much is missing. */
const meanOf = (usage: Usage, part: Part): number | null =>
  usage.judgeCalls > 0 && usage[part].missing === 0 ? usage[part].sum / usage.questions : null;

function recorded(usage: Usage, part: Part): string {
  const { sum, missing } = usage[part];
  if (usage.judgeCalls === 0) return 'no judge calls';
  if (missing === usage.judgeCalls) return 'not recorded';
  const mean = formatDecimal(sum / usage.questions, part === 'seconds' ? 3 : 1);
  return missing === 0 ? mean : `at least ${mean}, ${formatCount(missing)} calls not recorded`;
}

function breakEvenText(usage: Usage, native: Usage, prices: Prices): string {
  const found = breakEven(usage, native, prices);
  if (found.kind === 'unknown') return 'not recorded';
  if (found.kind === 'none') return 'asks no judge';
  return found.judgeCall < 0
    ? `dearer than native at any price`
    : `cheaper than native below ${formatDecimal(found.judgeCall, 4)}`;
}

function pointsOf(rows: readonly PricedPolicy[], prices: Prices, dataset: DatasetHandle) {
  const placed = rows.flatMap(({ usage, em, policy, name, key }) => {
    const cost = equivalentSearches(usage, prices);
    return cost === null || em === null ? [] : [{ usage, em, policy, name, key, cost }];
  });
  const leftmost = Math.min(
    ...placed.flatMap(({ policy, usage }) => (policy.kind === 'budget' ? [] : [usage.searches / usage.questions])),
  );
  // Much cheaper budgets lie far off; the table below has them.
  const near = placed.filter(({ policy, cost }) => policy.kind !== 'budget' || cost >= leftmost - 0.2);
  const points = near.map(({ usage, em, policy, name, key, cost }): ChartPoint => {
    const searches = usage.searches / usage.questions;
    return {
      key,
      x: cost,
      y: em,
      label: policy.kind === 'rule' ? 'the rule' : policy.kind === 'budget' ? `k = ${policy.searches}` : name,
      mark: markOf(policy, dataset),
      ...(Math.abs(cost - searches) > 1e-9 ? { fromX: searches } : {}),
    };
  });
  const verticals = placed
    .filter(({ policy }, i) => policy.kind === 'native' || i === 1)
    .map(({ cost, policy, name }) => ({
      x: cost,
      label: `costs as much as ${policy.kind === 'native' ? 'native' : name}`,
    }));
  return { points, verticals };
}

function markOf(policy: Policy, dataset: DatasetHandle): ChartPoint['mark'] {
  if (policy.kind === 'native') return 'native';
  if (policy.kind === 'budget') return 'budget';
  if (policy.kind === 'threshold') return dataset.judges.findIndex(({ id }) => id === policy.judge);
  return 'policy';
}
