import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { judgeStyle } from '../parts/judge-style.ts';
import styles from './chart.module.css';
import { decimateCurve, type Polyline } from './decimate.ts';
import { Flag, flagSize, GhostFlag, ghostSize } from './Flag.tsx';
import { type FlagSide, placeFlag } from './flag.ts';
import { HandleMark } from './Handle.tsx';
import { stepOfKey } from './keys.ts';
import type { Box } from './labels.ts';
import { Tip, type TipContent } from './Tip.tsx';
import { directionOf, followRow, nearestRow, type Point } from './track.ts';
import type { FrozenPolicy, HandleProps, IntervalBox, PolicyFlag, TradeoffCurve } from './tradeoff-types.ts';
import { pointOf } from './tradeoff-view.ts';
import { useDrag } from './use-drag.ts';
import { isInside, type Plot, projection, toPixel, type View } from './view.ts';

export interface TradeoffOverlayProps extends HandleProps {
  readonly root: RefObject<HTMLElement | null>;
  readonly curve: TradeoffCurve;
  readonly row: number;
  readonly view: View;
  readonly plot: Plot;
  readonly flag: PolicyFlag | null;
  readonly frozen: FrozenPolicy | null;
  readonly onFrozen: (() => void) | undefined;
  readonly interval: IntervalBox | null;
  readonly tip: TipContent | null;
  /** Marks that a flag at rest does not cover. */
  readonly marks: readonly Box[];
  /** Labels that it does not cover either, as the layer below placed them. */
  readonly labels: RefObject<readonly Box[]>;
}

/** What moves with the threshold. A change of the threshold renders this alone, never the chart below. */
export function TradeoffOverlay(props: TradeoffOverlayProps) {
  const { curve, row, view, plot, frozen, onFrozen, interval, tip, isNeverStop } = props;
  const [isDragging, setDragging] = useState(false);
  const at = useMemo(() => projection(view, plot), [view, plot]);
  const bounds = { x: plot.left, y: plot.top, width: plot.width, height: plot.height };
  const point = pointOf(curve, row);
  const place = placeOf(point, curve.x[row], at, plot);
  const isAway = point === null || !isInside(view, point.x, point.y);
  const { color } = judgeStyle(curve.judgeIndex);
  const flag = props.flag && (isAway && point ? pointing(props.flag, point, view) : props.flag);
  const side = useRef<FlagSide>('below');
  const taken = isDragging ? [] : [...props.marks, ...props.labels.current];
  const flagPlace = flag && placeFlag(place, flagSize(flag.text), isDragging ? side.current : 'below', bounds, taken);
  if (flagPlace) side.current = flagPlace.side;
  const drag = useHandleDrag(props, at, setDragging);
  return (
    <div className={styles.overlay}>
      <svg width="100%" height="100%" aria-hidden="true" focusable="false">
        {isDragging && (
          <path
            d={`M${place.x},${plot.top}V${plot.top + plot.height}M${plot.left},${place.y}H${plot.left + plot.width}`}
            stroke={color}
            strokeDasharray="2 3"
          />
        )}
        {interval && <IntervalRect {...{ interval, at, plot, judgeIndex: curve.judgeIndex }} />}
        {flag && flagPlace && (
          <>
            <path d={pole(place, flagPlace.box, flagPlace.side)} stroke={isNeverStop ? 'var(--control)' : color} />
            <Flag
              box={flagPlace.box}
              text={flag.text}
              look={isNeverStop ? 'quiet' : flag.look}
              judgeIndex={curve.judgeIndex}
            />
          </>
        )}
      </svg>
      {frozen && frozen.row !== row && (
        <Ghost
          {...{ frozen, onFrozen, curve, at, view, bounds }}
          avoid={[...taken, ...(flagPlace ? [flagPlace.box, around(place)] : [])]}
        />
      )}
      <HandleSlider {...props} {...{ drag, place, isDragging, isAway }} angle={angleAt(curve, row, at)} />
      {tip && (
        <Tip content={tip} x={Math.min(place.x + 26, plot.left + plot.width - 210)} y={Math.max(4, place.y - 100)} />
      )}
    </div>
  );
}

/** A policy outside the zoom window: the flag at the edge says which way it lies. */
const pointing = (flag: PolicyFlag, point: Point, view: View): PolicyFlag => {
  if (point.x < view.x.low) return { ...flag, text: `\u2190 ${flag.text}` };
  if (point.x > view.x.high) return { ...flag, text: `${flag.text} \u2192` };
  return { ...flag, text: `${point.y < view.y.low ? '\u2193' : '\u2191'} ${flag.text}` };
};

const around = ({ x, y }: Point): Box => ({ x: x - 20, y: y - 20, width: 40, height: 40 });

/** The pixel of a policy; one that is out of sight or undefined waits at the edge of the plot. */
const placeOf = (point: Point | null, x: number | undefined, at: ReturnType<typeof projection>, plot: Plot): Point => {
  const px = x === undefined || Number.isNaN(x) ? plot.left + plot.width : toPixel(at.x, x);
  const py = point ? toPixel(at.y, point.y) : plot.top + plot.height;
  return {
    x: Math.min(plot.left + plot.width, Math.max(plot.left, px)),
    y: Math.min(plot.top + plot.height, Math.max(plot.top, py)),
  };
};

/** Degrees of the curve around a policy, over some 20 pixels. */
const angleAt = ({ x, y }: TradeoffCurve, row: number, at: ReturnType<typeof projection>): number => {
  const here = { x: toPixel(at.x, x[row] ?? 0), y: toPixel(at.y, y[row] ?? 0) };
  for (let i = 1; i <= 400; i++) {
    for (const other of [row + i, row - i]) {
      if (other < 0 || other >= x.length) continue;
      const [dx, dy] = [toPixel(at.x, x[other]!) - here.x, toPixel(at.y, y[other]!) - here.y];
      if (Math.hypot(dx, dy) >= 20) return (Math.atan2(dy, dx) * 180) / Math.PI;
    }
  }
  return 0;
};

const pole = (place: Point, box: Box, side: FlagSide): string =>
  side === 'below' ? `M${place.x},${place.y + 16}V${box.y}` : `M${place.x},${place.y - 16}V${box.y + box.height}`;

function IntervalRect({
  interval,
  at,
  plot,
  judgeIndex,
}: {
  readonly interval: IntervalBox;
  readonly at: ReturnType<typeof projection>;
  readonly plot: Plot;
  readonly judgeIndex: number;
}) {
  const { color, soft } = judgeStyle(judgeIndex);
  const left = Math.max(plot.left, toPixel(at.x, interval.xLow));
  const right = Math.min(plot.left + plot.width, toPixel(at.x, interval.xHigh));
  const top = Math.max(plot.top, toPixel(at.y, interval.yHigh));
  const bottom = Math.min(plot.top + plot.height, toPixel(at.y, interval.yLow));
  if (right < left || bottom < top) return null;
  return (
    <rect
      x={left}
      y={top}
      width={Math.max(1, right - left)}
      height={Math.max(1, bottom - top)}
      rx={2}
      fill={soft}
      stroke={color}
      className={interval.isStale ? styles.stale : undefined}
    />
  );
}

/** The frozen policy, one click away. */
function Ghost({
  frozen,
  onFrozen,
  curve,
  at,
  view,
  bounds,
  avoid,
}: {
  readonly frozen: FrozenPolicy;
  readonly onFrozen: (() => void) | undefined;
  readonly curve: TradeoffCurve;
  readonly at: ReturnType<typeof projection>;
  readonly view: View;
  readonly bounds: Box;
  readonly avoid: readonly Box[];
}) {
  const point = pointOf(curve, frozen.row);
  if (!point || !isInside(view, point.x, point.y)) return null;
  const place = { x: toPixel(at.x, point.x), y: toPixel(at.y, point.y) };
  const { box, side } = placeFlag(place, ghostSize(frozen.text), 'above', bounds, avoid);
  const { color } = judgeStyle(curve.judgeIndex);
  return (
    <>
      <svg width="100%" height="100%" aria-hidden="true" focusable="false">
        <path
          d={
            side === 'above'
              ? `M${place.x},${place.y - 4}V${box.y + box.height}`
              : `M${place.x},${place.y + 4}V${box.y}`
          }
          stroke={color}
        />
        <circle cx={place.x} cy={place.y} r="4" fill="var(--surface)" stroke={color} strokeWidth="1.5" />
        <GhostFlag box={box} text={frozen.text} judgeIndex={curve.judgeIndex} isSentinel={frozen.isSentinel} />
      </svg>
      <button
        type="button"
        className={styles.ghost}
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        aria-label={`Go back to the frozen threshold, ${frozen.text}`}
        onClick={onFrozen}
      />
    </>
  );
}

interface SliderProps extends TradeoffOverlayProps {
  readonly drag: ReturnType<typeof useDrag>;
  readonly place: Point;
  readonly isDragging: boolean;
  readonly isAway: boolean;
  readonly angle: number;
}

function HandleSlider(props: SliderProps) {
  const { drag, place, isDragging, isAway, angle, curve, row, onStep } = props;
  const last = curve.x.length - 1;
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
      className={styles.handle}
      style={{ transform: `translate(${place.x}px, ${place.y}px)` }}
      data-dragging={isDragging || undefined}
      aria-label={props.handleName}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={last - row}
      aria-valuetext={props.valueText}
      onKeyDown={onKeyDown}
      {...drag}
    >
      <HandleMark judgeIndex={curve.judgeIndex} isNeverStop={props.isNeverStop} {...{ isDragging, isAway, angle }} />
    </div>
  );
}

function useHandleDrag(
  { root, curve, row, plot, onRowChange, onDragChange }: TradeoffOverlayProps,
  at: ReturnType<typeof projection>,
  setDragging: (isDragging: boolean) => void,
) {
  const direction = useMemo(() => directionOf(curve.x), [curve.x]);
  const line = useRef<Polyline | null>(null);
  const current = useRef(row);
  const mark = (isDragging: boolean) => {
    setDragging(isDragging);
    // The chart below fades its other curves without being rendered again.
    root.current?.toggleAttribute('data-dragging', isDragging);
    onDragChange?.(isDragging);
  };
  const clamp = ({ x, y }: Point): Point => ({
    x: Math.min(plot.left + plot.width, Math.max(plot.left, x)),
    y: Math.min(plot.top + plot.height, Math.max(plot.top, y)),
  });
  return useDrag(root, {
    start: () => {
      current.current = row;
      line.current = direction === 0 ? decimateCurve(curve.x, curve.y, at, plot) : null;
      mark(true);
      return placeOf(pointOf(curve, row), curve.x[row], at, plot);
    },
    move: (from, to) => {
      const next =
        direction === 0
          ? line.current && followRow(curve, line.current, at, current.current, clamp(from), clamp(to))
          : nearestRow(curve, direction, at, clamp(to));
      if (next === null || next === current.current) return;
      current.current = next;
      onRowChange(next);
    },
    end: () => mark(false),
  });
}
