import type { ReactNode } from 'react';
import { classNames } from '../parts/class-names.ts';
import { formatCount } from '../parts/format.ts';
import styles from './facet.module.css';

export interface FacetOption {
  readonly value: string | null;
  readonly label: string;
  readonly count: number;
  readonly isOn: boolean;
  /** How far it is set in under the options before it. */
  readonly level?: 0 | 1 | 2;
  readonly glyph?: ReactNode;
  readonly hint?: string;
}

export interface FacetListProps {
  readonly title: string;
  readonly options: readonly FacetOption[];
  readonly onToggle: (value: string | null) => void;
  /** What was left out, in words. */
  readonly rest?: string | undefined;
}

/** Values of one column with how many questions have each; pressed ones are alternatives of one condition. */
export function FacetList({ title, options, onToggle, rest }: FacetListProps) {
  return (
    <fieldset className={styles.facet}>
      <legend className={styles.title}>{title}</legend>
      {options.map((option) => (
        <button
          key={option.value ?? '\u0000'}
          type="button"
          aria-pressed={option.isOn}
          title={option.hint}
          className={classNames(
            styles.option,
            option.level === 1 && styles.sub,
            option.level === 2 && styles.leaf,
            option.isOn && styles.on,
            option.count === 0 && styles.zero,
          )}
          onClick={() => onToggle(option.value)}
        >
          {option.glyph}
          <span className={styles.label}>{option.label}</span>
          <b>{formatCount(option.count)}</b>
        </button>
      ))}
      {rest && <p className={styles.rest}>{rest}</p>}
    </fieldset>
  );
}
