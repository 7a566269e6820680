import { classNames } from '../parts/class-names.ts';
import styles from './chip.module.css';
import { OutcomeGlyph, type OutcomeShape } from './OutcomeGlyph.tsx';

export interface OutcomeChipProps {
  readonly shape: OutcomeShape;
  /** "harmed", "unsafe stop, harmed". */
  readonly label: string;
  /** Only what did harm (or repaired it) is tinted; the rest stays neutral. */
  readonly tone: 'safe' | 'unsafe' | 'plain';
}

export function OutcomeChip({ shape, label, tone }: OutcomeChipProps) {
  return (
    <span className={classNames(styles.chip, tone !== 'plain' && styles[tone])}>
      <OutcomeGlyph shape={shape} />
      {label}
    </span>
  );
}
