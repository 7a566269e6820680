import { useEffect, useMemo } from 'react';
import type { Policy } from '../../core/policies/index.ts';
import { failed, ok, type Result } from '../../core/result.ts';
import { formatRule } from '../../core/rules/format.ts';
import { resolveName } from '../../core/rules/names.ts';
import { parseRule } from '../../core/rules/parse.ts';
import type { Rule } from '../../core/rules/rule.ts';
import { namesIn } from '../../core/rules/rule-names.ts';
import { calibratedId } from '../../core/rules/rule-signals.ts';
import type { RuleProblem } from '../../core/rules/tokens.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, SignalReading } from '../../store/handles.ts';
import { labRequest, useLab } from '../../store/lab.ts';
import {
  LAB,
  type LabJob,
  type LabParams,
  type LabReply,
  type LabTask,
  type TaskState,
  taskKey,
  useTextVersion,
} from '../../store/lab-tasks.ts';
import { policyInForce } from '../../store/policy-ref.ts';

export interface TaskView<V> extends Omit<TaskState<V>, 'value'> {
  /** The answer to just this question; null while there is none. */
  readonly value: V | null;
  /** The last answer, to another question: shown faded while the new one is made. */
  readonly last: V | null;
}

/** Keeps a job in step with its parameters while the component is there; null: nothing to ask. */
export function useLabTask<J extends LabJob>(task: LabTask<J>, params: LabParams<J> | null): TaskView<LabReply<J>> {
  const version = useTextVersion((state) => state.version);
  const key = params === null ? null : taskKey(params, version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that matters of the parameters
  useEffect(() => {
    if (params !== null) task.run(params, version);
  }, [key]);
  const state = task.use();
  return { ...state, value: state.key === key ? state.value : null, last: state.value };
}

/** What every job of the lab is told; the same object while nothing changes. */
export function useLabRequest(dataset: DatasetHandle) {
  const view = useApp((state) => state.view);
  const { range, split, answerRule } = view;
  const { tune } = view.lab;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the view does not matter to the lab
  return useMemo(() => labRequest(dataset, view), [dataset, range, split, answerRule, tune]);
}

export function useSignals(dataset: DatasetHandle): readonly SignalReading[] | null {
  const { value, last } = useLabTask(LAB.signals, useLabRequest(dataset));
  return value ?? last;
}

/** The rule of the address, read with the signals of the dataset; null while there is none or they are not known. */
export function useRule(signals: readonly SignalReading[] | null): Result<Rule, RuleProblem> | null {
  const text = useApp((state) => state.view.lab.rule);
  return useMemo(() => (text === null || signals === null ? null : parseRule(text, signals)), [text, signals]);
}

/** The policy that the sections speak of: the judge in force at its threshold, or the rule. */
export function useSubject(dataset: DatasetHandle, signals: readonly SignalReading[] | null): Policy | null {
  const view = useApp((state) => state.view);
  const subject = useLab((state) => state.subject);
  const rule = useRule(signals);
  const request = useLabRequest(dataset);
  return useMemo(() => {
    if (subject === 'threshold') return policyInForce(dataset, view);
    return rule?.kind === 'ok' ? { kind: 'rule', rule: rule.value, tune: request.tune } : null;
  }, [subject, dataset, view, rule, request]);
}

/**
 * A published rule on this dataset's signals. Where there is no calibrated answer-token margin, the judge's own calibrated
 * score takes its place.
 */
export function adaptPreset(
  text: string,
  signals: readonly SignalReading[],
  judge: string | null,
): Result<string, string> {
  const read = parseRule(text, namesIn(text));
  if (read.kind === 'failed') return failed(read.error.message);
  const idOf = (name: string): string | null => {
    const found = resolveName(name, signals);
    if (found.kind === 'ok') return found.value.id;
    return name === 'margin' && judge !== null ? calibratedId(judge) : null;
  };
  const missing = new Set(
    read.value.groups.flatMap((group) => group.map(({ signal }) => signal)).filter((name) => idOf(name) === null),
  );
  if (missing.size > 0) return failed(`This data has no signal ${[...missing].join(', ')}.`);
  return ok(formatRule(read.value, (name) => idOf(name) ?? name));
}
