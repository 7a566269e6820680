import type { BaselineKind, BaselineRow } from '../../core/lab/advantage.ts';
import type { Policy } from '../../core/policies/index.ts';
import { useApp } from '../../store/app-store.ts';
import type { BaselineTable, DatasetHandle } from '../../store/handles.ts';
import { LAB } from '../../store/lab-tasks.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { type ChartPoint, PointChart } from '../../ui/charts/PointChart.tsx';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { formatCount, formatInterval, formatP } from '../../ui/parts/format.ts';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { BaselineName, DepthTable } from './BaselineParts.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { TaskNotice } from './TaskNotice.tsx';
import { useLabRequest, useLabTask, useSignals, useSubject } from './use-lab.ts';
import { changeText, meanText, policyName } from './words.ts';

const SHORT: Readonly<Record<BaselineKind, string>> = {
  'never-stop': 'native',
  'always-stop': 'always stop',
  budget: 'mixed budget',
  'matched-random': 'random',
  'permuted-scores': 'permuted',
  'quality-oracle': 'quality oracle',
  'cost-oracle': 'cost oracle',
};

/** What is left of the policy's advantage at its own cost. */
export function BaselinesSection({ dataset }: { readonly dataset: DatasetHandle }) {
  const signals = useSignals(dataset);
  const policy = useSubject(dataset, signals);
  const request = useLabRequest(dataset);
  const gate = useApp((state) => state.view.gate);
  const task = useLabTask(LAB.baselines, policy && { ...request, policy, seed: gate.seed, repeats: 2000 });
  const found = task.value ?? task.last;
  if (policy === null) {
    return (
      <EmptyState title="There is no rule to compare">
        Write one in the section Rule, or look at the judge's threshold.
      </EmptyState>
    );
  }
  const name = policyName(dataset, policy);
  return (
    <>
      {task.value === null && found === null && (
        <Panel title="Baselines at matched cost">
          <TaskNotice cancel={LAB.baselines.cancel} view={task} label="Baselines are being computed" />
          {task.status.kind === 'idle' && task.key !== null && (
            <div className={styles.notice}>
              <Message kind="note" title="Baselines need labels and probe answers">
                The correctness of a native answer or of a probe answer at an eligible state is not known.
              </Message>
            </div>
          )}
        </Panel>
      )}
      {found && (
        <div className={task.value === null ? styles.faint : undefined}>
          <Baselines dataset={dataset} found={found} name={name} policy={policy} />
        </div>
      )}
    </>
  );
}

function Baselines({
  dataset,
  found,
  name,
  policy,
}: {
  readonly dataset: DatasetHandle;
  readonly found: BaselineTable;
  readonly name: string;
  readonly policy: Policy;
}) {
  const view = useApp((state) => state.view);
  const { questions, rows, draws } = found;
  const leftmost = Math.min(
    found.searches,
    ...rows.flatMap((row) => (row.kind === 'always-stop' ? [] : [row.searches])),
  );
  // Cheaper budgets lie far off; the table twin has them.
  const near = found.budgets.filter(({ searches }) => searches >= leftmost - 0.1);
  const points: readonly ChartPoint[] = [
    ...near.map(({ budget, em, searches }) => ({
      key: `k = ${budget}`,
      label: `k = ${budget}`,
      x: searches,
      y: em,
      mark: 'budget' as const,
    })),
    ...rows
      .filter(({ kind }) => kind !== 'always-stop')
      .map((row) => ({
        key: row.kind,
        label: SHORT[row.kind],
        x: row.searches,
        y: row.em,
        mark: markOf(row),
        ...(row.emRange === null ? {} : { range: row.emRange }),
      })),
    { key: 'policy', label: 'policy', x: found.searches, y: found.em, mark: 'policy' },
  ];
  // The policy's own label comes first where there is room for one only.
  const inOrder = points.toReversed().toSorted((a, b) => Number(b.key === 'policy') - Number(a.key === 'policy'));
  return (
    <div className={styles.two}>
      <ChartPanel
        title="Baselines at matched cost"
        sub={`${formatCount(questions)} labelled questions`}
        fileName={fileNameOf('baselines', dataset.name)}
        yTitle={null}
        notes={[name, `${questions} labelled questions`]}
        table={{
          caption: 'Baselines, one row a point',
          rowCount: points.length,
          columns: [
            {
              key: 'point',
              label: 'Point',
              value: (i) => points[i]!.key,
              text: (i) => points[i]!.label ?? points[i]!.key,
            },
            { key: 'em', label: 'EM', value: (i) => points[i]!.y, text: (i) => meanText(points[i]!.y, questions) },
            {
              key: 'searches',
              label: 'Mean searches',
              value: (i) => points[i]!.x,
              text: (i) => meanText(points[i]!.x, questions),
            },
          ],
        }}
      >
        <div className={styles.chart}>
          <PointChart
            label={`Exact match against mean searches: ${name} and its baselines`}
            xLabel="Mean searches per question (fewer is better)"
            yLabel="Exact match"
            points={inOrder}
            lines={[{ kind: 'dots', keys: near.map(({ budget }) => `k = ${budget}`) }]}
          />
        </div>
      </ChartPanel>
      <Panel title="What is left of the advantage" sub={name} tableName="baselines">
        <p className={styles.sentence}>
          {`EM ${meanText(found.em, questions)} with ${meanText(found.searches, questions)} searches a question. ${verdict(rows, questions)}`}
        </p>
        <FigureTable
          caption="The policy against its baselines"
          keyOf={({ kind }) => kind}
          rows={rows}
          columns={[
            {
              title: 'Baseline',
              cell: ({ kind }) => <BaselineName kind={kind} policy={policy} found={found} />,
            },
            { title: 'EM', value: ({ em }) => em, cell: ({ em }) => meanText(em, questions) },
            {
              title: 'Searches',
              value: ({ searches }) => searches,
              cell: ({ searches }) => meanText(searches, questions),
            },
            {
              title: '95 % of draws',
              value: ({ emRange }) => emRange && [emRange.low, emRange.high],
              cell: ({ emRange }) => (emRange ? formatInterval(emRange.low, emRange.high, 5) : 'exact'),
            },
            {
              title: 'Policy minus baseline',
              value: ({ advantage }) => advantage,
              cell: ({ advantage }) => changeText(advantage, questions),
            },
            {
              title: 'As good by chance',
              value: ({ p }) => p,
              cell: ({ p }) => (p === null ? 'no chance in it' : formatP(p)),
            },
          ]}
        />
        <div className={styles.lead} style={{ paddingTop: 12 }}>
          <p>
            Random stopping makes as many stops at each state index as the policy; its EM is the exact expectation, its
            range that of {formatCount(draws)} draws, seed {view.gate.seed}. The permutation shuffles the judge's scores
            among states with equally many searches: it costs about the same, not exactly.
          </p>
          {found.depths.length > 0 && (
            <p>
              What chance draws from: the questions with a state of that depth, beside those that the policy stops
              there.
            </p>
          )}
        </div>
        <DepthTable found={found} policy={policy} />
        <div className={styles.lead} style={{ paddingTop: 12 }}>
          <p>The oracles read the gold answers to choose where to stop. They cannot be deployed.</p>
        </div>
      </Panel>
    </div>
  );
}

function markOf({ kind }: BaselineRow): ChartPoint['mark'] {
  if (kind === 'never-stop') return 'native';
  return kind === 'quality-oracle' || kind === 'cost-oracle' ? 'oracle' : 'front';
}

function verdict(rows: readonly BaselineRow[], questions: number): string {
  const of = (kind: BaselineKind) => rows.find((row) => row.kind === kind);
  const random = of('matched-random');
  const budget = of('budget');
  const parts = [
    random && `${changeText(random.advantage, questions)} against random stopping at the same depths`,
    budget && `${changeText(budget.advantage, questions)} against fixed budgets at the same searches`,
  ].filter((part) => part !== undefined);
  return parts.length === 0
    ? 'No baseline can be matched to its cost.'
    : `At its own cost that is ${parts.join(' and ')}.`;
}
