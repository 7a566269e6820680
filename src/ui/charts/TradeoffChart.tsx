import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import type { BandColumns } from './CurvePath.tsx';
import styles from './chart.module.css';
import { flagSize } from './Flag.tsx';
import { placeFlag } from './flag.ts';
import type { Step } from './keys.ts';
import type { Box } from './labels.ts';
import { measureText } from './measure-text.ts';
import type { TipContent } from './Tip.tsx';
import { TradeoffLayer, type TradeoffLayerProps } from './TradeoffLayer.tsx';
import { TradeoffOverlay } from './TradeoffOverlay.tsx';
import { formatTick, niceTicks } from './ticks.ts';
import type {
  AxisSpec,
  FrozenPolicy,
  GateSpec,
  HandleProps,
  IntervalBox,
  PolicyFlag,
  TradeoffCurve,
  TradeoffPoints,
} from './tradeoff-types.ts';
import { focusView, pointOf, wholeView } from './tradeoff-view.ts';
import { useSize } from './use-size.ts';
import { useStable } from './use-stable.ts';
import { useZoom } from './use-zoom.ts';
import { type Extent, isInside, type Plot, projection, toPixel, type View } from './view.ts';

export interface TradeoffChartProps extends HandleProps {
  /** The shown curves; the active judge's is among them. Keep the arrays: a new array means new data. */
  readonly curves: readonly TradeoffCurve[];
  readonly activeJudge: number;
  /** The current policy of the active curve. */
  readonly row: number;
  readonly xAxis: AxisSpec;
  readonly yAxis: AxisSpec;
  readonly points: TradeoffPoints;
  readonly flag: PolicyFlag | null;
  readonly frozen: FrozenPolicy | null;
  readonly onFrozen?: (() => void) | undefined;
  readonly tip?: TipContent | null | undefined;
  readonly band?: BandColumns | null | undefined;
  readonly interval?: IntervalBox | null | undefined;
  readonly gate?: GateSpec | null | undefined;
  /** Per row of the active curve: 1 where both criteria pass. */
  readonly passes?: Uint8Array | null | undefined;
}

export function TradeoffChart(props: TradeoffChartProps) {
  const { activeJudge, row, flag, frozen, passes = null } = props;
  const [root, size] = useSize<HTMLElement>();
  const curves = useStable(props.curves, sameCurves);
  const points = useStable(props.points, sameJson);
  const gate = useStable(props.gate ?? null, sameJson);
  const band = useStable(props.band ?? null, sameBand);
  const xAxis = useStable(props.xAxis, sameJson);
  const yAxis = useStable(props.yAxis, sameJson);
  const active = curves.find((curve) => curve.judgeIndex === activeJudge);
  const frozenRow = frozen?.row ?? null;
  const whole = useMemo(() => wholeView(curves, points), [curves, points]);
  const focus = useMemo(
    () => focusView(curves, points, frozenRow === null ? null : pointOf(active, frozenRow), whole),
    [curves, points, active, frozenRow, whole],
  );
  const plot = useMemo(() => (size ? layoutPlot(size.width, size.height, yAxis, whole) : null), [size, yAxis, whole]);
  const { view, setView } = useZoom(root, plot, whole, focus, `${xAxis.label}|${yAxis.label}`);
  const marks = useMemo(() => (plot ? markBoxes(points, view, plot) : []), [points, view, plot]);
  const reserved = useMemo(
    () => (plot && active && frozenRow !== null ? frozenBoxes(active, frozenRow, view, plot, marks) : []),
    [plot, active, frozenRow, view, marks],
  );
  const labels = useRef<readonly Box[]>([]);
  const onStep = useRevealingStep(props, active, view, whole, setView);
  return (
    <figure ref={root} className={styles.chart} aria-label={nameOf(props)}>
      {size && plot && active && (
        <>
          <Frame
            {...{ view, whole, plot, curves, activeJudge, points, band, gate, passes, reserved, xAxis, yAxis, labels }}
            width={size.width}
            height={size.height}
            onViewChange={setView}
            isNarrow={size.width < 480}
          />
          <TradeoffOverlay
            {...props}
            {...{ root, row, view, plot, marks, labels, flag, frozen, onStep }}
            curve={active}
            onFrozen={props.onFrozen}
            interval={props.interval ?? null}
            tip={props.tip ?? null}
          />
          {view === whole && focus !== whole && (
            <button
              type="button"
              className={styles.windowButton}
              data-is-whole
              style={{ right: 12, bottom: 0 }}
              onClick={() => setView('focus')}
            >
              Zoom to native
            </button>
          )}
        </>
      )}
    </figure>
  );
}

const nameOf = ({ curves, xAxis, yAxis }: TradeoffChartProps): string =>
  `Trade-off: ${yAxis.label} against ${xAxis.label}, ${curves.map((curve) => curve.name).join(', ')}`;

interface FrameProps extends Omit<TradeoffLayerProps, 'xEnds'> {
  readonly width: number;
  readonly height: number;
  readonly plot: Plot;
  readonly xAxis: AxisSpec;
  readonly yAxis: AxisSpec;
}

/** The chart itself: rendered for data, size and zoom, never for the threshold. */
const Frame = memo(function Frame({ width, height, plot, xAxis, yAxis, ...layer }: FrameProps) {
  const { view, whole } = layer;
  const xTicks = niceTicks(view.x, Math.max(3, plot.width / 80), xAxis.unit);
  const yTicks = niceTicks(view.y, Math.max(3, plot.height / 72), yAxis.unit);
  const { hint } = xAxis;
  const title = hint ? `${xAxis.label} ${hint.towards === 'low' ? '\u2190' : '\u2192'} ${hint.text}` : xAxis.label;
  const ends = endsOf(whole.x, xAxis);
  return (
    <ChartFrame
      {...{ width, height, plot }}
      x={view.x}
      y={view.y}
      xTicks={xTicks.values.map((value) => ({ value, label: formatTick(value, xTicks, xAxis.unit) }))}
      yTicks={yTicks.values.map((value) => ({ value, label: formatTick(value, yTicks, yAxis.unit) }))}
    >
      <text x={plot.left + plot.width / 2} y={height - 4} textAnchor="middle" className={styles.axisTitle}>
        {title}
      </text>
      <TradeoffLayer {...layer} xEnds={ends} />
    </ChartFrame>
  );
});

/** What the overview's axis runs over: the whole view without its air. */
const endsOf = ({ low, high }: Extent, { unit, short }: AxisSpec): readonly [string, string] => {
  const air = ((high - low) * 0.04) / 1.08;
  const ticks = { ...niceTicks({ low, high }, 30), values: [high - air] };
  return [formatTick(low + air, ticks, unit), `${formatTick(high - air, ticks, unit)}${short ? ` ${short}` : ''}`];
};

const layoutPlot = (width: number, height: number, yAxis: AxisSpec, whole: View): Plot => {
  const isNarrow = width < 480;
  const ticks = niceTicks(whole.y, 8, yAxis.unit);
  const widest = ticks.values.reduce(
    (most, value) => Math.max(most, measureText(formatTick(value, ticks, yAxis.unit), 11)),
    0,
  );
  const left = Math.max(isNarrow ? 44 : 52, Math.ceil(widest) + 16);
  const top = isNarrow ? 8 : 12;
  const below = isNarrow ? 36 : 40;
  return { left, top, width: Math.max(40, width - left - 16), height: Math.max(40, height - top - below) };
};

const markBoxes = ({ native, qualityOracle, costOracle, budgets }: TradeoffPoints, view: View, plot: Plot): Box[] => {
  const at = projection(view, plot);
  return [native, qualityOracle, costOracle, ...budgets]
    .filter((point) => point !== null)
    .filter((point) => isInside(view, point.x, point.y))
    .map(({ x, y }) => ({ x: toPixel(at.x, x) - 8, y: toPixel(at.y, y) - 8, width: 16, height: 16 }));
};

/** Room for the handle at the frozen policy and its flag. */
const frozenBoxes = (curve: TradeoffCurve, row: number, view: View, plot: Plot, marks: readonly Box[]): Box[] => {
  const point = pointOf(curve, row);
  if (!point || !isInside(view, point.x, point.y)) return [];
  const at = projection(view, plot);
  const place = { x: toPixel(at.x, point.x), y: toPixel(at.y, point.y) };
  const bounds = { x: plot.left, y: plot.top, width: plot.width, height: plot.height };
  const flag = placeFlag(place, flagSize('\u03b8 = 7.875 \u00b7 frozen'), 'below', bounds, marks);
  return [{ x: place.x - 20, y: place.y - 20, width: 40, height: 40 }, flag.box];
};

/** A step by keyboard that leads out of the zoom window takes the window along. */
function useRevealingStep(
  { onStep, row }: TradeoffChartProps,
  active: TradeoffCurve | undefined,
  view: View,
  whole: View,
  setView: (view: View) => void,
): (step: Step) => void {
  const isStepping = useRef(false);
  const [stepped, setStepped] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per step, after the new row has arrived
  useEffect(() => {
    if (!isStepping.current) return;
    isStepping.current = false;
    const point = pointOf(active, row);
    if (point && !isInside(view, point.x, point.y)) setView(reveal(view, point.x, point.y, whole));
  }, [row, stepped]);
  return (step) => {
    isStepping.current = true;
    setStepped((count) => count + 1);
    onStep(step);
  };
}

const reveal = (view: View, x: number, y: number, whole: View): View => {
  const [width, height] = [view.x.high - view.x.low, view.y.high - view.y.low];
  const shift = (low: number, span: number, value: number) =>
    value < low ? value - low - span * 0.2 : value > low + span ? value - low - span * 0.8 : 0;
  const dx = shift(view.x.low, width, x);
  const dy = shift(view.y.low, height, y);
  const low = Math.max(whole.x.low, view.x.low + dx);
  const bottom = Math.max(whole.y.low, view.y.low + dy);
  return { x: { low, high: low + width }, y: { low: bottom, high: bottom + height } };
};

const sameCurves = (a: readonly TradeoffCurve[], b: readonly TradeoffCurve[]): boolean =>
  a.length === b.length &&
  a.every((curve, i) => {
    const other = b[i]!;
    return (
      curve.judgeIndex === other.judgeIndex &&
      curve.name === other.name &&
      curve.x === other.x &&
      curve.y === other.y &&
      curve.stops === other.stops
    );
  });

const sameBand = (a: BandColumns | null, b: BandColumns | null): boolean =>
  a?.x === b?.x && a?.low === b?.low && a?.high === b?.high;

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
