import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import styles from './controls.module.css';
import { IconHidden, IconShown } from './icons.tsx';
import { JudgeKey } from './JudgeKey.tsx';
import { judgeStyle } from './judge-style.ts';

export interface JudgeChipProps {
  /** Position among the dataset's judges: fixes colour, dash and mark. */
  readonly index: number;
  readonly name: string;
  /** "frozen at 7.875", "sentinel 8.000, never stop", "unparsed 3.1 %". */
  readonly subtext: string;
  /** The judge whose threshold moves. It is always shown. */
  readonly isActive: boolean;
  readonly isHidden: boolean;
  readonly onActivate: () => void;
  readonly onToggleHidden: () => void;
}

export const chipColors = (index: number): CSSProperties => {
  const { color, faint } = judgeStyle(index);
  return { '--chip-color': color, '--chip-faint': faint };
};

export function JudgeChip(props: JudgeChipProps) {
  const { index, name, subtext, isActive, isHidden, onActivate, onToggleHidden } = props;
  const isDimmed = isHidden && !isActive;
  return (
    <span className={classNames(styles.chip, isDimmed && styles.hidden)} style={chipColors(index)}>
      <button
        type="button"
        className={classNames(styles.pick, isActive && styles.active)}
        aria-pressed={isActive}
        onClick={onActivate}
      >
        <JudgeKey index={index} />
        <span>
          {name}
          <small>{isDimmed ? 'hidden' : subtext}</small>
        </span>
      </button>
      {!isActive && (
        <button
          type="button"
          className={styles.eye}
          aria-pressed={!isHidden}
          aria-label={`Show the curve of ${name}`}
          title={isHidden ? 'Show the curve' : 'Hide the curve'}
          onClick={onToggleHidden}
        >
          {isHidden ? <IconHidden /> : <IconShown />}
        </button>
      )}
    </span>
  );
}
