import { useEffect, useId, useState } from 'react';
import { failed, type Result } from '../../core/result.ts';
import { formatRule } from '../../core/rules/format.ts';
import { parseRule } from '../../core/rules/parse.ts';
import type { Comparison, Condition, Rule } from '../../core/rules/rule.ts';
import type { RuleProblem } from '../../core/rules/tokens.ts';
import { useApp } from '../../store/app-store.ts';
import type { SignalReading } from '../../store/handles.ts';
import { changeLab } from '../../store/lab.ts';
import { Button } from '../../ui/parts/Button.tsx';
import styles from './lab.module.css';
import { typedNumber } from './words.ts';

/** The rule as text, and the same rule as clauses to click. Both write one thing: the text in the address. */
export function RuleEditor({
  signals,
  rule,
}: {
  readonly signals: readonly SignalReading[];
  readonly rule: Result<Rule, RuleProblem> | null;
}) {
  const written = useApp((state) => state.view.lab.rule) ?? '';
  const [text, setText] = useState(written);
  const id = useId();
  useEffect(() => setText(written), [written]);
  const typed = text.trim() === '' ? null : parseRule(text, signals);
  const problem = typed?.kind === 'failed' ? typed.error : null;
  const write = (next: string) => {
    setText(next);
    // What cannot be read stays in the field; the last rule stays in force.
    if (next.trim() === '') changeLab({ rule: null, ruleName: null });
    else if (parseRule(next, signals).kind === 'ok') changeLab({ rule: next, ruleName: null });
  };
  return (
    <>
      <div className={styles.group}>
        <label className={styles.field} data-wide>
          Stop at the first state where
          <input
            className={styles.code}
            value={text}
            spellCheck={false}
            autoComplete="off"
            placeholder="repeat & margin > 0.25 | round >= 4"
            aria-invalid={problem !== null}
            aria-describedby={problem ? id : undefined}
            onChange={(event) => write(event.target.value)}
          />
        </label>
        {problem && (
          <div id={id} className={styles.problem} role="alert">
            <pre>
              {text.slice(0, problem.position)}
              <mark>{text.slice(problem.position, problem.position + Math.max(1, problem.length)) || '␣'}</mark>
              {text.slice(problem.position + Math.max(1, problem.length))}
            </pre>
            {problem.message}
          </div>
        )}
      </div>
      <Clauses
        rule={rule?.kind === 'ok' ? rule.value : { groups: [] }}
        signals={signals}
        onChange={(next) => write(formatRule(next))}
      />
    </>
  );
}

/** Groups with their conditions, each of which can go; and a form for one more. */
function Clauses({
  rule,
  signals,
  onChange,
}: {
  readonly rule: Rule;
  readonly signals: readonly SignalReading[];
  readonly onChange: (rule: Rule) => void;
}) {
  const { groups } = rule;
  const put = (next: readonly (readonly Condition[])[]) => {
    const left = next.filter((group) => group.length > 0);
    if (left.length > 0) onChange({ groups: left });
    else changeLab({ rule: null, ruleName: null });
  };
  const without = (g: number, c: number) =>
    put(groups.map((group, i) => (i === g ? group.filter((_, j) => j !== c) : group)));
  return (
    <div className={styles.group}>
      <h3>By clicking</h3>
      {groups.some((group) => group.length > 0) && (
        <ul className={styles.clauses}>
          {groups.map((group, g) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place
            <li key={g} className={styles.clauses}>
              {g > 0 && <span className={styles.word}>or</span>}
              <span className={styles.clause}>
                {group.map((condition, c) => {
                  const words = formatRule({ groups: [[condition]] });
                  return (
                    <span key={words} className={styles.clauses}>
                      {c > 0 && <span className={styles.word}>and</span>}
                      <span className={styles.chip}>
                        {words}
                        <button
                          type="button"
                          className={styles.remove}
                          aria-label={`Remove ${words}`}
                          onClick={() => without(g, c)}
                        >
                          ×
                        </button>
                      </span>
                    </span>
                  );
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <AddCondition
        signals={signals}
        isFirst={groups.length === 0}
        onAdd={(condition, isNewGroup) => {
          const last = groups.length - 1;
          put(
            isNewGroup || last < 0
              ? [...groups, [condition]]
              : groups.map((group, i) => (i === last ? [...group, condition] : group)),
          );
        }}
      />
    </div>
  );
}

const COMPARISONS: readonly Comparison[] = ['>', '>=', '<', '<=', '=', '!='];

function AddCondition({
  signals,
  isFirst,
  onAdd,
}: {
  readonly signals: readonly SignalReading[];
  readonly isFirst: boolean;
  readonly onAdd: (condition: Condition, isNewGroup: boolean) => void;
}) {
  const [chosen, setChosen] = useState('');
  const [comparison, setComparison] = useState<Comparison>('>');
  const [value, setValue] = useState('');
  const [isNegated, setNegated] = useState(false);
  const signal = signals.find(({ id }) => id === chosen) ?? signals[0];
  if (signal === undefined) return null;
  const number = typedNumber(value, -Number.MAX_VALUE, Number.MAX_VALUE);
  const made = (): Result<Condition, string> => {
    if (signal.isFlag) return { kind: 'ok', value: { kind: 'flag', signal: signal.id, isNegated } };
    if (number === null) return failed('Give the number to compare with.');
    return { kind: 'ok', value: { kind: 'compare', signal: signal.id, comparison, value: number } };
  };
  const condition = made();
  const reason = condition.kind === 'failed' ? condition.error : null;
  const add = (isNewGroup: boolean) => {
    if (condition.kind === 'ok') onAdd(condition.value, isNewGroup);
  };
  return (
    <div className={styles.choices}>
      <label className={styles.field}>
        Signal
        <select value={signal.id} onChange={(event) => setChosen(event.target.value)}>
          {signals.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {signal.isFlag ? (
        <label className={styles.field}>
          Holds when
          <select value={isNegated ? 'no' : 'yes'} onChange={(event) => setNegated(event.target.value === 'no')}>
            <option value="yes">yes</option>
            <option value="no">no</option>
          </select>
        </label>
      ) : (
        <>
          <label className={styles.field}>
            Comparison
            <select
              value={comparison}
              onChange={(event) => setComparison(COMPARISONS.find((one) => one === event.target.value) ?? '>')}
            >
              {COMPARISONS.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label className={styles.field}>
            Number
            <input inputMode="decimal" value={value} onChange={(event) => setValue(event.target.value)} />
          </label>
        </>
      )}
      <Button size="large" style={{ alignSelf: 'end' }} disabledReason={reason} onClick={() => add(false)}>
        {isFirst ? 'Add' : 'And'}
      </Button>
      {!isFirst && (
        <Button size="large" style={{ alignSelf: 'end' }} disabledReason={reason} onClick={() => add(true)}>
          Or
        </Button>
      )}
    </div>
  );
}
