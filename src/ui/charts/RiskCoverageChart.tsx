import { memo, useId, useMemo } from 'react';
import { judgeStyle } from '../parts/judge-style.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { CurvePath, visibleLine } from './CurvePath.tsx';
import styles from './chart.module.css';
import { measureText } from './measure-text.ts';
import { formatTick, niceTicks } from './ticks.ts';
import { useProjection } from './use-projection.ts';
import { useSize } from './use-size.ts';
import { useStable } from './use-stable.ts';
import { type Extent, extentOf, type Plot, projection, toPixel, union } from './view.ts';

/** Row i is the i-th policy; risk is NaN where nothing is stopped. */
export interface RiskCurve {
  readonly judgeIndex: number;
  readonly name: string;
  readonly coverage: Float64Array;
  readonly risk: Float64Array;
  /** Early stops: below 8 the risk is drawn at 40 % opacity, for it hangs on a handful of questions. */
  readonly stops: ArrayLike<number>;
}

export interface RiskCoverageChartProps {
  readonly curves: readonly RiskCurve[];
  readonly activeJudge: number;
  readonly row: number;
  /** "39.13 % of 69 stops"; "no stops" where there are none. */
  readonly text: string;
  /** Wilson ends as fractions, and their words "[28.5, 50.9] Wilson 95 %". */
  readonly interval?: { readonly low: number; readonly high: number; readonly text: string } | null | undefined;
}

const FEW = 8;

/** Selected-stop risk against coverage for all judges, with the current policy. */
export function RiskCoverageChart(props: RiskCoverageChartProps) {
  const { activeJudge, row, text, interval = null } = props;
  const [root, size] = useSize<HTMLElement>();
  const curves = useStable(props.curves, sameCurves);
  const active = curves.find((curve) => curve.judgeIndex === activeJudge);
  const y = useMemo(() => riskExtent(curves), [curves]);
  const plot = useMemo(() => (size ? layoutPlot(size.width, size.height) : null), [size]);
  return (
    <figure ref={root} className={styles.chart} aria-label={`Selected-stop risk against coverage. Now: ${text}`}>
      {size && plot && (
        <>
          <Frame {...{ curves, activeJudge, y, plot }} width={size.width} height={size.height} />
          {active && <CurrentPoint {...{ active, row, y, plot, text, interval }} />}
        </>
      )}
    </figure>
  );
}

const ALL: Extent = { low: 0, high: 1 };

const layoutPlot = (width: number, height: number): Plot => ({
  left: 44,
  top: 6,
  width: Math.max(40, width - 56),
  height: Math.max(30, height - 6 - 36),
});

/** From 0 to the highest risk among policies with enough stops to speak of. */
const riskExtent = (curves: readonly RiskCurve[]): Extent => {
  const seen = union(
    curves.map(({ risk, stops }) => extentOf(risk.map((value, i) => (stops[i]! >= FEW ? value : Number.NaN)))),
  );
  return { low: 0, high: Math.min(1.04, Math.max(0.1, (seen?.high ?? 1) * 1.12)) };
};

interface FrameProps {
  readonly curves: readonly RiskCurve[];
  readonly activeJudge: number;
  readonly y: Extent;
  readonly plot: Plot;
  readonly width: number;
  readonly height: number;
}

const Frame = memo(function Frame({ curves, activeJudge, y, plot, width, height }: FrameProps) {
  const yTicks = niceTicks(y, Math.max(2, plot.height / 30), 'share');
  const xTicks = { values: [0, 0.25, 0.5, 0.75, 1], step: 0.25 };
  return (
    <ChartFrame
      {...{ width, height, plot, y }}
      x={ALL}
      xTicks={xTicks.values.map((value) => ({
        value,
        label: formatTick(value, { ...xTicks, step: 0.01 }, 'share'),
        anchor: value === 1 ? 'end' : 'middle',
      }))}
      yTicks={yTicks.values.map((value) => ({ value, label: formatTick(value, yTicks, 'share') }))}
    >
      <Curves {...{ curves, activeJudge, y }} />
      <text x={plot.left + plot.width / 2} y={height - 4} textAnchor="middle" className={styles.axisTitle}>
        Coverage
      </text>
    </ChartFrame>
  );
});

function Curves({ curves, activeJudge, y }: Pick<FrameProps, 'curves' | 'activeJudge' | 'y'>) {
  const frame = useProjection(ALL, y);
  const clip = useId();
  const parts = useMemo(() => {
    if (!frame) return [];
    return curves
      .map(({ judgeIndex, coverage: x, risk, stops }) => {
        const many = Uint8Array.from(risk, (_, i) => (stops[i]! >= FEW ? 1 : 0));
        // The faint part reaches to the first policy of the full one, so that no hole is left between.
        const few = Uint8Array.from(risk, (_, i) => (stops[i]! < FEW || (i > 0 && stops[i - 1]! < FEW) ? 1 : 0));
        const line = (mask: Uint8Array) => visibleLine({ x, y: risk, mask }, frame.at, frame.plot);
        return { judgeIndex, many: line(many), few: line(few) };
      })
      .sort((a, b) => Number(a.judgeIndex === activeJudge) - Number(b.judgeIndex === activeJudge));
  }, [frame, curves, activeJudge]);
  return (
    <g clipPath={`url(#${clip})`}>
      {frame && (
        <clipPath id={clip}>
          <rect x={frame.plot.left} y={frame.plot.top} width={frame.plot.width} height={frame.plot.height} />
        </clipPath>
      )}
      {parts.map(({ judgeIndex, many, few }) => {
        const width = judgeIndex === activeJudge ? 2 : 1.5;
        return (
          <g key={judgeIndex}>
            <CurvePath line={few} {...{ judgeIndex, width }} opacity={0.4} />
            <CurvePath line={many} {...{ judgeIndex, width }} />
          </g>
        );
      })}
    </g>
  );
}

interface CurrentProps extends Pick<RiskCoverageChartProps, 'row' | 'text'> {
  readonly active: RiskCurve;
  readonly interval: NonNullable<RiskCoverageChartProps['interval']> | null;
  readonly y: Extent;
  readonly plot: Plot;
}

/** The current policy with its whisker; in words where nothing is stopped. */
function CurrentPoint({ active, row, y, plot, text, interval }: CurrentProps) {
  const at = projection({ x: ALL, y }, plot);
  const { color } = judgeStyle(active.judgeIndex);
  const [coverage, risk] = [active.coverage[row], active.risk[row]];
  const isDefined = coverage !== undefined && risk !== undefined && !Number.isNaN(risk);
  const x = isDefined ? toPixel(at.x, coverage) : plot.left;
  const height = isDefined ? Math.max(plot.top, toPixel(at.y, risk)) : plot.top + plot.height;
  const isFew = (active.stops[row] ?? 0) < FEW;
  const width = Math.max(measureText(text, 12, 600), interval ? measureText(interval.text, 11) : 0);
  const isLeft = x + 14 + width > plot.left + plot.width;
  const textX = isLeft ? x - 14 : x + 14;
  // The curve lies above at small coverage; the words stand in the emptier half below the point where there is room.
  const textY = height + 40 < plot.top + plot.height ? height + 10 : height - 22;
  const ends =
    interval && isDefined ? [toPixel(at.y, interval.low), Math.max(plot.top, toPixel(at.y, interval.high))] : null;
  const anchor = isLeft ? 'end' : 'start';
  return (
    <div className={styles.overlay}>
      <svg width="100%" height="100%" aria-hidden="true" focusable="false">
        {ends && (
          <path
            d={`M${x},${ends[0]}V${ends[1]}M${x - 4},${ends[0]}h8M${x - 4},${ends[1]}h8`}
            stroke={color}
            strokeWidth="1.5"
          />
        )}
        {isDefined && (
          <circle
            cx={x}
            cy={height}
            r="6"
            fill="var(--surface)"
            stroke={color}
            strokeWidth="2.5"
            strokeOpacity={isFew ? 0.6 : 1}
          />
        )}
        <text x={textX} y={textY} textAnchor={anchor} className={styles.name}>
          {text}
        </text>
        {interval && isDefined && (
          <text x={textX} y={textY + 15} textAnchor={anchor} className={styles.small}>
            {interval.text}
          </text>
        )}
      </svg>
    </div>
  );
}

const sameCurves = (a: readonly RiskCurve[], b: readonly RiskCurve[]): boolean =>
  a.length === b.length &&
  a.every((curve, i) => {
    const other = b[i]!;
    return (
      curve.judgeIndex === other.judgeIndex &&
      curve.name === other.name &&
      curve.coverage === other.coverage &&
      curve.risk === other.risk &&
      curve.stops === other.stops
    );
  });
