import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';
import type { NamedRange, SplitRole } from '../../core/terms.ts';
import { RoleBadge } from './Badge.tsx';
import { Button } from './Button.tsx';
import styles from './controls.module.css';
import { formatCount, formatRange } from './format.ts';
import { IconDown } from './icons.tsx';
import popup from './popup.module.css';
import { checkRange, type QuestionRange } from './question-range.ts';

export interface SplitSelectProps {
  readonly ranges: readonly NamedRange[];
  /** Questions in the dataset; indices run from 0 to questionCount - 1. */
  readonly questionCount: number;
  readonly value: QuestionRange;
  readonly onChange: (range: QuestionRange) => void;
}

const isSame = (a: QuestionRange, b: QuestionRange) => a.from === b.from && a.to === b.to;

/** The questions all figures are about: a named split with its role, or any range of question indices. */
export function SplitSelect({ ranges, questionCount, value, onChange }: SplitSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const current = ranges.find((range) => isSame(range, value));
  const role: SplitRole | null = current?.role ?? null;
  const pick = (range: QuestionRange) => {
    onChange(range);
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={styles.field}>
        <span className={styles.label}>Split</span>
        <span>
          <b>{formatRange(value.from, value.to)}</b>
          <span className={styles.stackedRole}>{role ?? 'own range'}</span>
        </span>
        {role && (
          <span className={styles.roleBadge}>
            <RoleBadge splitRole={role} isLow />
          </span>
        )}
        <IconDown />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={popup.positioner} sideOffset={4} align="start">
          <Popover.Popup className={popup.popup}>
            <RangeForm {...{ ranges, questionCount, value }} onPick={pick} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface RangeFormProps extends Omit<SplitSelectProps, 'onChange'> {
  readonly onPick: (range: QuestionRange) => void;
}

function RangeForm({ ranges, questionCount, value, onPick }: RangeFormProps) {
  const name = useId();
  const [from, setFrom] = useState(String(value.from));
  const [to, setTo] = useState(String(value.to));
  const [complaint, setComplaint] = useState<string | null>(null);
  const apply = () => {
    const checked = checkRange(from, to, questionCount);
    if (checked.kind === 'ok') onPick(checked.value);
    else setComplaint(checked.error);
  };
  return (
    <form
      className={popup.form}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Popover.Title className={popup.title}>Questions the figures are about</Popover.Title>
      {ranges.map((range) => (
        <label key={range.name} className={popup.option}>
          <input
            type="radio"
            name={name}
            defaultChecked={isSame(range, value)}
            onClick={() => onPick({ from: range.from, to: range.to })}
          />
          {range.name}
          <span className={popup.side}>
            {formatRange(range.from, range.to)}
            {range.role && <RoleBadge splitRole={range.role} isLow />}
          </span>
        </label>
      ))}
      <fieldset className={popup.own}>
        <legend className="sr">Own range of question indices</legend>
        <label>
          From
          <input inputMode="numeric" value={from} onChange={(event) => setFrom(event.target.value)} />
        </label>
        <label>
          To, inclusive
          <input inputMode="numeric" value={to} onChange={(event) => setTo(event.target.value)} />
        </label>
        <Button type="submit">Apply</Button>
      </fieldset>
      <p className={popup.complaint} role="alert">
        {complaint}
      </p>
      <p className={popup.title}>0 to {formatCount(Math.max(0, questionCount - 1))} in this dataset.</p>
    </form>
  );
}
