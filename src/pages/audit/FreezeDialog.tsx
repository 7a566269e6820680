import { useId, useState } from 'react';
import type { ThresholdChoice } from '../../core/protocol/types.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { chooseThresholds, forgetFault, freeze, useProtocol } from '../../store/protocol.ts';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { Dialog } from '../../ui/parts/Dialog.tsx';
import { formatExact, formatFour } from '../../ui/parts/format.ts';
import { ProgressBar } from '../../ui/parts/Skeleton.tsx';
import shared from './audit.module.css';
import styles from './dialogs.module.css';
import { Fault } from './Fault.tsx';
import { BUDGET, draftOf, type FreezeDraft, RULE, TYPED, wishOf } from './freeze-draft.ts';
import { standardHypotheses } from './hypotheses.ts';
import { Rows } from './Rows.tsx';

/** Everything that could be changed afterwards, fixed at once. */
export function FreezeDialog({ dataset, onClose }: { readonly dataset: DatasetHandle; readonly onClose: () => void }) {
  const view = useApp((state) => state.view);
  const stepping = useProtocol((state) => state.stepping);
  const form = useId();
  const [draft, setDraft] = useState(() => draftOf(dataset, view));
  const [choice, setChoice] = useState<ThresholdChoice | null>(null);
  const set = (change: Partial<FreezeDraft>) => setDraft((before) => ({ ...before, ...change }));
  const wish = wishOf(draft, choice, dataset, view.answerRule);
  const isBusy = stepping.kind === 'running';
  const close = () => {
    forgetFault();
    onClose();
  };
  const choose = async () => {
    const rule = { minimumPrecision: Number(draft.minimumPrecision), minimumStops: Number(draft.minimumStops) };
    const found = await chooseThresholds(draft.validation, rule);
    setChoice(found);
    const first = found?.chosen.find(({ isSentinel }) => !isSentinel) ?? found?.chosen[0];
    if (first !== undefined) set({ policy: first.judge });
  };
  const splits = dataset.protocol.splits;
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Freeze"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            look="solid"
            type="submit"
            form={form}
            disabledReason={typeof wish === 'string' ? wish : isBusy ? 'Working' : null}
          >
            Freeze
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (typeof wish === 'string') return;
          const ruleText = draft.policy === RULE ? draft.rule : null;
          void freeze(wish, ruleText).then((isDone) => isDone && close());
        }}
      >
        <fieldset>
          <legend>Thresholds, chosen on validation</legend>
          <Choice
            label="Split"
            value={draft.validation}
            options={splits
              .filter(({ role }) => role === 'validation' || role === 'exploratory')
              .map(({ name }) => name)}
            onChange={(validation) => set({ validation })}
          />
          <Text
            label="Precision at least"
            value={draft.minimumPrecision}
            onChange={(minimumPrecision) => set({ minimumPrecision })}
          />
          <Text label="Stops at least" value={draft.minimumStops} onChange={(minimumStops) => set({ minimumStops })} />
          <Button
            disabledReason={draft.validation === '' ? 'There is no validation split.' : isBusy ? 'Working' : null}
            onClick={() => void choose()}
          >
            Choose thresholds
          </Button>
          {choice !== null && <Chosen choice={choice} dataset={dataset} />}
        </fieldset>
        <fieldset>
          <legend>Policy</legend>
          <label>
            Stop by
            <select value={draft.policy} onChange={(event) => set({ policy: event.target.value })}>
              {choice?.chosen.map(({ judge, threshold }) => (
                <option key={judge} value={judge}>
                  {nameOf(dataset, judge)} at {formatExact(threshold)}
                </option>
              ))}
              {dataset.judges.map(({ id, name }) => (
                <option key={id} value={TYPED + id}>
                  {name} at a threshold of my own
                </option>
              ))}
              <option value={BUDGET}>a fixed budget</option>
              <option value={RULE}>a rule</option>
            </select>
          </label>
          {draft.policy.startsWith(TYPED) && (
            <Text label="Threshold" value={draft.typed} onChange={(typed) => set({ typed })} />
          )}
          {draft.policy === BUDGET && (
            <Text label="Searches at most" value={draft.budget} onChange={(budget) => set({ budget })} />
          )}
          {draft.policy === RULE && (
            <label className={styles.wide}>
              Rule, as in the policy lab
              <input value={draft.rule} onChange={(event) => set({ rule: event.target.value })} />
            </label>
          )}
          <p>A question that nothing stops ends with the native run.</p>
        </fieldset>
        <fieldset>
          <legend>Looked at once</legend>
          <Choice
            label="Split"
            value={draft.confirmatory}
            options={splits.filter(({ role }) => role === 'confirmatory').map(({ name }) => name)}
            onChange={(confirmatory) => set({ confirmatory })}
          />
          <Text label="EM margin" value={draft.margin} onChange={(margin) => set({ margin })} />
          <Text label="Resamples" value={draft.repeats} onChange={(repeats) => set({ repeats })} />
          <Text label="Base seed" value={draft.seed} onChange={(seed) => set({ seed })} />
          <Text label="Risk to certify" value={draft.alpha} onChange={(alpha) => set({ alpha })} />
          <Text label="at error rate" value={draft.delta} onChange={(delta) => set({ delta })} />
          <Text
            label="A judge call costs, in searches"
            value={draft.judgeCall}
            onChange={(judgeCall) => set({ judgeCall })}
          />
          <p>
            Answer rule {view.answerRule}. Without the price of a judge call no total cost is claimed. The hashes of all{' '}
            {dataset.sources.length} files go in too.
          </p>
        </fieldset>
        <fieldset>
          <legend>Hypotheses</legend>
          <ul className={shared.bullets}>
            {standardHypotheses(draft.margin).map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
          <label className={styles.wide}>
            Further ones, and remarks
            <textarea rows={2} value={draft.note} onChange={(event) => set({ note: event.target.value })} />
          </label>
        </fieldset>
        {typeof wish === 'string' && <p>{wish}</p>}
        {isBusy && <ProgressBar label="Working" fraction={null} detail={stepping.progress?.what ?? 'one moment'} />}
        <Fault />
      </form>
    </Dialog>
  );
}

const nameOf = (dataset: DatasetHandle, judge: string): string =>
  dataset.judges.find(({ id }) => id === judge)?.name ?? judge;

function Chosen({ choice, dataset }: { readonly choice: ThresholdChoice; readonly dataset: DatasetHandle }) {
  return (
    <Rows
      label="Chosen thresholds"
      title={`Thresholds chosen on ${choice.split}`}
      fileName={fileNameOf('thresholds', choice.split)}
      notes={[`chosen on ${choice.split}: ${choice.states} eligible states, ${choice.positives} safe`]}
      className={styles.chosen}
    >
      <table aria-label={`Thresholds chosen on ${choice.split}`}>
        <thead>
          <tr>
            <th scope="col">Judge</th>
            <th scope="col">Threshold</th>
            <th scope="col">Stops</th>
            <th scope="col">Precision</th>
            <th scope="col">Recall</th>
          </tr>
        </thead>
        <tbody>
          {choice.chosen.map((chosen) => (
            <tr key={chosen.judge}>
              <th scope="row">{nameOf(dataset, chosen.judge)}</th>
              <td data-value={chosen.threshold}>
                {formatExact(chosen.threshold)}
                {chosen.isSentinel && ', sentinel'}
              </td>
              <td>{chosen.stops}</td>
              <td data-value={chosen.stops === 0 ? undefined : chosen.precision}>
                {chosen.stops === 0 ? 'no stops' : formatFour(chosen.precision)}
              </td>
              <td data-value={chosen.stops === 0 ? undefined : chosen.recall}>
                {chosen.stops === 0 ? 'no stops' : formatFour(chosen.recall)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {choice.states} eligible states, {choice.positives} safe. A sentinel is the highest score plus one: it never
        stops here, and may elsewhere.
      </p>
    </Rows>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Text({ label, value, onChange }: TextProps) {
  return (
    <label className={styles.short}>
      {label}
      <input inputMode="decimal" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

function Choice({ label, value, options, onChange }: TextProps & { readonly options: readonly string[] }) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}
