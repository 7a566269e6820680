import { useState } from 'react';
import type { Policy } from '../../core/policies/index.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, PolicyEffect, SignalReading } from '../../store/handles.ts';
import { changeLab, forgetRule, saveRule, useLab } from '../../store/lab.ts';
import { LAB } from '../../store/lab-tasks.ts';
import { questionsLink } from '../../store/questions-links.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount, formatInterval, formatShare } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { Presets } from './Presets.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import { TaskNotice } from './TaskNotice.tsx';
import { useLabRequest, useLabTask, useRule, useSignals } from './use-lab.ts';
import { changeText, meanText, shareText, valueText } from './words.ts';

/** A rule, clicked together or typed, and what it does. */
export function RuleSection({ dataset }: { readonly dataset: DatasetHandle }) {
  const signals = useSignals(dataset);
  const rule = useRule(signals);
  const request = useLabRequest(dataset);
  const gate = useApp((state) => state.view.gate);
  const policy: Policy | null = rule?.kind === 'ok' ? { kind: 'rule', rule: rule.value, tune: request.tune } : null;
  const task = useLabTask(
    LAB.policy,
    policy && { ...request, policy, seed: gate.seed, repeats: Math.min(gate.repeats, 1000) },
  );
  const shown = policy === null ? null : (task.value ?? (task.status.kind === 'running' ? task.last : null));
  return (
    <>
      <Panel title="Rule" sub="an OR of ANDs over what is known at a state">
        <div className={styles.body}>
          {signals === null ? (
            <p className={styles.word}>The signals are being read.</p>
          ) : (
            <RuleEditor signals={signals} rule={rule} />
          )}
          {signals && <Presets dataset={dataset} signals={signals} />}
          <Named />
        </div>
      </Panel>
      {policy !== null && (
        <Panel
          tableName="rule"
          title="What the rule does"
          sub={`${formatCount(shown?.labelled ?? 0)} labelled questions`}
        >
          <TaskNotice cancel={LAB.policy.cancel} view={task} label="The rule is being replayed" />
          {shown && (
            <div className={task.value === null ? styles.faint : undefined}>
              <Effect effect={shown} policy={policy} />
            </div>
          )}
        </Panel>
      )}
      {signals && <SignalPanel signals={signals} />}
    </>
  );
}

/** Rules that were named, on this device. */
function Named() {
  const { rule, ruleName } = useApp((state) => state.view.lab);
  const saved = useLab((state) => state.saved);
  const trouble = useLab((state) => state.trouble);
  const [name, setName] = useState(ruleName ?? '');
  const text = rule?.trim() ?? '';
  const keep = () => {
    saveRule({ name: name.trim(), text });
    changeLab({ ruleName: name.trim() });
  };
  return (
    <div className={styles.group}>
      <h3>Named rules</h3>
      <form
        className={styles.choices}
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== '' && name.trim() !== '') keep();
        }}
      >
        <label className={styles.field}>
          Name
          <input value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <Button
          type="submit"
          size="large"
          style={{ alignSelf: 'end' }}
          disabledReason={text === '' ? 'Write a rule first.' : name.trim() === '' ? 'Give it a name.' : null}
          onClick={keep}
        >
          Keep this rule
        </Button>
      </form>
      {saved.length > 0 && (
        <ul className={styles.clauses}>
          {saved.map((one) => (
            <li key={one.name} className={styles.chip}>
              <button
                type="button"
                className={styles.door}
                title={one.text}
                onClick={() => {
                  setName(one.name);
                  changeLab({ rule: one.text, ruleName: one.name });
                }}
              >
                {one.name}
              </button>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Forget ${one.name}`}
                onClick={() => forgetRule(one.name)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.word}>The link of this page carries the rule, its name and the questions it is tuned on.</p>
      {trouble && (
        <Message kind="warning" title="Named rules are not kept">
          {trouble}
        </Message>
      )}
    </div>
  );
}

function Effect({ effect, policy }: { readonly effect: PolicyEffect; readonly policy: Policy }) {
  const view = useApp((state) => state.view);
  const { totals, native, paired, labelled, repeats } = effect;
  const at = (from: typeof totals, id: string): number => from[id] ?? 0;
  const stops = at(totals, 'stopped');
  const questions = at(totals, 'questions');
  const isKnown = labelled > 0 && at(totals, 'unknownStops') === 0;
  const means: readonly (readonly [string, string, string, 'em' | 'f1' | 'calls'])[] = [
    ['Exact match', 'correct', 'labelled', 'em'],
    ['Token F1', 'tokenF1', 'labelled', 'f1'],
    ['Mean searches', 'searches', 'questions', 'calls'],
  ];
  const flips = (filters: Parameters<typeof questionsLink>[1]) =>
    questionsLink(view, filters, { tab: 'flips', from: { kind: 'native' }, to: policy });
  return (
    <>
      <p className={styles.sentence}>
        {stops === 0
          ? 'The rule stops no question of this selection.'
          : `The rule stops ${formatCount(stops)} of ${formatCount(questions)} questions early` +
            (isKnown
              ? `: ${formatCount(at(totals, 'safe'))} safe stops, ${formatCount(at(totals, 'unsafe'))} unsafe stops.`
              : '. Without labels right and wrong are unknown.')}
      </p>
      <FigureTable
        caption="The rule against native"
        keyOf={([title]) => title}
        rows={means.filter(([, , , key]) => key === 'calls' || isKnown)}
        columns={[
          { title: 'Figure', cell: ([title]) => title },
          {
            title: 'Rule',
            value: ([, over, below]) => at(totals, over) / at(totals, below),
            cell: ([, over, below]) => meanText(at(totals, over) / at(totals, below), questions),
          },
          {
            title: 'Native',
            value: ([, over, below]) => at(native, over) / at(native, below),
            cell: ([, over, below]) => meanText(at(native, over) / at(native, below), questions),
          },
          {
            title: 'Difference',
            value: ([, , , key]) => paired?.[key].observed ?? null,
            cell: ([, , , key]) => (paired ? changeText(paired[key].observed, questions) : 'not known'),
          },
          {
            title: `95 % interval, ${formatCount(repeats)} resamples`,
            value: ([, , , key]) => paired && [paired[key].low, paired[key].high],
            cell: ([, , , key]) => (paired ? formatInterval(paired[key].low, paired[key].high, 5) : 'not known'),
          },
        ]}
      />
      {isKnown && (
        <FigureTable
          caption="Early stops of the rule"
          keyOf={([title]) => title}
          rows={[
            ['Early stops, of all questions', shareText(stops, questions, 'no questions'), flips([])] as const,
            [
              'Selected-stop risk: unsafe stops of the early stops',
              shareText(at(totals, 'unsafe'), stops, 'no stops'),
              null,
            ] as const,
            [
              'Rescued: native wrong, rule right',
              formatCount(at(totals, 'rescued')),
              flips([{ kind: 'in', column: 'flip', values: ['gained'] }]),
            ] as const,
            [
              'Harmed: native right, rule wrong',
              formatCount(at(totals, 'harmed')),
              flips([{ kind: 'in', column: 'flip', values: ['lost'] }]),
            ] as const,
          ]}
          columns={[
            { title: 'Count', cell: ([title]) => title },
            {
              title: 'Questions',
              cell: ([, text, href]) =>
                href === null ? (
                  text
                ) : (
                  <a className={styles.door} href={href}>
                    {text}
                  </a>
                ),
            },
          ]}
        />
      )}
    </>
  );
}

/** What can be asked at a state, and how much of it there is. */
function SignalPanel({ signals }: { readonly signals: readonly SignalReading[] }) {
  const number = (value: number | null): string => (value === null ? 'no values' : valueText(value));
  return (
    <Panel tableName="signals" title="Signals" sub="over the states where a rule may stop">
      <FigureTable
        caption="Signals of this dataset"
        keyOf={({ id }) => id}
        rows={signals}
        columns={[
          { title: 'As a rule spells it', cell: ({ id }) => <span className={styles.code}>{id}</span> },
          {
            title: 'Meaning',
            isText: true,
            cell: ({ name, needsLabels }) => (needsLabels ? `${name}: not deployable` : name),
          },
          { title: 'Kind', isText: true, cell: ({ isFlag }) => (isFlag ? 'yes or no' : 'number') },
          { title: 'States with a value', cell: ({ rows, missing }) => shareOf(rows - missing, rows) },
          { title: 'Lowest', value: ({ low }) => low, cell: ({ low }) => number(low) },
          { title: 'Highest', value: ({ high }) => high, cell: ({ high }) => number(high) },
        ]}
      />
    </Panel>
  );
}

const shareOf = (n: number, of: number): string =>
  of === 0 ? 'no states' : `${formatCount(n)} / ${formatCount(of)} · ${formatShare(n / of)}`;
