import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef } from 'react';
import { judgeStyle } from '../parts/judge-style.ts';
import { visibleLine } from './CurvePath.tsx';
import styles from './chart.module.css';
import type { Box } from './labels.ts';
import { dragWindow, type WindowGrip } from './overview-window.ts';
import { toPath } from './path.ts';
import type { TradeoffCurve } from './tradeoff-types.ts';
import { panView, projection, spanOf, toPixel, type View, zoomView } from './view.ts';

export interface OverviewProps {
  readonly box: Box;
  readonly curves: readonly TradeoffCurve[];
  readonly activeJudge: number;
  readonly view: View;
  readonly whole: View;
  readonly onViewChange: (view: View | 'focus' | 'whole') => void;
  /** Words at both ends of its x axis: "0", "2.6 searches". */
  readonly ends: readonly [string, string];
}

const GRIPS: readonly WindowGrip[] = ['move', 'n', 's', 'w', 'e', 'nw', 'ne', 'sw', 'se'];
const CURSORS = {
  move: 'move',
  n: 'ns',
  s: 'ns',
  w: 'ew',
  e: 'ew',
  nw: 'nwse',
  se: 'nwse',
  ne: 'nesw',
  sw: 'nesw',
} as const;

/** All of the chart, small; its window is what the chart shows. A zoomed chart is never without it. */
export const Overview = memo(function Overview(props: OverviewProps) {
  const { box, curves, activeJudge, view, whole, onViewChange, ends } = props;
  const isSmall = box.width < 150;
  const plot = useMemo(() => {
    const head = isSmall ? 6 : 20;
    return {
      left: box.x + 6,
      top: box.y + head,
      width: box.width - 12,
      height: box.height - head - (isSmall ? 6 : 22),
    };
  }, [box, isSmall]);
  const at = useMemo(() => projection(whole, plot), [whole, plot]);
  const paths = useMemo(
    () => curves.map((curve) => ({ judgeIndex: curve.judgeIndex, d: toPath(visibleLine(curve, at, plot)) })),
    [curves, at, plot],
  );
  const left = Math.max(plot.left, toPixel(at.x, view.x.low));
  const right = Math.min(plot.left + plot.width, toPixel(at.x, view.x.high));
  const top = Math.max(plot.top, toPixel(at.y, view.y.high));
  const bottom = Math.min(plot.top + plot.height, toPixel(at.y, view.y.low));
  const frame = { x: left, y: top, width: Math.max(4, right - left), height: Math.max(4, bottom - top) };
  const drag = useRef<{ grip: WindowGrip; x: number; y: number; view: View } | null>(null);

  const onPointerDown = (grip: WindowGrip) => (event: PointerEvent<SVGElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { grip, x: event.clientX, y: event.clientY, view };
  };
  const onPointerMove = (event: PointerEvent) => {
    const start = drag.current;
    if (!start) return;
    const dx = (event.clientX - start.x) / at.x.perUnit;
    const dy = (event.clientY - start.y) / at.y.perUnit;
    onViewChange(dragWindow(start.view, start.grip, dx, dy, whole));
  };
  const onPointerUp = () => {
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyView(event.key, view, whole);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onViewChange(next);
  };
  return (
    <g>
      <rect {...box} rx={4} fill="var(--surface)" stroke="var(--line-strong)" />
      {paths.map(({ judgeIndex, d }) => (
        <path
          key={judgeIndex}
          d={d}
          fill="none"
          stroke={judgeStyle(judgeIndex).color}
          opacity={judgeIndex === activeJudge ? 1 : 0.8}
        />
      ))}
      {!isSmall && (
        <>
          <text x={box.x + 8} y={box.y + 17} className={styles.tiny}>
            Overview
          </text>
          <text x={box.x + 8} y={box.y + box.height - 8} className={styles.tiny}>
            {ends[0]}
          </text>
          <text x={box.x + box.width - 8} y={box.y + box.height - 8} textAnchor="end" className={styles.tiny}>
            {ends[1]}
          </text>
        </>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a part of a drawing cannot be a button element */}
      <g
        role="button"
        tabIndex={0}
        aria-label="Zoom window. Arrow keys move it, plus and minus zoom, Enter shows all"
        className={styles.zoomWindow}
        onKeyDown={onKeyDown}
        onDoubleClick={() => onViewChange('whole')}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      >
        <title>Drag to move, drag an edge to resize, double click shows all</title>
        <rect {...frame} rx={2} fill="var(--shade)" stroke="var(--ink-2)" strokeWidth={1.25} />
        {GRIPS.map((grip) => (
          <rect
            key={grip}
            {...gripBox(frame, grip)}
            fill="transparent"
            cursor={grip === 'move' ? 'move' : `${CURSORS[grip]}-resize`}
            onPointerDown={onPointerDown(grip)}
          />
        ))}
      </g>
    </g>
  );
});

const keyView = (key: string, view: View, whole: View): View | 'whole' | null => {
  const [dx, dy] = [spanOf(view.x) * 0.1, spanOf(view.y) * 0.1];
  const middle = { x: (view.x.low + view.x.high) / 2, y: (view.y.low + view.y.high) / 2 };
  switch (key) {
    case 'ArrowLeft':
      return panView(view, -dx, 0, whole);
    case 'ArrowRight':
      return panView(view, dx, 0, whole);
    case 'ArrowUp':
      return panView(view, 0, dy, whole);
    case 'ArrowDown':
      return panView(view, 0, -dy, whole);
    case '+':
    case '=':
      return zoomView(view, middle, 0.8, whole);
    case '-':
      return zoomView(view, middle, 1.25, whole);
    case 'Enter':
    case ' ':
    case 'Home':
      return 'whole';
    default:
      return null;
  }
};

const EDGE = 10;

/** Where to grip the window: its inside moves it, its edges and corners resize it. */
const gripBox = ({ x, y, width, height }: Box, grip: WindowGrip): Box => {
  const [right, bottom] = [x + width - EDGE / 2, y + height - EDGE / 2];
  const [left, top] = [x - EDGE / 2, y - EDGE / 2];
  switch (grip) {
    case 'move':
      return { x, y, width, height };
    case 'n':
      return { x, y: top, width, height: EDGE };
    case 's':
      return { x, y: bottom, width, height: EDGE };
    case 'w':
      return { x: left, y, width: EDGE, height };
    case 'e':
      return { x: right, y, width: EDGE, height };
    case 'nw':
      return { x: left, y: top, width: EDGE, height: EDGE };
    case 'ne':
      return { x: right, y: top, width: EDGE, height: EDGE };
    case 'sw':
      return { x: left, y: bottom, width: EDGE, height: EDGE };
    case 'se':
      return { x: right, y: bottom, width: EDGE, height: EDGE };
  }
};
