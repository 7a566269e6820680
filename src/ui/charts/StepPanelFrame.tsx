import { memo, useId, useMemo } from 'react';
import { judgeStyle } from '../parts/judge-style.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { CurvePath } from './CurvePath.tsx';
import styles from './chart.module.css';
import { decimateSteps, type Polyline } from './decimate.ts';
import { FEW_OPACITY, fewMasks } from './few.ts';
import { type LabelWish, placeLabels } from './labels.ts';
import { measureText } from './measure-text.ts';
import { toArea } from './path.ts';
import { sampleLines } from './samples.ts';
import { linearDomain, type ThresholdAxis, thresholdToPixel } from './threshold-axis.ts';
import type { GateStretch, StepPanel } from './threshold-types.ts';
import { formatTick, niceTicks } from './ticks.ts';
import { useProjection } from './use-projection.ts';
import { type Extent, type Plot, toPixel } from './view.ts';

export interface StepPanelFrameProps {
  readonly panel: StepPanel;
  readonly thresholds: Float64Array;
  readonly axis: ThresholdAxis;
  /** Inside its own frame: top is counted from the top of the frame. */
  readonly plot: Plot;
  readonly width: number;
  readonly height: number;
  readonly y: Extent;
  readonly judgeIndex: number;
  readonly gate: GateStretch | null;
  /** The words about band and gate stand in the first panel alone. */
  readonly isFirst: boolean;
}

/** One metric over the threshold: frame, gate stretch, band, step curve, words. */
export const StepPanelFrame = memo(function StepPanelFrame(props: StepPanelFrameProps) {
  const { panel, axis, plot, width, height, y } = props;
  const ticks = niceTicks(y, Math.max(2, plot.height / 22), panel.unit);
  // A label at the lower edge would be cut, and would stand in the next panel's first one.
  const least = y.low + ((y.high - y.low) * 7) / plot.height;
  const shown = ticks.values.filter((value) => value >= least);
  return (
    <ChartFrame
      {...{ width, height, plot, y }}
      x={linearDomain(axis)}
      xTicks={[]}
      yTicks={shown.map((value) => ({ value, label: formatTick(value, ticks, panel.unit) }))}
      isUpperPanel
    >
      <StepLayer {...props} />
    </ChartFrame>
  );
});

function StepLayer({ panel, thresholds, axis, y, judgeIndex, gate, isFirst }: StepPanelFrameProps) {
  const frame = useProjection(linearDomain(axis), y);
  const clip = useId();
  const shapes = useMemo(() => {
    if (!frame) return null;
    const toX = (threshold: number) => thresholdToPixel(axis, threshold);
    const steps = (values: Float64Array, mask: Uint8Array | null = null) =>
      decimateSteps(thresholds, values, toX, frame.at, frame.plot, mask);
    const line = steps(panel.y);
    const masks = panel.stops ? fewMasks(panel.stops) : null;
    const few = masks && steps(panel.y, masks.few);
    return {
      line,
      few,
      many: masks ? steps(panel.y, masks.many) : line,
      band: panel.band ? toArea(steps(panel.band.high), steps(panel.band.low)) : '',
    };
  }, [frame, panel, thresholds, axis]);
  const spots = useMemo(
    () =>
      frame && shapes
        ? placeWords(panel, gate, axis, frame.plot, toPixel(frame.at.y, panel.line?.value ?? 0), shapes.line, isFirst)
        : null,
    [frame, shapes, panel, gate, axis, isFirst],
  );
  if (!frame || !shapes || !spots) return null;
  const { plot, at } = frame;
  const { soft } = judgeStyle(judgeIndex);
  const words = wordsOf(panel, gate);
  const lineY = panel.line ? toPixel(at.y, panel.line.value) : null;
  return (
    <g>
      <clipPath id={clip}>
        <rect x={plot.left} y={plot.top} width={plot.width} height={plot.height} />
      </clipPath>
      {gate && <GateBand {...{ gate, axis, plot }} />}
      <g clipPath={`url(#${clip})`}>
        <path d={shapes.band} fill={soft} />
        {shapes.few && <CurvePath line={shapes.few} judgeIndex={judgeIndex} width={1.75} opacity={FEW_OPACITY} />}
        <CurvePath line={shapes.many} judgeIndex={judgeIndex} width={1.75} />
      </g>
      {lineY !== null && (
        <path
          d={`M${plot.left},${lineY}H${plot.left + plot.width}`}
          stroke="var(--ink-2)"
          strokeWidth="1.25"
          strokeDasharray="4 3"
        />
      )}
      {WORD_KEYS.map((key) => {
        const spot = spots.get(key);
        return (
          spot && (
            <text key={key} x={spot.x} y={spot.y + 12} className={key === 'name' ? styles.name : styles.small}>
              {words[key]}
            </text>
          )
        );
      })}
    </g>
  );
}

/** The thresholds where both criteria pass, shaded, with dashed edges; cut at the window. */
function GateBand({
  gate,
  axis,
  plot,
}: {
  readonly gate: GateStretch;
  readonly axis: ThresholdAxis;
  readonly plot: Plot;
}) {
  const right = plot.left + plot.width;
  const from = Math.max(plot.left, thresholdToPixel(axis, gate.from));
  const to = Math.min(right, thresholdToPixel(axis, gate.to));
  if (to <= from) return null;
  return (
    <>
      <rect x={from} y={plot.top} width={to - from} height={plot.height} fill="var(--shade)" />
      <path
        d={`M${from},${plot.top}v${plot.height}M${to},${plot.top}v${plot.height}`}
        stroke="var(--control)"
        strokeDasharray="4 3"
      />
    </>
  );
}

const WORD_KEYS = ['name', 'line', 'band', 'gateLeft', 'gateRight'] as const;
type WordKey = (typeof WORD_KEYS)[number];

const wordsOf = (panel: StepPanel, gate: GateStretch | null): Readonly<Record<WordKey, string>> => ({
  name: panel.label,
  line: panel.line?.label ?? '',
  band: 'pointwise 95\u2009% band',
  gateLeft: `${gate?.label ?? ''} \u2192`,
  gateRight: `\u2190 ${gate?.label ?? ''}`,
});

const placeWords = (
  panel: StepPanel,
  gate: GateStretch | null,
  axis: ThresholdAxis,
  plot: Plot,
  lineY: number,
  line: Polyline,
  isFirst: boolean,
) => {
  const words = wordsOf(panel, gate);
  const wish = (id: WordKey, at: readonly (readonly [number, number])[]): LabelWish => {
    const width = measureText(words[id], id === 'name' ? 12 : 11, id === 'name' ? 600 : 400) + 2;
    return { id, spots: at.map(([x, y]) => ({ x, y, width, height: 15, align: 'start', leader: null })) };
  };
  const right = plot.left + plot.width;
  const bottom = plot.top + plot.height;
  const nameWidth = measureText(panel.label, 12, 600) + 10;
  const head = isFirst ? plot.top - 18 : plot.top + 3;
  const wishes = [
    wish('name', [
      [plot.left + 8, head],
      [plot.left + 8, plot.top + 3],
      [plot.left + 8, bottom - 18],
      [right - nameWidth, plot.top + 3],
      [right - nameWidth, bottom - 18],
    ]),
  ];
  if (panel.line) {
    wishes.push(
      wish('line', [
        [plot.left + 8, lineY + 3],
        [plot.left + 8, lineY - 17],
        [plot.left + plot.width * 0.4, lineY + 3],
      ]),
    );
  }
  if (isFirst && gate) {
    const from = thresholdToPixel(axis, gate.from);
    const to = Math.min(right, thresholdToPixel(axis, gate.to));
    const width = measureText(words.gateLeft, 11);
    wishes.push(
      wish(
        'gateLeft',
        [bottom - 17, bottom - 34, plot.top + 3].map((y) => [from - width - 8, y] as const),
      ),
    );
    if (from - width - 8 < plot.left)
      wishes[wishes.length - 1] = wish(
        'gateRight',
        [bottom - 17, bottom - 34].map((y) => [to + 8, y] as const),
      );
  }
  if (isFirst && panel.band) {
    const spots = [0.35, 0.25, 0.45, 0.15, 0.55, 0.65].flatMap((share) =>
      [bottom - 34, bottom - 17, plot.top + 3].map((y) => [plot.left + plot.width * share, y] as const),
    );
    wishes.push(wish('band', spots));
  }
  return placeLabels(wishes, [], sampleLines([line], plot), {
    x: plot.left,
    y: plot.top - 20,
    width: plot.width,
    height: plot.height + 20,
  });
};
