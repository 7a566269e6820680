import { judgeStyle } from '../parts/judge-style.ts';
import styles from './chart.module.css';

export interface HandleMarkProps {
  readonly judgeIndex: number;
  readonly isDragging: boolean;
  readonly isNeverStop: boolean;
  /** The policy lies outside the zoom window, or its metric is undefined: the handle waits at the edge. */
  readonly isAway: boolean;
  /** Direction of the curve, degrees: the chevrons of the hover state point along it. */
  readonly angle: number;
}

/** The 18 px circle on the curve in its states; 44 px square, centred. Drawn only, the slider is around it. */
export function HandleMark({ judgeIndex, isDragging, isNeverStop, isAway, angle }: HandleMarkProps) {
  const { color, soft } = judgeStyle(judgeIndex);
  const stroke = isNeverStop || isAway ? 'var(--control)' : color;
  return (
    <svg width="44" height="44" viewBox="-22 -22 44 44" aria-hidden="true" focusable="false">
      <circle className={styles.halo} r={isDragging ? 18 : 16} fill={isNeverStop ? 'var(--shade)' : soft} />
      <path
        className={styles.chevrons}
        d="M-21 0l4 -4M-21 0l4 4M21 0l-4 -4M21 0l-4 4"
        transform={`rotate(${angle})`}
        fill="none"
        stroke={stroke}
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <circle className={styles.ring} r="15" fill="none" stroke="var(--focus)" strokeWidth="2" />
      {isNeverStop || isAway ? (
        <>
          <circle r="9" fill="var(--surface)" stroke={stroke} strokeWidth="2" strokeDasharray="3 2.5" />
          {isNeverStop ? <path d="M-4 0h8" stroke="var(--ink-2)" strokeWidth="1.8" /> : <circle r="3" fill={color} />}
        </>
      ) : (
        <>
          <circle r={isDragging ? 11 : 9} fill="var(--surface)" stroke={stroke} strokeWidth={isDragging ? 3.5 : 3} />
          <circle r={isDragging ? 4 : 3} fill={color} />
        </>
      )}
    </svg>
  );
}
