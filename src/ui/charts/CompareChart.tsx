import { memo, useId, useMemo } from 'react';
import { judgeStyle } from '../parts/judge-style.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { CurvePath, visibleLine } from './CurvePath.tsx';
import styles from './chart.module.css';
import type { LabelSpot } from './labels.ts';
import { NativeMark } from './marks.tsx';
import { formatTick, niceTicks } from './ticks.ts';
import { layoutLabels, type NamedMark } from './tradeoff-labels.ts';
import { useProjection } from './use-projection.ts';
import { useSize } from './use-size.ts';
import { extentOf, type Plot, type Projection, pad, toPixel, union, type View } from './view.ts';

/** One run's curve over the questions that are compared. */
export interface ComparedCurve {
  /** Gives colour and dash; two runs must not share it. */
  readonly styleIndex: number;
  readonly name: string;
  readonly thresholds: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The policy in force. */
  readonly row: number;
  /** One name for both runs means one mark. */
  readonly native: { readonly x: number; readonly y: number; readonly name: string } | null;
}

export interface CompareChartProps {
  readonly curves: readonly ComparedCurve[];
  readonly xLabel: string;
  readonly yLabel: string;
}

/** Two runs on one trade-off: the curves over the same questions, with both policies and both native runs. */
export function CompareChart(props: CompareChartProps) {
  const { curves, xLabel, yLabel } = props;
  const [root, size] = useSize<HTMLElement>();
  const view = useMemo(() => viewOf(curves), [curves]);
  const plot = useMemo<Plot | null>(
    () =>
      size ? { left: 52, top: 12, width: Math.max(40, size.width - 68), height: Math.max(40, size.height - 52) } : null,
    [size],
  );
  return (
    <figure
      ref={root}
      className={styles.chart}
      aria-label={`${yLabel} against ${xLabel}: ${curves.map(({ name }) => name).join(', ')}`}
    >
      {size && plot && <Frame {...props} view={view} plot={plot} width={size.width} height={size.height} />}
    </figure>
  );
}

function viewOf(curves: readonly ComparedCurve[]): View {
  const of = (take: (curve: ComparedCurve) => Float64Array, native: (one: { x: number; y: number }) => number) =>
    union([
      ...curves.map((curve) => extentOf(take(curve))),
      extentOf(curves.flatMap((curve) => (curve.native === null ? [] : [native(curve.native)]))),
    ]) ?? { low: 0, high: 1 };
  const x = of(
    (curve) => curve.x,
    (one) => one.x,
  );
  const y = of(
    (curve) => curve.y,
    (one) => one.y,
  );
  return { x: pad(x, 0.04), y: pad(y, 0.08) };
}

interface FrameProps extends CompareChartProps {
  readonly view: View;
  readonly plot: Plot;
  readonly width: number;
  readonly height: number;
}

const Frame = memo(function Frame({ curves, xLabel, view, plot, width, height }: FrameProps) {
  const xTicks = niceTicks(view.x, Math.max(3, plot.width / 80));
  const yTicks = niceTicks(view.y, Math.max(3, plot.height / 56));
  return (
    <ChartFrame
      {...{ width, height, plot }}
      x={view.x}
      y={view.y}
      xTicks={xTicks.values.map((value) => ({ value, label: formatTick(value, xTicks, 'number') }))}
      yTicks={yTicks.values.map((value) => ({ value, label: formatTick(value, yTicks, 'number') }))}
    >
      <text x={plot.left + plot.width / 2} y={height - 4} textAnchor="middle" className={styles.axisTitle}>
        {xLabel}
      </text>
      <Layer curves={curves} view={view} />
    </ChartFrame>
  );
});

function Layer({ curves, view }: { readonly curves: readonly ComparedCurve[]; readonly view: View }) {
  const frame = useProjection(view.x, view.y);
  const clip = useId();
  const scene = useMemo(() => {
    if (!frame) return null;
    const lines = curves.map((curve) => ({
      judgeIndex: curve.styleIndex,
      name: curve.name,
      isActive: true,
      line: visibleLine(curve, frame.at, frame.plot),
    }));
    const names = curves.map(({ native }) => native?.name);
    const marks = curves.flatMap((curve, i): readonly NamedMark[] =>
      curve.native === null || names.indexOf(curve.native.name) < i
        ? []
        : [{ id: `native-${i}`, name: curve.native.name, detail: undefined, ...placeOf(curve.native, frame.at) }],
    );
    const layout = layoutLabels({
      plot: frame.plot,
      marks,
      curves: lines,
      reserved: [],
      notes: [],
      edge: null,
      overview: null,
    });
    return { ...frame, lines, marks, spots: layout.spots };
  }, [frame, curves]);
  if (!scene) return null;
  const { at, plot } = scene;
  return (
    <>
      <clipPath id={clip}>
        <rect x={plot.left} y={plot.top} width={plot.width} height={plot.height} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {scene.lines.map(({ judgeIndex, line }) => (
          <CurvePath key={judgeIndex} line={line} judgeIndex={judgeIndex} width={2.25} />
        ))}
      </g>
      {scene.marks.map(({ id, x, y, name }) => (
        <g key={id}>
          <NativeMark x={x} y={y} />
          <Name spot={scene.spots.get(id)} text={name} />
        </g>
      ))}
      {curves.map((curve) => (
        <PolicyMark key={curve.styleIndex} curve={curve} at={at} />
      ))}
      {scene.lines.map(({ judgeIndex, name }) => (
        <Name
          key={judgeIndex}
          spot={scene.spots.get(`judge-${judgeIndex}`)}
          text={name}
          color={judgeStyle(judgeIndex).color}
        />
      ))}
    </>
  );
}

const placeOf = ({ x, y }: { readonly x: number; readonly y: number }, at: Projection) => ({
  x: toPixel(at.x, x),
  y: toPixel(at.y, y),
});

/** The policy in force, as on Explore; nothing where it is undefined. */
function PolicyMark({ curve, at }: { readonly curve: ComparedCurve; readonly at: Projection }) {
  const [x, y] = [curve.x[curve.row], curve.y[curve.row]];
  if (x === undefined || y === undefined || Number.isNaN(y)) return null;
  const place = placeOf({ x, y }, at);
  const { color } = judgeStyle(curve.styleIndex);
  return (
    <>
      <circle cx={place.x} cy={place.y} r={8} fill="var(--surface)" stroke={color} strokeWidth={3} />
      <circle cx={place.x} cy={place.y} r={3} fill={color} />
    </>
  );
}

function Name({
  spot,
  text,
  color,
}: {
  readonly spot: LabelSpot | undefined;
  readonly text: string;
  readonly color?: string;
}) {
  if (!spot) return null;
  const { x, y, width, align, leader } = spot;
  const end = align === 'start' ? x - 2 : x + width + 2;
  return (
    <g>
      {leader && <path d={`M${leader.x},${leader.y}L${end},${y + 8}`} stroke={color ?? 'var(--ink)'} />}
      <text
        x={align === 'start' ? x : align === 'end' ? x + width : x + width / 2}
        y={y + 12}
        textAnchor={align}
        className={styles.name}
        style={color ? { fill: color } : undefined}
      >
        {text}
      </text>
    </g>
  );
}
