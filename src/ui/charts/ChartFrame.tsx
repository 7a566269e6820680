import type { ReactNode } from 'react';
import { CartesianGrid, ComposedChart, XAxis, YAxis } from 'recharts';
import type { Extent, Plot } from './view.ts';

export interface FrameTick {
  readonly value: number;
  readonly label: string;
  readonly anchor?: 'start' | 'middle' | 'end' | undefined;
}

export interface ChartFrameProps {
  readonly width: number;
  readonly height: number;
  readonly plot: Plot;
  readonly x: Extent;
  readonly y: Extent;
  readonly xTicks: readonly FrameTick[];
  readonly yTicks: readonly FrameTick[];
  /** Horizontal lines; the y ticks unless given. */
  readonly grid?: readonly number[] | undefined;
  /** No axis line and no tick labels below: panels that stand on another one. */
  readonly isUpperPanel?: boolean;
  /** Drawn in the plot through the chart's own scales. */
  readonly children: ReactNode;
}

interface TickProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly payload: { readonly value: unknown };
}

/** Axes, grid and tick labels by Recharts; everything inside the plot is drawn by the children. */
export function ChartFrame(props: ChartFrameProps) {
  const { width, height, plot, x, y, xTicks, yTicks, grid, isUpperPanel = false, children } = props;
  const right = width - plot.left - plot.width;
  const below = height - plot.top - plot.height;
  return (
    <ComposedChart
      width={width}
      height={height}
      margin={{ top: plot.top, right, bottom: 0, left: 0 }}
      data={corners(x, y)}
      accessibilityLayer={false}
    >
      <CartesianGrid
        vertical={false}
        horizontalValues={[...(grid ?? yTicks.map((tick) => tick.value))]}
        verticalValues={[]}
        stroke="var(--line)"
      />
      <XAxis
        type="number"
        dataKey="x"
        domain={[x.low, x.high]}
        ticks={xTicks.map((tick) => tick.value)}
        allowDataOverflow
        interval={0}
        height={below}
        tickSize={4}
        axisLine={isUpperPanel ? false : { stroke: 'var(--line-strong)' }}
        tickLine={isUpperPanel ? false : { stroke: 'var(--line-strong)' }}
        tick={
          isUpperPanel
            ? false
            : (tick: TickProps) => <XTick {...tick} ticks={xTicks} baseline={plot.top + plot.height} />
        }
      />
      <YAxis
        type="number"
        dataKey="y"
        domain={[y.low, y.high]}
        ticks={yTicks.map((tick) => tick.value)}
        allowDataOverflow
        interval={0}
        width={plot.left}
        axisLine={false}
        tickLine={false}
        tick={(tick: TickProps) => <YTick {...tick} ticks={yTicks} right={plot.left - 8} />}
      />
      {children}
    </ComposedChart>
  );
}

/** An axis without data has no scale: two corners stand in for the data, which the children draw themselves. */
const corners = (x: Extent, y: Extent) => [
  { x: x.low, y: y.low },
  { x: x.high, y: y.high },
];

const AXIS_TEXT = { fontSize: 11, fill: 'var(--ink-3)' };

const labelOf = (ticks: readonly FrameTick[], value: unknown): FrameTick | undefined =>
  ticks.find((tick) => tick.value === value);

function XTick({ x, payload, ticks, baseline }: TickProps & { ticks: readonly FrameTick[]; baseline: number }) {
  const tick = labelOf(ticks, payload.value);
  return (
    <text x={x} y={baseline + 18} textAnchor={tick?.anchor ?? 'middle'} {...AXIS_TEXT}>
      {tick?.label}
    </text>
  );
}

function YTick({ y, payload, ticks, right }: TickProps & { ticks: readonly FrameTick[]; right: number }) {
  return (
    <text x={right} y={Number(y) + 4} textAnchor="end" {...AXIS_TEXT}>
      {labelOf(ticks, payload.value)?.label}
    </text>
  );
}
