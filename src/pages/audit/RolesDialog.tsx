import { useId, useState } from 'react';
import { stateOf } from '../../core/protocol/state.ts';
import type { SplitDefinition, SplitSource } from '../../core/protocol/types.ts';
import type { SplitRole } from '../../core/terms.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { forgetFault, setSplits, useProtocol } from '../../store/protocol.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { Dialog } from '../../ui/parts/Dialog.tsx';
import { IconClose } from '../../ui/parts/icons.tsx';
import styles from './dialogs.module.css';
import { Fault } from './Fault.tsx';

const ROLES: readonly SplitRole[] = ['exploratory', 'validation', 'confirmatory', 'descriptive'];

/** A split while it is being written: every field is text until it is saved. */
interface Draft {
  readonly key: number;
  readonly name: string;
  readonly role: SplitRole;
  readonly kind: SplitSource['kind'];
  readonly from: string;
  readonly to: string;
  readonly column: string;
  readonly value: string;
  readonly ids: string;
  readonly seed: string;
  readonly share: string;
  readonly part: 'drawn' | 'rest';
}

/** Splits by range, column, list of ids or seeded draw, each with its role. */
export function RolesDialog({ dataset, onClose }: { readonly dataset: DatasetHandle; readonly onClose: () => void }) {
  const form = useId();
  const isBusy = useProtocol((state) => state.stepping.kind === 'running');
  const [drafts, setDrafts] = useState(() => draftsOf(dataset));
  const set = (key: number, change: Partial<Draft>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...change } : draft)));
  const add = () => setDrafts((before) => [...before, emptyDraft(nextKey(before), dataset)]);
  const close = () => {
    forgetFault();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Splits and roles"
      actions={
        <>
          <Button onClick={add}>Add a split</Button>
          <Button look="solid" type="submit" form={form} disabledReason={isBusy ? 'Saving' : null}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void setSplits(drafts.map(toDefinition)).then((isDone) => isDone && close());
        }}
      >
        <p>
          Figures carry the role of their split. Exploratory, validation and confirmatory splits share no question; a
          descriptive one may pool others and claims nothing.
        </p>
        {drafts.map((draft) => (
          <fieldset key={draft.key} className={styles.draft}>
            <legend className="sr">Split {draft.name || 'without a name'}</legend>
            <label>
              Name
              <input value={draft.name} onChange={(event) => set(draft.key, { name: event.target.value })} />
            </label>
            <label>
              Role
              <select
                value={draft.role}
                onChange={(event) => set(draft.key, { role: ROLES.find((role) => role === event.target.value)! })}
              >
                {ROLES.map((role) => (
                  <option key={role}>{role}</option>
                ))}
              </select>
            </label>
            <label>
              Questions
              <select
                value={draft.kind}
                onChange={(event) =>
                  set(draft.key, { kind: KINDS.find(({ kind }) => kind === event.target.value)!.kind })
                }
              >
                {KINDS.map(({ kind, words }) => (
                  <option key={kind} value={kind}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
            <SourceFields draft={draft} dataset={dataset} set={(change) => set(draft.key, change)} />
            <Button
              look="quiet"
              isIcon
              aria-label={`Remove split ${draft.name}`}
              onClick={() => setDrafts((before) => before.filter(({ key }) => key !== draft.key))}
            >
              <IconClose />
            </Button>
          </fieldset>
        ))}
        <Fault />
      </form>
    </Dialog>
  );
}

const KINDS: readonly { readonly kind: SplitSource['kind']; readonly words: string }[] = [
  { kind: 'range', words: 'by index' },
  { kind: 'column', words: 'by column' },
  { kind: 'ids', words: 'by list of ids' },
  { kind: 'draw', words: 'by seeded draw' },
];

interface FieldsProps {
  readonly draft: Draft;
  readonly dataset: DatasetHandle;
  readonly set: (change: Partial<Draft>) => void;
}

function SourceFields({ draft, dataset, set }: FieldsProps) {
  const { columns } = dataset.protocol;
  switch (draft.kind) {
    case 'range':
      return (
        <>
          <Field label="From" value={draft.from} onChange={(from) => set({ from })} />
          <Field label="To, inclusive" value={draft.to} onChange={(to) => set({ to })} />
        </>
      );
    case 'column': {
      const column = columns.find(({ name }) => name === draft.column) ?? columns[0];
      return (
        <>
          <label>
            Column
            <select value={column?.name ?? ''} onChange={(event) => set({ column: event.target.value, value: '' })}>
              {columns.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            Value
            <select value={draft.value} onChange={(event) => set({ value: event.target.value })}>
              <option value="">choose</option>
              {column?.values.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          </label>
        </>
      );
    }
    case 'ids':
      return (
        <label className={styles.wide}>
          Ids, one a line
          <textarea rows={4} value={draft.ids} onChange={(event) => set({ ids: event.target.value })} />
        </label>
      );
    case 'draw':
      return (
        <>
          <Field label="From" value={draft.from} onChange={(from) => set({ from })} />
          <Field label="To, inclusive" value={draft.to} onChange={(to) => set({ to })} />
          <Field label="Share" value={draft.share} onChange={(share) => set({ share })} />
          <Field label="Seed" value={draft.seed} onChange={(seed) => set({ seed })} />
          <label>
            Part
            <select
              value={draft.part}
              onChange={(event) => set({ part: event.target.value === 'rest' ? 'rest' : 'drawn' })}
            >
              <option value="drawn">drawn</option>
              <option value="rest">the rest</option>
            </select>
          </label>
        </>
      );
  }
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Field({ label, value, onChange }: FieldProps) {
  return (
    <label className={styles.short}>
      {label}
      <input inputMode="decimal" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

const nextKey = (drafts: readonly Draft[]): number => drafts.reduce((most, { key }) => Math.max(most, key), 0) + 1;

const emptyDraft = (key: number, dataset: DatasetHandle): Draft => ({
  key,
  name: '',
  role: 'exploratory',
  kind: 'range',
  from: '0',
  to: String(dataset.questionCount - 1),
  column: dataset.protocol.columns[0]?.name ?? '',
  value: '',
  ids: '',
  seed: '1',
  share: '0.2',
  part: 'drawn',
});

function draftsOf(dataset: DatasetHandle): readonly Draft[] {
  const { splits } = stateOf(dataset.protocol.protocol);
  if (splits.length === 0) return [emptyDraft(1, dataset)];
  return splits.map((split, i) => toDraft(split, emptyDraft(i + 1, dataset), dataset));
}

function toDraft({ name, role, source }: SplitDefinition, empty: Draft, dataset: DatasetHandle): Draft {
  const draft = { ...empty, name, role, kind: source.kind };
  switch (source.kind) {
    case 'range':
      return { ...draft, from: String(source.from), to: String(source.to) };
    case 'column':
      return { ...draft, column: source.column, value: source.value };
    case 'ids':
      return { ...draft, ids: source.ids.join('\n') };
    case 'draw': {
      const within = source.within ?? { from: 0, to: dataset.questionCount - 1 };
      return {
        ...draft,
        from: String(within.from),
        to: String(within.to),
        seed: String(source.seed),
        share: String(source.share),
        part: source.part,
      };
    }
  }
}

/** What is no number becomes NaN, which the worker refuses in words. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

function toDefinition(draft: Draft): SplitDefinition {
  return { name: draft.name.trim(), role: draft.role, source: toSource(draft) };
}

function toSource(draft: Draft): SplitSource {
  switch (draft.kind) {
    case 'range':
      return { kind: 'range', from: numberOf(draft.from), to: numberOf(draft.to) };
    case 'column':
      return { kind: 'column', column: draft.column, value: draft.value };
    case 'ids':
      return {
        kind: 'ids',
        ids: draft.ids
          .split('\n')
          .map((id) => id.trim())
          .filter((id) => id !== ''),
      };
    case 'draw':
      return {
        kind: 'draw',
        seed: numberOf(draft.seed),
        share: numberOf(draft.share),
        part: draft.part,
        within: { from: numberOf(draft.from), to: numberOf(draft.to) },
      };
  }
}
