import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import styles from './controls.module.css';
import { formatExact, parseThreshold } from './format.ts';
import { IconFrozen, IconNext, IconPrevious } from './icons.tsx';

export interface ThresholdFieldProps {
  /** The exact threshold; Infinity is the policy that never stops. */
  readonly value: number;
  /** The threshold that came with the data; null hides the button. */
  readonly frozen: { readonly value: number; readonly isSentinel: boolean } | null;
  /** Chosen after the labels were seen: amber ground. */
  readonly isPostHoc: boolean;
  /** -1: the next lower threshold that changes anything, +1 the next higher one. */
  readonly onStep: (direction: -1 | 1) => void;
  readonly canLower: boolean;
  readonly canRaise: boolean;
  /** An exact value typed by a person, Infinity for "never stop". */
  readonly onCommit: (value: number) => void;
}

const COMPLAINT = 'Not a number. Write a threshold such as 7.875, with a point, or never stop.';

/** Holds every digit of the threshold; steps go to the next value that changes any outcome. */
export function ThresholdField(props: ThresholdFieldProps) {
  const { value, frozen, isPostHoc, onStep, canLower, canRaise, onCommit } = props;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? formatExact(value);
  const isInvalid = draft !== null && parseThreshold(draft) === null;
  const commit = () => {
    const typed = draft === null ? null : parseThreshold(draft);
    if (typed === null) return;
    setDraft(null);
    onCommit(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape') setDraft(null);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      setDraft(null);
      onStep(event.key === 'ArrowUp' ? 1 : -1);
    }
  };
  return (
    <span className={styles.threshold}>
      <label className={styles.caption} htmlFor={id}>
        Threshold
      </label>
      <span className={classNames(styles.step, isPostHoc && styles.postHoc, isInvalid && styles.invalid)}>
        <button
          type="button"
          disabled={!canLower}
          aria-label="Lower to the next threshold that changes anything"
          onClick={() => onStep(-1)}
        >
          <IconPrevious />
        </button>
        <input
          id={id}
          autoComplete="off"
          spellCheck={false}
          value={text}
          className={classNames(text.length > 17 && styles.long)}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${id}-complaint` : undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => (isInvalid ? setDraft(null) : commit())}
        />
        <button
          type="button"
          disabled={!canRaise}
          aria-label="Raise to the next threshold that changes anything"
          onClick={() => onStep(1)}
        >
          <IconNext />
        </button>
      </span>
      {isInvalid && (
        <span className={styles.complaint} id={`${id}-complaint`} role="alert">
          {COMPLAINT}
        </span>
      )}
      {frozen && (
        <Button
          size="large"
          aria-pressed={value === frozen.value}
          title={`${frozen.isSentinel ? 'Sentinel, never stop on validation' : 'Frozen'}: ${formatExact(frozen.value)}`}
          onClick={() => onCommit(frozen.value)}
        >
          <IconFrozen />
          {frozen.isSentinel ? 'Sentinel' : 'Frozen'}
        </Button>
      )}
      <Button look="quiet" size="large" aria-pressed={value === Infinity} onClick={() => onCommit(Infinity)}>
        Never stop
      </Button>
    </span>
  );
}
