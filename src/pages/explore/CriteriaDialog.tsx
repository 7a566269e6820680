import { useId, useState } from 'react';
import { ANSWER_RULES, asStored } from '../../core/answers/index.ts';
import { changeView, useApp } from '../../store/app-store.ts';
import { DEFAULT_GATE, type Gate, MOST_REPEATS } from '../../store/view.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { Dialog } from '../../ui/parts/Dialog.tsx';
import styles from './explore.module.css';

/** Answer rule, margin, replicates and seed: what the figures and the gate rest on. */
export function CriteriaButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        Criteria
      </Button>
      {isOpen && <CriteriaDialog onClose={() => setOpen(false)} />}
    </>
  );
}

interface Draft {
  readonly answerRule: string;
  readonly margin: string;
  readonly repeats: string;
  readonly seed: string;
}

const toDraft = (answerRule: string, gate: Gate): Draft => ({
  answerRule,
  margin: String(gate.margin),
  repeats: String(gate.repeats),
  seed: String(gate.seed),
});

function CriteriaDialog({ onClose }: { readonly onClose: () => void }) {
  const view = useApp((state) => state.view);
  const [draft, setDraft] = useState(() => toDraft(view.answerRule, view.gate));
  const problem = complaintOf(draft);
  const form = useId();
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const apply = () => {
    if (problem !== null) return;
    changeView({
      answerRule: draft.answerRule,
      gate: { margin: Number(draft.margin), repeats: Number(draft.repeats), seed: Number(draft.seed) },
    });
    onClose();
  };
  const hasStored = useApp((state) => state.dataset?.hasStored ?? false);
  // Taking the files' word is a choice like the others, where they give it.
  const rules = hasStored || draft.answerRule === asStored.id ? [...ANSWER_RULES, asStored] : ANSWER_RULES;
  const rule = rules.find(({ id }) => id === draft.answerRule);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Criteria"
      actions={
        <>
          <Button onClick={() => setDraft(toDraft('squad', DEFAULT_GATE))}>As published</Button>
          <Button look="solid" type="submit" form={form} disabledReason={problem}>
            Apply
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <label>
          Answer rule
          <select value={draft.answerRule} onChange={(event) => set({ answerRule: event.target.value })}>
            {rules.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <small>
            {rule?.description}
            {rule?.isCoverVerdict ? ' Its verdict is a cover match, not exact match.' : ''}
          </small>
        </label>
        <label>
          EM margin
          <input inputMode="decimal" value={draft.margin} onChange={(event) => set({ margin: event.target.value })} />
          <small>PASS when the lower end of the EM-difference interval is above minus this.</small>
        </label>
        <label>
          Bootstrap replicates
          <input inputMode="numeric" value={draft.repeats} onChange={(event) => set({ repeats: event.target.value })} />
          <small>Questions are resampled with all their states. Published: 10 000.</small>
        </label>
        <label>
          Base seed
          <input inputMode="numeric" value={draft.seed} onChange={(event) => set({ seed: event.target.value })} />
          <small>CPython's generator; every judge and figure adds its published offset.</small>
        </label>
        {problem && <p role="alert">{problem}</p>}
      </form>
    </Dialog>
  );
}

function complaintOf({ margin, repeats, seed }: Draft): string | null {
  const isIn = (text: string, low: number, high: number) =>
    text.trim() !== '' && Number(text) >= low && Number(text) <= high;
  if (!isIn(margin, 0, 1)) return 'The margin is a number from 0 to 1, such as 0.02.';
  if (!isIn(repeats, 40, MOST_REPEATS) || !Number.isInteger(Number(repeats))) {
    return 'Replicates are a whole number from 40 to 100 000.';
  }
  if (!isIn(seed, 0, Number.MAX_SAFE_INTEGER - 1000) || !Number.isInteger(Number(seed)))
    return 'The seed is a whole number, 0 or above.';
  return null;
}
