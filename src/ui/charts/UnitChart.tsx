import { memo, useMemo } from 'react';
import { judgeStyle } from '../parts/judge-style.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { CurvePath, visibleLine } from './CurvePath.tsx';
import styles from './chart.module.css';
import { formatTick, niceTicks } from './ticks.ts';
import { useProjection } from './use-projection.ts';
import { useSize } from './use-size.ts';
import { type Extent, type Plot, toPixel } from './view.ts';

/** A curve of one judge in the unit square. */
export interface UnitCurve {
  readonly judgeIndex: number;
  readonly name: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export interface UnitChartProps {
  readonly curves: readonly UnitCurve[];
  readonly xLabel: string;
  readonly yLabel: string;
  /** A dashed reference: the diagonal of perfect calibration, or a level such as the prevalence. */
  readonly reference: { readonly kind: 'diagonal' } | { readonly kind: 'level'; readonly y: number };
  /** "prevalence 0.2513", beside the reference. */
  readonly referenceLabel: string;
  /** Marks every point: for curves of a few bins. */
  readonly hasMarks?: boolean;
}

const ALL: Extent = { low: 0, high: 1 };

/** Precision against recall, or observed rate against predicted probability: both axes are shares. */
export function UnitChart(props: UnitChartProps) {
  const [root, size] = useSize<HTMLElement>();
  const plot = useMemo<Plot | null>(
    () =>
      size ? { left: 44, top: 10, width: Math.max(40, size.width - 60), height: Math.max(40, size.height - 50) } : null,
    [size],
  );
  return (
    <figure
      ref={root}
      className={styles.chart}
      aria-label={`${props.yLabel} against ${props.xLabel}, ${props.curves.map(({ name }) => name).join(', ')}`}
    >
      {size && plot && <Frame {...props} plot={plot} width={size.width} height={size.height} />}
    </figure>
  );
}

interface FrameProps extends UnitChartProps {
  readonly plot: Plot;
  readonly width: number;
  readonly height: number;
}

const Frame = memo(function Frame({ plot, width, height, ...chart }: FrameProps) {
  const xTicks = niceTicks(ALL, Math.max(2, plot.width / 80));
  const yTicks = niceTicks(ALL, Math.max(2, plot.height / 40));
  return (
    <ChartFrame
      {...{ width, height, plot }}
      x={ALL}
      y={ALL}
      xTicks={xTicks.values.map((value) => ({ value, label: formatTick(value, xTicks, 'number') }))}
      yTicks={yTicks.values.map((value) => ({ value, label: formatTick(value, yTicks, 'number') }))}
    >
      <Curves {...chart} plot={plot} />
      <text x={plot.left + plot.width / 2} y={height - 4} textAnchor="middle" className={styles.axisTitle}>
        {chart.xLabel}
      </text>
    </ChartFrame>
  );
});

function Curves({
  curves,
  reference,
  referenceLabel,
  hasMarks = false,
  plot,
}: UnitChartProps & { readonly plot: Plot }) {
  const frame = useProjection(ALL, ALL);
  const shown = useMemo(
    () => (frame ? curves.map((curve) => ({ ...curve, line: visibleLine(curve, frame.at, frame.plot) })) : []),
    [frame, curves],
  );
  if (!frame) return null;
  const at = (x: number, y: number) => `${toPixel(frame.at.x, x)} ${toPixel(frame.at.y, y)}`;
  const level = reference.kind === 'level' ? reference.y : 1;
  const from = reference.kind === 'level' ? at(0, level) : at(0, 0);
  return (
    <>
      <path d={`M${from}L${at(1, level)}`} stroke="var(--ink-3)" strokeDasharray="4 3" fill="none" />
      <text
        x={plot.left + plot.width - 4}
        y={toPixel(frame.at.y, level) + 16}
        textAnchor="end"
        className={styles.axisTitle}
      >
        {referenceLabel}
      </text>
      {shown.map(({ judgeIndex, line }) => (
        <CurvePath key={judgeIndex} line={line} judgeIndex={judgeIndex} width={2} />
      ))}
      {hasMarks &&
        curves.map(({ judgeIndex, x, y }) =>
          [...x].map((value, i) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
              key={`${judgeIndex} ${i}`}
              cx={toPixel(frame.at.x, value)}
              cy={toPixel(frame.at.y, y[i]!)}
              r={3}
              fill="var(--surface)"
              stroke={judgeStyle(judgeIndex).color}
              strokeWidth={1.6}
            />
          )),
        )}
    </>
  );
}
