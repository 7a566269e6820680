import { memo, useId, useMemo } from 'react';
import { judgeStyle } from '../parts/judge-style.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { CurvePath, visibleLine, visibleParts } from './CurvePath.tsx';
import styles from './chart.module.css';
import { FEW } from './few.ts';
import { type Box, isWithin, type Samples, samplesInside } from './labels.ts';
import { measureText } from './measure-text.ts';
import { sampleLines } from './samples.ts';
import { formatTick, niceTicks } from './ticks.ts';
import { useProjection } from './use-projection.ts';
import { useSize } from './use-size.ts';
import { useStable } from './use-stable.ts';
import { type Extent, extentOf, type Plot, type Projection, projection, toPixel, union } from './view.ts';

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

/** Selected-stop risk against coverage for all judges, with the current policy. */
export function RiskCoverageChart(props: RiskCoverageChartProps) {
  const { activeJudge, row, text, interval = null } = props;
  const [root, size] = useSize<HTMLElement>();
  const curves = useStable(props.curves, sameCurves);
  const active = curves.find((curve) => curve.judgeIndex === activeJudge);
  const y = useMemo(() => riskExtent(curves), [curves]);
  const plot = useMemo(() => (size ? layoutPlot(size.width, size.height) : null), [size]);
  const field = useMemo(() => {
    if (!plot) return null;
    const at = projection({ x: ALL, y }, plot);
    const lines = curves.map((curve) => visibleLine({ x: curve.coverage, y: curve.risk }, at, plot));
    return { at, samples: sampleLines(lines, plot) };
  }, [curves, plot, y]);
  return (
    <figure ref={root} className={styles.chart} aria-label={`Selected-stop risk against coverage. Now: ${text}`}>
      {size && plot && (
        <>
          <Frame {...{ curves, activeJudge, y, plot }} width={size.width} height={size.height} />
          {active && field && <CurrentPoint {...{ active, row, plot, text, interval }} {...field} />}
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
  const shown = useMemo(() => {
    if (!frame) return [];
    return curves
      .map(({ judgeIndex, coverage, risk, stops }) => ({
        judgeIndex,
        parts: visibleParts({ x: coverage, y: risk, stops }, frame.at, frame.plot),
      }))
      .sort((a, b) => Number(a.judgeIndex === activeJudge) - Number(b.judgeIndex === activeJudge));
  }, [frame, curves, activeJudge]);
  return (
    <g clipPath={`url(#${clip})`}>
      {frame && (
        <clipPath id={clip}>
          <rect x={frame.plot.left} y={frame.plot.top} width={frame.plot.width} height={frame.plot.height} />
        </clipPath>
      )}
      {shown.map(({ judgeIndex, parts }) =>
        parts.map(({ line, opacity }) => (
          <CurvePath
            key={`${judgeIndex} ${opacity}`}
            {...{ line, judgeIndex, opacity }}
            width={judgeIndex === activeJudge ? 2 : 1.5}
          />
        )),
      )}
    </g>
  );
}

interface CurrentProps extends Pick<RiskCoverageChartProps, 'row' | 'text'> {
  readonly active: RiskCurve;
  readonly interval: NonNullable<RiskCoverageChartProps['interval']> | null;
  readonly at: Projection;
  readonly plot: Plot;
  readonly samples: Samples;
}

/** The current policy with its whisker; in words where nothing is stopped. */
function CurrentPoint({ active, row, at, plot, text, interval, samples }: CurrentProps) {
  const { color } = judgeStyle(active.judgeIndex);
  const [coverage, risk] = [active.coverage[row], active.risk[row]];
  const isDefined = coverage !== undefined && risk !== undefined && !Number.isNaN(risk);
  const x = isDefined ? toPixel(at.x, coverage) : plot.left;
  const y = isDefined ? Math.max(plot.top, toPixel(at.y, risk)) : plot.top + plot.height;
  const isFew = (active.stops[row] ?? 0) < FEW;
  const whisker =
    interval && isDefined
      ? { low: toPixel(at.y, interval.low), high: Math.max(plot.top, toPixel(at.y, interval.high)) }
      : null;
  const words = whisker && interval ? [text, interval.text] : [text];
  const spot = wordsSpot(x, y, words, plot, samples);
  return (
    <div className={styles.overlay}>
      <svg width="100%" height="100%" aria-hidden="true" focusable="false">
        {whisker && (
          <path
            d={`M${x},${whisker.low}V${whisker.high}M${x - 4},${whisker.low}h8M${x - 4},${whisker.high}h8`}
            stroke={color}
            strokeWidth="1.5"
          />
        )}
        {isDefined && (
          <circle
            cx={x}
            cy={y}
            r="6"
            fill="var(--surface)"
            stroke={color}
            strokeWidth="2.5"
            strokeOpacity={isFew ? 0.6 : 1}
          />
        )}
        {words.map((line, i) => (
          <text key={line} x={spot.x} y={spot.y + 12 + i * 15} className={i === 0 ? styles.name : styles.small}>
            {line}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** Beside the point, where the fewest curves pass. */
const wordsSpot = (x: number, y: number, words: readonly string[], plot: Plot, samples: Samples): Box => {
  const width = Math.max(...words.map((line, i) => measureText(line, i === 0 ? 12 : 11, i === 0 ? 600 : 400))) + 2;
  const height = words.length * 15;
  const spots = [x + 12, x - 12 - width].flatMap((left) =>
    [y + 2, y - height - 4, y + 18, y - height - 20, y - height / 2].map((top) => ({ x: left, y: top, width, height })),
  );
  const inside = spots.filter((spot) =>
    isWithin(spot, { x: plot.left, y: 0, width: plot.width + 12, height: plot.top + plot.height }),
  );
  const cost = (spot: Box) => samplesInside(samples, spot);
  return inside.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best), inside[0] ?? spots[0]!);
};

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
