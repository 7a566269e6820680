import { memo, useId, useMemo } from 'react';
import { formatCount } from '../parts/format.ts';
import { UnsafeHatch } from '../parts/Hatch.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import styles from './chart.module.css';
import { type Distribution, distribute, type StateScores } from './distribution.ts';
import { linearDomain, type ThresholdAxis, thresholdToPixel } from './threshold-axis.ts';
import { formatTick, niceTicks } from './ticks.ts';
import { useProjection } from './use-projection.ts';
import { type Extent, type Plot, toPixel } from './view.ts';

export interface DistributionFrameProps {
  readonly scores: StateScores;
  readonly axis: ThresholdAxis;
  readonly plot: Plot;
  readonly width: number;
  readonly height: number;
  readonly label: string;
}

/** Scores of states: safe up and solid, unsafe down and hatched, on one scale. Carries the score axis of all panels. */
export const DistributionFrame = memo(function DistributionFrame(props: DistributionFrameProps) {
  const { scores, axis, plot, width, height, label } = props;
  const isAllUnknown = scores.safe.length + scores.unsafe.length === 0 && scores.unknown.length > 0;
  const distribution = useMemo(() => distribute(scores, axis.window), [scores, axis.window]);
  const top = Math.max(1, distribution.tallest) * 1.18;
  const y = useMemo(() => ({ low: -top, high: top }), [top]);
  const up = niceTicks({ low: 0, high: top }, plot.height / 30).values.filter(
    (value) => value > 0 && Number.isInteger(value),
  );
  const yTicks = [...up.map((value) => -value), 0, ...up].map((value) => ({
    value,
    label: formatCount(Math.abs(value)),
  }));
  return (
    <ChartFrame
      {...{ width, height, plot, y }}
      x={linearDomain(axis)}
      xTicks={scoreTicks(axis, plot)}
      yTicks={yTicks}
      grid={[0]}
    >
      <Bars {...{ distribution, axis, y }} />
      <OutsideWords {...{ distribution, axis, plot }} />
      {isAllUnknown ? (
        <text x={plot.left + plot.width} y={plot.top + 14} textAnchor="end" className={styles.name}>
          States, right or wrong unknown
        </text>
      ) : (
        <>
          <text
            x={plot.left + plot.width}
            y={plot.top + 14}
            textAnchor="end"
            className={styles.name}
            style={{ fill: 'var(--safe)' }}
          >
            Safe states{scores.unknown.length > 0 && ', outlined: unknown'}
          </text>
          <text
            x={plot.left + plot.width}
            y={plot.top + plot.height - 8}
            textAnchor="end"
            className={styles.name}
            style={{ fill: 'var(--unsafe)' }}
          >
            Unsafe states
          </text>
        </>
      )}
      <text x={plot.left + plot.width / 2} y={height - 4} textAnchor="middle" className={styles.axisTitle}>
        {label}
      </text>
    </ChartFrame>
  );
});

const NEVER_WIDTH = 62;

/** Round scores, and the end of the axis in words. */
export const scoreTicks = (axis: ThresholdAxis, plot: Plot) => {
  const ticks = niceTicks(axis.window, Math.max(2, plot.width / 76));
  const scaled = ticks.values
    .filter((value) => thresholdToPixel(axis, value) <= plot.left + plot.width - NEVER_WIDTH)
    .map((value) => ({ value, label: formatTick(value, ticks, 'number') }));
  return [...scaled, { value: linearDomain(axis).high, label: 'never stop', anchor: 'end' as const }];
};

function Bars({
  distribution,
  axis,
  y,
}: {
  readonly distribution: Distribution;
  readonly axis: ThresholdAxis;
  readonly y: Extent;
}) {
  const frame = useProjection(linearDomain(axis), y);
  const hatch = useId();
  if (!frame) return null;
  const { at, plot } = frame;
  const zero = toPixel(at.y, 0);
  return (
    <g>
      <defs>
        <UnsafeHatch id={hatch} />
      </defs>
      {distribution.bins.map((bin) => {
        const left = thresholdToPixel(axis, bin.low);
        const width = Math.max(1, thresholdToPixel(axis, bin.high) - left - 2);
        const safe = Math.max(0, zero - toPixel(at.y, bin.safe) - 1);
        const unsafe = Math.max(0, toPixel(at.y, -bin.unsafe) - zero - 1);
        return (
          <g key={bin.low}>
            {bin.safe > 0 && (
              <rect
                x={left + 1}
                y={zero - 1 - Math.max(1, safe)}
                width={width}
                height={Math.max(1, safe)}
                fill="var(--safe)"
              />
            )}
            {bin.unknown > 0 && (
              <rect
                x={left + 1.5}
                y={toPixel(at.y, bin.safe + bin.unknown) - 0.5}
                width={Math.max(0.5, width - 1)}
                height={Math.max(1, toPixel(at.y, bin.safe) - toPixel(at.y, bin.safe + bin.unknown) - 0.5)}
                fill="var(--surface)"
                stroke="var(--ink-3)"
              />
            )}
            {bin.unsafe > 0 && (
              <rect
                x={left + 1.5}
                y={zero + 1.5}
                width={Math.max(0.5, width - 1)}
                height={Math.max(0.5, unsafe - 0.5)}
                fill={`url(#${hatch})`}
                stroke="var(--unsafe)"
              />
            )}
          </g>
        );
      })}
      <path d={`M${plot.left},${zero}h${plot.width}`} stroke="var(--line-strong)" />
    </g>
  );
}

/** A cut-off distribution says how many states lie outside. */
export const outsideWords = ({ below, above }: Distribution, { window }: ThresholdAxis) => {
  const ticks = niceTicks(window, 30);
  const states = (count: number) => `${formatCount(count)} state${count === 1 ? '' : 's'}`;
  return {
    below: below > 0 ? `\u2190 ${states(below)} below ${formatTick(window.low, ticks, 'number')}` : null,
    above: above > 0 ? `${states(above)} at or above ${formatTick(window.high, ticks, 'number')} \u2192` : null,
  };
};

function OutsideWords({
  distribution,
  axis,
  plot,
}: {
  readonly distribution: Distribution;
  readonly axis: ThresholdAxis;
  readonly plot: Plot;
}) {
  const { below, above } = outsideWords(distribution, axis);
  return (
    <>
      {below && (
        <text x={plot.left + 8} y={plot.top + 10} className={styles.small}>
          {below}
        </text>
      )}
      {above && (
        <text x={plot.left + plot.width - 4} y={plot.top + 30} textAnchor="end" className={styles.small}>
          {above}
        </text>
      )}
    </>
  );
}
