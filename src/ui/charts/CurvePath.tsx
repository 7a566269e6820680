import { memo, useContext, useMemo } from 'react';
import { JudgeMarkShape } from '../parts/JudgeKey.tsx';
import { judgeStyle } from '../parts/judge-style.ts';
import { markPlaces } from './curve-marks.ts';
import { decimateCurve, dropRepeats, type Polyline } from './decimate.ts';
import { FEW_OPACITY, fewMasks } from './few.ts';
import { MarkedCurves } from './figure-style.ts';
import { toArea, toPath } from './path.ts';
import type { Plot, Projection } from './view.ts';

/** Vertices that a path may have at most (columns give four each at most, turning curves more). */
const LIMIT = 4000;

export interface CurveShape {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 0 leaves the policy out. */
  readonly mask?: Uint8Array | null | undefined;
}

/** What a chart shows of a curve, ready to draw. */
export const visibleLine = ({ x, y, mask = null }: CurveShape, at: Projection, plot: Plot): Polyline =>
  dropRepeats(decimateCurve(x, y, at, plot, mask), LIMIT);

/** The faint and the full part of a curve whose early policies have few stops; one full part for any other. */
export const visibleParts = (
  {
    x,
    y,
    stops,
  }: { readonly x: Float64Array; readonly y: Float64Array; readonly stops?: ArrayLike<number> | null | undefined },
  at: Projection,
  plot: Plot,
): readonly { readonly line: Polyline; readonly opacity: number }[] => {
  if (!stops) return [{ line: visibleLine({ x, y }, at, plot), opacity: 1 }];
  const { few, many } = fewMasks(stops);
  return [
    { line: visibleLine({ x, y, mask: few }, at, plot), opacity: FEW_OPACITY },
    { line: visibleLine({ x, y, mask: many }, at, plot), opacity: 1 },
  ];
};

export interface CurvePathProps {
  readonly line: Polyline;
  readonly judgeIndex: number;
  readonly width: number;
  readonly opacity?: number;
  /** The stretch on which the gate passes is solid and thick, whatever the judge's dash. */
  readonly isStretch?: boolean;
  readonly className?: string | undefined;
}

/** One judge's curve: every policy, at most a few vertices a pixel column. */
export const CurvePath = memo(function CurvePath(props: CurvePathProps) {
  const { line, judgeIndex, width, opacity = 1, isStretch = false, className } = props;
  const { color, dash } = judgeStyle(judgeIndex);
  const isMarked = useContext(MarkedCurves) && !isStretch;
  const d = useMemo(() => toPath(line), [line]);
  const marks = useMemo(() => (isMarked ? markPlaces(line) : []), [isMarked, line]);
  const path = (
    <path
      d={d}
      className={className}
      fill="none"
      stroke={color}
      strokeWidth={width}
      strokeDasharray={isStretch ? undefined : dash}
      strokeLinejoin="round"
      strokeLinecap={dash?.startsWith('1.5') && !isStretch ? 'round' : 'butt'}
      opacity={opacity}
    />
  );
  if (marks.length === 0) return path;
  return (
    <>
      {path}
      {marks.map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`} opacity={opacity}>
          <JudgeMarkShape index={judgeIndex} size={5.6} />
        </g>
      ))}
    </>
  );
});

export interface BandColumns {
  readonly x: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Where either end is undefined the band is too. */
const bandMask = ({ low, high }: BandColumns): Uint8Array =>
  Uint8Array.from(low, (value, i) => (Number.isNaN(value) || Number.isNaN(high[i]!) ? 0 : 1));

/** The pointwise band around the active curve, as path data: no stroke, and the word "pointwise" near it. */
export const bandPath = (band: BandColumns, at: Projection, plot: Plot): string => {
  const mask = bandMask(band);
  const line = (y: Float64Array) => decimateCurve(band.x, y, at, plot, mask);
  return toArea(line(band.high), line(band.low));
};
