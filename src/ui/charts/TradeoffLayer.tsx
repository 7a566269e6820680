import { memo, type RefObject, useId, useLayoutEffect, useMemo } from 'react';
import { judgeStyle } from '../parts/judge-style.ts';
import { type BandColumns, bandPath, CurvePath, visibleLine, visibleParts } from './CurvePath.tsx';
import styles from './chart.module.css';
import type { Box } from './labels.ts';
import { BudgetMark, NativeMark, OracleMark } from './marks.tsx';
import { Overview } from './Overview.tsx';
import { TradeoffLabels } from './TradeoffLabels.tsx';
import { layoutLabels } from './tradeoff-labels.ts';
import type { GateSpec, TradeoffCurve, TradeoffPoints } from './tradeoff-types.ts';
import { edgeOf, firstWord, namedMarks, notesOf } from './tradeoff-words.ts';
import { useProjection } from './use-projection.ts';
import { isInside, type Plot, type Projection, toPixel, type View } from './view.ts';

export interface TradeoffLayerProps {
  readonly curves: readonly TradeoffCurve[];
  readonly activeJudge: number;
  readonly points: TradeoffPoints;
  readonly view: View;
  readonly whole: View;
  readonly onViewChange: (view: View | 'focus' | 'whole') => void;
  readonly band: BandColumns | null;
  readonly passes: Uint8Array | null;
  readonly gate: GateSpec | null;
  /** Rectangles of the handle and its flag at rest, which labels avoid. */
  readonly reserved: readonly Box[];
  readonly xEnds: readonly [string, string];
  readonly isNarrow: boolean;
  /** Where the labels ended up, for what moves above them. */
  readonly labels: RefObject<readonly Box[]>;
}

/** Everything of the trade-off that stays put while the threshold moves. */
export const TradeoffLayer = memo(function TradeoffLayer(props: TradeoffLayerProps) {
  const { curves, activeJudge, points, view, whole, band, passes, gate, reserved, isNarrow } = props;
  const frame = useProjection(view.x, view.y);
  const clip = useId();
  const scene = useMemo(() => {
    if (!frame) return null;
    const lines = curves.map((curve) => {
      const line = visibleLine(curve, frame.at, frame.plot);
      return {
        judgeIndex: curve.judgeIndex,
        name: isNarrow ? firstWord(curve.name) : curve.name,
        isActive: curve.judgeIndex === activeJudge,
        line,
        parts: curve.stops ? visibleParts(curve, frame.at, frame.plot) : [{ line, opacity: 1 }],
      };
    });
    // The active curve last: on top.
    lines.sort((a, b) => Number(a.isActive) - Number(b.isActive) || b.judgeIndex - a.judgeIndex);
    return { ...frame, lines };
  }, [frame, curves, activeJudge, isNarrow]);
  const stretch = useMemo(() => {
    const active = curves.find((curve) => curve.judgeIndex === activeJudge);
    return scene && active && passes ? visibleLine({ ...active, mask: passes }, scene.at, scene.plot) : null;
  }, [scene, curves, activeJudge, passes]);
  const bandD = useMemo(() => (scene && band ? bandPath(band, scene.at, scene.plot) : ''), [scene, band]);
  const isZoomed = view !== whole;
  const labels = useMemo(() => {
    if (!scene) return null;
    const words = {
      marks: namedMarks(points, view, scene.at, isNarrow),
      notes: notesOf(gate !== null, passes !== null, band !== null, isNarrow),
      edge: edgeOf(points, gate, scene.at, scene.plot),
    };
    const size = isNarrow ? { width: 104, height: 64 } : { width: 176, height: 104 };
    const overview = isZoomed ? size : null;
    return { words, ...layoutLabels({ ...words, plot: scene.plot, curves: scene.lines, reserved, overview }) };
  }, [scene, points, view, reserved, gate, passes, band, isNarrow, isZoomed]);
  const placed = props.labels;
  useLayoutEffect(() => {
    placed.current = labels ? [...labels.spots.values()] : [];
  }, [placed, labels]);
  if (!scene || !labels) return null;
  const { at, plot } = scene;
  return (
    <g>
      <clipPath id={clip}>
        <rect x={plot.left} y={plot.top} width={plot.width} height={plot.height} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {points.native && gate && <GateRegion {...{ at, plot }} margin={gate.margin} native={points.native} />}
        <path d={bandD} fill={judgeStyle(activeJudge).faint} />
        {scene.lines.map(({ judgeIndex, isActive, parts }) =>
          parts.map(({ line, opacity }) => (
            <CurvePath
              key={`${judgeIndex} ${opacity}`}
              {...{ line, judgeIndex, opacity }}
              width={isActive ? 2.25 : 1.5}
              className={isActive ? undefined : styles.other}
            />
          )),
        )}
        {stretch && <CurvePath line={stretch} judgeIndex={activeJudge} width={4.5} isStretch />}
        <BudgetJoin at={at} points={points} />
      </g>
      <Marks {...{ points, view, at }} />
      <TradeoffLabels words={labels.words} judges={scene.lines} spots={labels.spots} />
      {labels.overview && (
        <Overview
          box={labels.overview}
          curves={curves}
          activeJudge={activeJudge}
          view={view}
          whole={whole}
          onViewChange={props.onViewChange}
          ends={props.xEnds}
        />
      )}
    </g>
  );
});

/** Left of native and above native − margin: both criteria can pass only inside. */
function GateRegion({
  at,
  plot,
  native,
  margin,
}: {
  readonly at: Projection;
  readonly plot: Plot;
  readonly native: { readonly x: number; readonly y: number };
  readonly margin: number;
}) {
  const x = toPixel(at.x, native.x);
  const y = toPixel(at.y, native.y - margin);
  const width = x - plot.left;
  const height = y - plot.top;
  if (width <= 0 || height <= 0) return null;
  return (
    <>
      <rect x={plot.left} y={plot.top} width={width} height={height} fill="var(--shade)" />
      <path d={`M${plot.left},${y}H${x}V${plot.top}`} fill="none" stroke="var(--control)" strokeDasharray="4 3" />
    </>
  );
}

function BudgetJoin({ at, points }: { readonly at: Projection; readonly points: TradeoffPoints }) {
  const all = points.native ? [...points.budgets, points.native] : points.budgets;
  if (all.length < 2) return null;
  const d = all.map(({ x, y }) => `${toPixel(at.x, x)},${toPixel(at.y, y)}`).join('L');
  return <path d={`M${d}`} fill="none" stroke="var(--ink-3)" strokeDasharray="1 3" />;
}

function Marks({ points, view, at }: Pick<TradeoffLayerProps, 'points' | 'view'> & { readonly at: Projection }) {
  const place = (point: { x: number; y: number }) => ({ x: toPixel(at.x, point.x), y: toPixel(at.y, point.y) });
  const isShown = (point: { x: number; y: number } | null) => point !== null && isInside(view, point.x, point.y);
  const { native, qualityOracle, costOracle, budgets } = points;
  return (
    <>
      {budgets.filter(isShown).map((budget) => (
        <BudgetMark key={budget.k} {...place(budget)} />
      ))}
      {qualityOracle && isShown(qualityOracle) && <OracleMark {...place(qualityOracle)} />}
      {costOracle && isShown(costOracle) && <OracleMark {...place(costOracle)} />}
      {native && isShown(native) && <NativeMark {...place(native)} />}
    </>
  );
}
