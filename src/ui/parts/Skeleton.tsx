import { Button } from './Button.tsx';
import styles from './message.module.css';

/** A place that will be filled. `label` is what a screen reader hears. */
export function Skeleton(props: {
  readonly width: number | string;
  readonly height?: number | string;
  readonly label: string;
}) {
  const { width, height = 12, label } = props;
  return (
    <span className={styles.skeleton} style={{ width, height }} role="img" aria-label={label}>
      {'\u200b'}
    </span>
  );
}

export interface ProgressBarProps {
  /** "Reading judge-old_s2g_lora.jsonl". */
  readonly label: string;
  /** 0 to 1; null while the amount is unknown. */
  readonly fraction: number | null;
  /** "1 290 of 2 081 states". */
  readonly detail: string;
  readonly onCancel?: () => void;
}

export function ProgressBar({ label, fraction, detail, onCancel }: ProgressBarProps) {
  return (
    <div className={styles.progress}>
      <div
        className={styles.rail}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={fraction === null ? undefined : Math.round(fraction * 100)}
        aria-valuetext={detail}
      >
        <span
          className={fraction === null ? styles.unknown : styles.done}
          style={fraction === null ? undefined : { transform: `scaleX(${Math.min(1, Math.max(0, fraction))})` }}
        />
      </div>
      <div className={styles.progressText}>
        <span>{detail}</span>
        {onCancel && (
          <Button look="quiet" size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
