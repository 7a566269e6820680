import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { layoutTrack } from './interval-track.ts';
import styles from './readout.module.css';
import { Skeleton } from './Skeleton.tsx';

export type CardValue =
  | { readonly kind: 'value'; readonly text: ReactNode }
  /** Words instead of a number: "no stops" for an empty denominator, "not recorded", "sealed". Never 0. */
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'loading' };

export type CardInterval =
  | {
      readonly kind: 'ready';
      /** "[−0.01250, 0]" */
      readonly text: string;
      /** Draws the 96x14 track under the difference; leave out for intervals that are not differences. */
      readonly track?: IntervalTrackProps;
      /** The interval belongs to the threshold before this one: shown at 40 % until the worker answers. */
      readonly isStale?: boolean;
    }
  | { readonly kind: 'pending' };

export interface MetricCardProps {
  readonly label: string;
  readonly value: CardValue;
  /** Beside the value: "native 0.44875". A phone leaves it out, or keeps it on a line of its own. */
  readonly aside?: ReactNode;
  readonly isAsideKept?: boolean;
  /** "−0.00625", bold. */
  readonly difference?: ReactNode;
  /** "27 / 69", before the interval. */
  readonly counts?: ReactNode;
  readonly interval?: CardInterval;
  /** Last line: "native: no stops", "McNemar p = 0.125". */
  readonly note?: ReactNode;
  /** Between value and note: the stops bar. */
  readonly children?: ReactNode;
}

export function MetricCard(props: MetricCardProps) {
  const { label, value, aside, isAsideKept = false, difference, counts, interval, note, children } = props;
  const hasSecondLine = difference !== undefined || counts !== undefined || interval !== undefined;
  return (
    <article className={styles.card} aria-label={label}>
      <h3 className={styles.label}>{label}</h3>
      <div className={styles.value}>
        <CardValueText value={value} />
        {aside && <small className={isAsideKept ? styles.kept : styles.wideOnly}>{aside}</small>}
      </div>
      {children}
      {hasSecondLine && value.kind !== 'loading' && (
        <div className={styles.difference}>
          {difference !== undefined && <b>{difference}</b>}
          {counts !== undefined && <span>{counts}</span>}
          {interval?.kind === 'ready' && (
            <span className={classNames(interval.isStale && styles.pending)}>{interval.text}</span>
          )}
          {interval?.kind === 'pending' && <Skeleton width={88} label="The interval is being computed" />}
        </div>
      )}
      {interval?.kind === 'ready' && interval.track && (
        <div className={classNames(interval.isStale && styles.pending)}>
          <IntervalTrack {...interval.track} />
        </div>
      )}
      {note && <div className={styles.note}>{note}</div>}
    </article>
  );
}

function CardValueText({ value }: { readonly value: CardValue }) {
  switch (value.kind) {
    case 'value':
      return <span>{value.text}</span>;
    case 'words':
      return <span className={styles.words}>{value.text}</span>;
    case 'loading':
      return <Skeleton width={104} height={20} label="Loading" />;
  }
}

export interface IntervalTrackProps {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** The frozen margin as a line (−0.02); null where the criterion is 0 itself. */
  readonly margin: number | null;
  readonly judgeIndex: number;
}

/** Bar for the interval, hollow point for the estimate, solid tick at 0, dashed tick at the margin. */
export function IntervalTrack({ estimate, low, high, margin, judgeIndex }: IntervalTrackProps) {
  const track = layoutTrack(estimate, [low, high], margin, 96);
  const color = `var(--judge-${(judgeIndex % 3) + 1})`;
  const tick = { stroke: 'var(--ink-2)', strokeWidth: 1.25 };
  return (
    <svg className={styles.track} width="96" height="14" viewBox="0 0 96 14" aria-hidden="true" focusable="false">
      <path d="M0 7H96" stroke="var(--line-strong)" />
      {track.margin !== null && <path d={`M${track.margin} 1V13`} strokeDasharray="2.5 2" {...tick} />}
      <path d={`M${track.zero} 1V13`} {...tick} />
      <path d={`M${track.low} 7H${track.high}`} stroke={color} strokeWidth="3" />
      <circle cx={track.point} cy="7" r="3.5" fill="var(--surface)" stroke={color} strokeWidth="2" />
    </svg>
  );
}
