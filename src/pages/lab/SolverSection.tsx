import { useMemo, useState } from 'react';
import type { Goal, Limit, Solution, SolverPoint } from '../../core/lab/solver.ts';
import { formatRule } from '../../core/rules/format.ts';
import { parseRule } from '../../core/rules/parse.ts';
import type { Rule } from '../../core/rules/rule.ts';
import { changeView, useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { changeLab, setLab, useLab } from '../../store/lab.ts';
import { LAB } from '../../store/lab-tasks.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount, formatShare, formatThreshold } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { flipsLink } from './links.ts';
import { TaskNotice } from './TaskNotice.tsx';
import { useLabRequest, useLabTask, useRule, useSignals } from './use-lab.ts';
import { changeText, judgeName, meanText, typedNumber } from './words.ts';

const WORDS: Readonly<Record<Limit, string>> = {
  'em-difference': 'the EM difference',
  risk: 'the selected-stop risk',
  stops: 'the number of early stops',
};

/** "EM difference at least x, risk at most y, fewest searches", over every threshold of every judge and over rules. */
export function SolverSection({ dataset }: { readonly dataset: DatasetHandle }) {
  const goal = useLab((state) => state.goal);
  const saved = useLab((state) => state.saved);
  const questions = useApp((state) => state.curves?.questionCount ?? 0);
  const signals = useSignals(dataset);
  const rule = useRule(signals);
  const request = useLabRequest(dataset);
  const rules = useMemo((): readonly Rule[] => {
    const kept = signals === null ? [] : saved.map(({ text }) => parseRule(text, signals));
    return [...(rule?.kind === 'ok' ? [rule] : []), ...kept].flatMap((one) => (one.kind === 'ok' ? [one.value] : []));
  }, [rule, saved, signals]);
  const task = useLabTask(LAB.solve, { ...request, goal, rules });
  const found = task.value ?? task.last;
  return (
    <Panel title="Solver" tableName="solver" sub="fewest searches within these limits">
      <div className={styles.lead}>
        <p>
          Over every threshold of every judge{rules.length > 0 && ` and ${formatCount(rules.length)} rules`}, exactly.
          The limits are met on the evaluated questions; a choice made there is exploratory until it holds on others.
        </p>
      </div>
      <GoalFields goal={goal} />
      <TaskNotice cancel={LAB.solve.cancel} view={task} label="Policies are being compared" />
      {found && (
        <div className={task.value === null ? styles.faint : undefined}>
          <Answer dataset={dataset} solution={found} tried={found.tried} questions={questions} rules={rules} />
        </div>
      )}
    </Panel>
  );
}

function GoalFields({ goal }: { readonly goal: Goal }) {
  return (
    <div className={styles.fields}>
      <LimitField
        label="EM difference at least"
        value={goal.minEmDifference}
        low={-1}
        high={1}
        onChange={(minEmDifference) => setLab({ goal: { ...goal, minEmDifference } })}
      />
      <LimitField
        label="Selected-stop risk at most"
        value={goal.maxRisk}
        low={0}
        high={1}
        onChange={(maxRisk) => setLab({ goal: { ...goal, maxRisk } })}
      />
      <LimitField
        label="Early stops at least"
        value={goal.minStops}
        low={0}
        high={1e9}
        onChange={(minStops) => setLab({ goal: { ...goal, minStops } })}
      />
    </div>
  );
}

/** Empty: not asked. */
function LimitField({
  label,
  value,
  low,
  high,
  onChange,
}: {
  readonly label: string;
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly onChange: (value: number | null) => void;
}) {
  const [text, setText] = useState(value === null ? '' : String(value));
  const isEmpty = text.trim() === '';
  return (
    <label className={styles.field}>
      {label}
      <input
        inputMode="decimal"
        value={text}
        placeholder="no limit"
        aria-invalid={!isEmpty && typedNumber(text, low, high) === null}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const number = typedNumber(next, low, high);
          if (next.trim() === '' || number !== null) onChange(number);
        }}
      />
    </label>
  );
}

function Answer({
  dataset,
  solution,
  tried,
  questions,
  rules,
}: {
  readonly dataset: DatasetHandle;
  readonly solution: Solution;
  readonly tried: number;
  readonly questions: number;
  readonly rules: readonly Rule[];
}) {
  const name = (point: SolverPoint): string =>
    point.threshold === null
      ? point.source
      : `${judgeName(dataset, point.source)} at ${formatThreshold(point.threshold)}`;
  if (solution.kind === 'nothing') {
    return (
      <div className={styles.notice}>
        <Message kind="note" title="There is no policy whose EM is known">
          The solver needs labels and probe answers.
        </Message>
      </div>
    );
  }
  if (solution.kind === 'infeasible') {
    const { impossible, nearest } = solution;
    return (
      <>
        <p className={styles.sentence}>
          None of {formatCount(tried)} policies meets all limits.{' '}
          {impossible.length > 0
            ? `No policy meets ${impossible.map((limit) => WORDS[limit]).join(' or ')} even alone.`
            : 'Each limit can be met, but not all of them together.'}
        </p>
        <PointTable
          caption="Policies that come nearest"
          first="Meets all other limits, nearest to"
          dataset={dataset}
          questions={questions}
          rules={rules}
          rows={nearest.flatMap(({ limit, point }) => (point === null ? [] : [{ label: WORDS[limit], point }]))}
          name={name}
        />
        {nearest.some(({ point }) => point === null) && (
          <div className={styles.lead} style={{ paddingTop: 12 }}>
            <p>
              Without {nearest.flatMap(({ limit, point }) => (point === null ? [WORDS[limit]] : [])).join(', ')} the
              other limits still cannot be met.
            </p>
          </div>
        )}
      </>
    );
  }
  const { point, binding } = solution;
  return (
    <>
      <p className={styles.sentence}>
        {`${name(point)}: ${meanText(point.searches, questions)} searches a question, EM difference ${changeText(point.emDifference, questions)}, ${point.risk === null ? 'no stops' : `risk ${formatShare(point.risk)} of ${formatCount(point.stops)} early stops`}. `}
        {binding.length === 0
          ? 'No limit binds: it has the fewest searches of all.'
          : `${binding.map(({ limit }) => WORDS[limit]).join(' and ')} binds.`.replace(/^./, (letter) =>
              letter.toUpperCase(),
            )}
      </p>
      <div className={styles.fields}>
        <Button
          onClick={() =>
            point.threshold === null
              ? changeLab({ rule: point.source, ruleName: null, section: 'rule' })
              : changeView({ judge: point.source, threshold: point.threshold })
          }
        >
          Use this policy
        </Button>
      </div>
      <PointTable
        caption="The answer, and what each binding limit costs"
        first="Policy"
        dataset={dataset}
        questions={questions}
        rules={rules}
        rows={[
          { label: 'the answer', point },
          ...binding.map(({ limit, without }) => ({ label: `without ${WORDS[limit]}`, point: without })),
        ]}
        name={name}
      />
      <div className={styles.lead} style={{ paddingTop: 12 }}>
        <p>{formatCount(tried)} policies were compared.</p>
      </div>
    </>
  );
}

interface PointRow {
  readonly label: string;
  readonly point: SolverPoint;
}

function PointTable({
  caption,
  first,
  dataset,
  questions,
  rows,
  rules,
  name,
}: {
  readonly caption: string;
  readonly first: string;
  readonly dataset: DatasetHandle;
  readonly questions: number;
  readonly rows: readonly PointRow[];
  readonly rules: readonly Rule[];
  readonly name: (point: SolverPoint) => string;
}) {
  const view = useApp((state) => state.view);
  const { tune } = useLabRequest(dataset);
  const href = ({ source, threshold }: SolverPoint): string | null => {
    if (threshold !== null) return flipsLink(view, { kind: 'threshold', judge: source, threshold });
    const rule = rules.find((one) => formatRule(one) === source);
    return rule === undefined ? null : flipsLink(view, { kind: 'rule', rule, tune });
  };
  return (
    <FigureTable
      caption={caption}
      keyOf={({ label }) => label}
      rows={rows}
      columns={[
        { title: first, cell: ({ label }) => label },
        { title: 'Judge and threshold, or rule', isText: true, cell: ({ point }) => name(point) },
        {
          title: 'Searches',
          value: ({ point }) => point.searches,
          cell: ({ point }) => meanText(point.searches, questions),
        },
        {
          title: 'EM difference',
          value: ({ point }) => point.emDifference,
          cell: ({ point }) => changeText(point.emDifference, questions),
        },
        {
          title: 'Selected-stop risk',
          value: ({ point }) => point.risk,
          cell: ({ point }) => (point.risk === null ? 'no stops' : formatShare(point.risk)),
        },
        {
          title: 'Early stops',
          cell: ({ point }) => {
            const link = href(point);
            const text = `${formatCount(point.stops)} / ${formatCount(questions)}`;
            return link === null ? (
              text
            ) : (
              <a className={styles.door} href={link}>
                {text}
              </a>
            );
          },
        },
      ]}
    />
  );
}
