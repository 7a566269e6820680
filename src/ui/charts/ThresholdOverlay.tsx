import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { judgeStyle } from '../parts/judge-style.ts';
import styles from './chart.module.css';
import { Flag, flagSize, GhostFlag, ghostSize } from './Flag.tsx';
import { stepOfKey } from './keys.ts';
import { type Box, overlaps } from './labels.ts';
import { Tip } from './Tip.tsx';
import { nearestThresholdRow, type ThresholdAxis, thresholdToPixel } from './threshold-axis.ts';
import type { ThresholdChartProps } from './threshold-types.ts';
import { useDrag } from './use-drag.ts';
import { useLatest } from './use-latest.ts';
import type { Plot } from './view.ts';

export interface ThresholdOverlayProps extends ThresholdChartProps {
  readonly root: RefObject<HTMLElement | null>;
  readonly axis: ThresholdAxis;
  /** The plot of the distribution: the grip stands there. */
  readonly foot: Plot;
}

/** The threshold line through all panels, its grip, its flag and the frozen one's. Rendered alone while it moves. */
export function ThresholdOverlay(props: ThresholdOverlayProps) {
  const { axis, foot, threshold, judgeIndex, flag, frozen, onFrozen, isNeverStop, tip } = props;
  const [isDragging, setDragging] = useState(false);
  const { grip, anywhere } = useLineDrag(props, setDragging);
  const { color } = judgeStyle(judgeIndex);
  const right = foot.left + foot.width;
  const x = clamp(thresholdToPixel(axis, threshold), foot.left, right);
  const bottom = foot.top + foot.height;
  const middle = foot.top + foot.height / 2;
  const flagBox = flag && flagAt(x, flagSize(flag.text, true), foot.left, right);
  return (
    <div className={styles.overlay}>
      <div
        className={styles.catcher}
        style={{ left: foot.left, top: 0, width: foot.width, height: bottom }}
        {...anywhere}
      />
      {frozen && frozen.threshold !== threshold && (
        <Ghost {...{ frozen, onFrozen, judgeIndex, axis, foot, bottom }} avoid={flagBox} />
      )}
      <svg width="100%" height="100%" aria-hidden="true" focusable="false">
        <path
          d={`M${x},20V${bottom}`}
          stroke={isNeverStop ? 'var(--control)' : color}
          strokeWidth="2"
          strokeDasharray={isNeverStop ? '4 3' : undefined}
        />
        {flag && flagBox && (
          <Flag
            box={flagBox}
            text={flag.text}
            look={isNeverStop ? 'quiet' : flag.look}
            judgeIndex={judgeIndex}
            isSmall
          />
        )}
      </svg>
      <LineGrip {...props} {...{ drag: grip, x, middle, bottom, isDragging }} />
      {tip && <Tip content={tip} x={x > (foot.left + right) / 2 ? x - 210 : x + 26} y={middle - 110} />}
    </div>
  );
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

const flagAt = (x: number, size: { width: number; height: number }, left: number, right: number): Box => ({
  x: clamp(x - size.width / 2, left, Math.max(left, right - size.width)),
  y: 2,
  ...size,
});

interface GripProps extends ThresholdOverlayProps {
  readonly drag: ReturnType<typeof useDrag>;
  readonly x: number;
  readonly middle: number;
  readonly bottom: number;
  readonly isDragging: boolean;
}

function LineGrip({
  drag,
  x,
  middle,
  bottom,
  isDragging,
  judgeIndex,
  isNeverStop,
  row,
  thresholds,
  onStep,
  ...rest
}: GripProps) {
  const { color, soft } = judgeStyle(judgeIndex);
  const stroke = isNeverStop ? 'var(--control)' : color;
  const last = thresholds.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey(event.key, event.shiftKey);
    if (step === null) return;
    event.preventDefault();
    onStep(step);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.grip}
      style={{ transform: `translateX(${x}px)`, top: 0, height: bottom }}
      data-dragging={isDragging || undefined}
      aria-label={`${rest.handleName}, line`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={last - row}
      aria-valuetext={rest.valueText}
      onKeyDown={onKeyDown}
      {...drag}
    >
      <svg width="44" height={bottom} viewBox={`-22 0 44 ${bottom}`} aria-hidden="true" focusable="false">
        <g transform={`translate(0 ${middle})`}>
          <rect className={styles.halo} x="-16" y="-20" width="32" height="40" rx="10" fill={soft} />
          <rect
            className={styles.ring}
            x="-13"
            y="-18"
            width="26"
            height="36"
            rx="8"
            fill="none"
            stroke="var(--focus)"
            strokeWidth="2"
          />
          <rect
            x="-9"
            y="-14"
            width="18"
            height="28"
            rx="5"
            fill="var(--surface)"
            stroke={stroke}
            strokeWidth="2"
            strokeDasharray={isNeverStop ? '3 2.5' : undefined}
          />
          <path
            d={isNeverStop ? 'M-4 0h8' : 'M-3 -5v10M0 -5v10M3 -5v10'}
            stroke={isNeverStop ? 'var(--ink-2)' : color}
            strokeWidth={isNeverStop ? 1.8 : 1.25}
          />
        </g>
      </svg>
    </div>
  );
}

/** The frozen threshold after the user moved away: its own thin line, an outline flag, one click back. */
function Ghost({
  frozen,
  onFrozen,
  judgeIndex,
  axis,
  foot,
  bottom,
  avoid,
}: Pick<ThresholdOverlayProps, 'onFrozen' | 'judgeIndex' | 'axis' | 'foot'> & {
  readonly frozen: NonNullable<ThresholdOverlayProps['frozen']>;
  readonly bottom: number;
  readonly avoid: Box | null;
}) {
  const right = foot.left + foot.width;
  const x = thresholdToPixel(axis, frozen.threshold);
  if (x < foot.left || x > right) return null;
  const { color } = judgeStyle(judgeIndex);
  const whole = flagAt(x, ghostSize(frozen.text), foot.left, right);
  // No room beside the moving flag: the snowflake alone, below it.
  const box =
    avoid && overlaps(avoid, whole) ? { ...flagAt(x, { width: 28, height: 20 }, foot.left, right), y: 26 } : whole;
  return (
    <>
      <svg width="100%" height="100%" aria-hidden="true" focusable="false">
        <path d={`M${x},${box.y + 20}V${bottom}`} stroke={color} strokeDasharray="2 3" />
        <GhostFlag box={box} text={frozen.text} judgeIndex={judgeIndex} isSentinel={frozen.isSentinel} />
      </svg>
      <button
        type="button"
        className={styles.ghost}
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        aria-label={`Move the line back to the frozen threshold, ${frozen.text}`}
        onClick={onFrozen}
      />
    </>
  );
}

/** Dragging the grip keeps its distance to the pointer; pressing elsewhere (mouse or pen) brings the line there. */
function useLineDrag(props: ThresholdOverlayProps, setDragging: (isDragging: boolean) => void) {
  const { root, axis, thresholds, threshold, foot, row, onRowChange, onDragChange } = props;
  const current = useRef(row);
  const latest = useLatest({ axis, thresholds, onRowChange });
  const mark = (isDragging: boolean) => {
    setDragging(isDragging);
    onDragChange?.(isDragging);
  };
  const go = (x: number) => {
    const { axis, thresholds, onRowChange } = latest.current;
    const next = nearestThresholdRow(thresholds, axis, x);
    if (next === current.current) return;
    current.current = next;
    onRowChange(next);
  };
  const start = () => {
    current.current = row;
    mark(true);
  };
  const move = (_: unknown, to: { readonly x: number }) => go(to.x);
  const end = () => mark(false);
  const grip = useDrag(root, {
    start: () => {
      start();
      return { x: clamp(thresholdToPixel(axis, threshold), foot.left, foot.left + foot.width), y: 0 };
    },
    move,
    end,
  });
  const anywhere = useDrag(root, {
    start: (pointer, event: PointerEvent<Element>) => {
      // A finger scrolls the page here; it has the grip.
      if (event.pointerType === 'touch') return null;
      start();
      go(pointer.x);
      return pointer;
    },
    move,
    end,
  });
  return { grip, anywhere };
}
