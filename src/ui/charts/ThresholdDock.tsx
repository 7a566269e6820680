import { type KeyboardEvent, memo, useId, useMemo, useRef } from 'react';
import { UnsafeHatch } from '../parts/Hatch.tsx';
import { IconFrozen, IconNext, IconPrevious } from '../parts/icons.tsx';
import { judgeStyle } from '../parts/judge-style.ts';
import { defaultWindow, distribute, type StateScores } from './distribution.ts';
import styles from './dock.module.css';
import { stepOfKey } from './keys.ts';
import { nearestThresholdRow, type ThresholdAxis, thresholdAxis, thresholdToPixel } from './threshold-axis.ts';
import type { GateStretch } from './threshold-types.ts';
import type { HandleProps } from './tradeoff-types.ts';
import { useDrag } from './use-drag.ts';
import { useSize } from './use-size.ts';
import { useStable } from './use-stable.ts';

export interface ThresholdDockProps extends HandleProps {
  readonly judgeIndex: number;
  readonly thresholds: Float64Array;
  readonly threshold: number;
  readonly row: number;
  readonly scores: StateScores;
  /** "7.875", "never stop". */
  readonly text: string;
  /** "frozen threshold", "post hoc, the frozen one is 7.875". */
  readonly subtext: string;
  readonly isFrozen: boolean;
  readonly frozenAt: number | null;
  readonly gate?: GateStretch | null | undefined;
}

const HEIGHT = 52;
const PLOT = 44;

/** The threshold on a phone: fixed at the bottom, 44 px steps, a small distribution with the same grip. */
export function ThresholdDock(props: ThresholdDockProps) {
  const { text, subtext, isFrozen, row, thresholds, onStep } = props;
  return (
    <section className={styles.dock} aria-label="Threshold steps">
      <div className={styles.head}>
        <button
          type="button"
          className={styles.step}
          aria-label="Lower to the next threshold that changes anything"
          disabled={row >= thresholds.length - 1}
          onClick={() => onStep(-1)}
        >
          <IconPrevious size={16} />
        </button>
        <div className={styles.words}>
          <div className={styles.value}>{text}</div>
          <div className={styles.sub}>
            {isFrozen && <IconFrozen />}
            {subtext}
          </div>
        </div>
        <button
          type="button"
          className={styles.step}
          aria-label="Raise to the next threshold that changes anything"
          disabled={row <= 0}
          onClick={() => onStep(1)}
        >
          <IconNext size={16} />
        </button>
      </div>
      <DockSlider {...props} />
    </section>
  );
}

function DockSlider(props: ThresholdDockProps) {
  const { judgeIndex, thresholds, threshold, row, isNeverStop, frozenAt, onStep, onRowChange, onDragChange } = props;
  const [root, size] = useSize<HTMLDivElement>();
  const scores = useStable(
    props.scores,
    (a, b) => a.safe === b.safe && a.unsafe === b.unsafe && a.unknown === b.unknown,
  );
  const gate = useStable(props.gate ?? null, (a, b) => a?.from === b?.from && a?.to === b?.to);
  const width = size?.width ?? 0;
  const axis = useMemo(
    () => (width > 0 ? thresholdAxis(defaultWindow(scores, frozenAt === null ? [] : [frozenAt]), 0, width) : null),
    [width, scores, frozenAt],
  );
  const current = useRef(row);
  const x = axis ? Math.min(width, Math.max(0, thresholdToPixel(axis, threshold))) : 0;
  const drag = useDrag(root, {
    start: () => {
      current.current = row;
      onDragChange?.(true);
      return { x, y: 0 };
    },
    move: (_, to) => {
      if (!axis) return;
      const next = nearestThresholdRow(thresholds, axis, to.x);
      if (next === current.current) return;
      current.current = next;
      onRowChange(next);
    },
    end: () => onDragChange?.(false),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey(event.key, event.shiftKey);
    if (step === null) return;
    event.preventDefault();
    onStep(step);
  };
  const { color } = judgeStyle(judgeIndex);
  const stroke = isNeverStop ? 'var(--control)' : color;
  return (
    <div ref={root} className={styles.track}>
      {axis && (
        <>
          <Bars {...{ scores, axis, gate, width }} />
          <div
            role="slider"
            tabIndex={0}
            className={styles.grip}
            style={{ transform: `translateX(${x}px)` }}
            aria-label={props.handleName}
            aria-valuemin={0}
            aria-valuemax={thresholds.length - 1}
            aria-valuenow={thresholds.length - 1 - row}
            aria-valuetext={props.valueText}
            onKeyDown={onKeyDown}
            {...drag}
          >
            <svg width="44" height={HEIGHT} viewBox={`-22 0 44 ${HEIGHT}`} aria-hidden="true" focusable="false">
              <path d="M0 0V46" stroke={stroke} strokeWidth="2" />
              <circle
                cy="22"
                r="14"
                fill="var(--surface)"
                stroke={stroke}
                strokeWidth="2.5"
                strokeDasharray={isNeverStop ? '3 2.5' : undefined}
              />
              <path d={isNeverStop ? 'M-4 22h8' : 'M-4 17v10M0 17v10M4 17v10'} stroke={stroke} strokeWidth="1.5" />
            </svg>
          </div>
        </>
      )}
    </div>
  );
}

const Bars = memo(function Bars({
  scores,
  axis,
  gate,
  width,
}: {
  readonly scores: StateScores;
  readonly axis: ThresholdAxis;
  readonly gate: GateStretch | null;
  readonly width: number;
}) {
  const hatch = useId();
  const { bins, tallest } = useMemo(() => distribute(scores, axis.window), [scores, axis]);
  const middle = PLOT / 2;
  const scale = (middle - 3) / Math.max(1, tallest);
  const from = gate && Math.max(0, thresholdToPixel(axis, gate.from));
  const to = gate && Math.min(width, thresholdToPixel(axis, gate.to));
  return (
    <svg width={width} height={HEIGHT} className={styles.bars} aria-hidden="true" focusable="false">
      <defs>
        <UnsafeHatch id={hatch} />
      </defs>
      {from !== null && to !== null && to > from && (
        <>
          <rect x={from} width={to - from} height={PLOT} fill="var(--shade)" />
          <path d={`M${from},0v${PLOT}M${to},0v${PLOT}`} stroke="var(--control)" strokeDasharray="4 3" />
        </>
      )}
      {bins.map((bin) => {
        const left = thresholdToPixel(axis, bin.low) + 1;
        const barWidth = Math.max(1, thresholdToPixel(axis, bin.high) - left - 1);
        const safe = Math.max(bin.safe > 0 ? 1 : 0, bin.safe * scale);
        const unsafe = Math.max(bin.unsafe > 0 ? 1 : 0, bin.unsafe * scale);
        return (
          <g key={bin.low}>
            <rect x={left} y={middle - safe} width={barWidth} height={safe} fill="var(--safe)" />
            <rect x={left} y={middle + 1.5} width={barWidth} height={unsafe} fill={`url(#${hatch})`} />
            {bin.unknown > 0 && (
              <rect
                x={left}
                y={middle - safe - bin.unknown * scale}
                width={barWidth}
                height={Math.max(1, bin.unknown * scale)}
                fill="none"
                stroke="var(--ink-3)"
              />
            )}
          </g>
        );
      })}
      <path d={`M0,${middle + 0.5}H${width}`} stroke="var(--line-strong)" />
    </svg>
  );
});
