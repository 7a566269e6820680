import { formatCount, MINUS } from '../parts/format.ts';
import type { Extent } from './view.ts';

export interface Ticks {
  readonly values: readonly number[];
  readonly step: number;
}

/** Round values inside the extent, about `count` of them, 1, 2 or 5 times a power of ten apart (shares: 25 % too). */
export const niceTicks = ({ low, high }: Extent, count: number, unit: AxisUnit = 'number'): Ticks => {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return { values: [low], step: 1 };
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factors = unit === 'share' ? [1, 2.5, 5, 10] : [1, 2, 5, 10];
  const step = (factors.find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const values: number[] = [];
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // Multiplying keeps 0.3 from becoming 0.30000000000000004; + 0 turns -0 into 0.
  for (let i = first; i <= last && values.length < 64; i++) values.push(Number((i * step).toPrecision(12)) + 0);
  return { values, step };
};

/** How an axis writes its values: plain numbers, shares of 1 as per cent, or counts. */
export type AxisUnit = 'number' | 'share' | 'count';

/** Decimals that a multiple of the step needs. */
const decimalsOf = (step: number): number => {
  for (let decimals = 0; decimals < 12; decimals++) {
    if (Math.abs(step - Number(step.toFixed(decimals))) < step * 1e-6) return decimals;
  }
  return 12;
};

/** Tick labels. Only the topmost share carries the per cent sign. */
export const formatTick = (exact: number, { values, step }: Ticks, unit: AxisUnit): string => {
  const value = Math.abs(exact) < step * 1e-9 ? 0 : exact;
  if (unit === 'share') {
    const text = withMinus((value * 100).toFixed(decimalsOf(step * 100)));
    return value === values[values.length - 1] ? `${text}\u2009%` : text;
  }
  if (value === 0) return '0';
  if (Math.abs(value) >= 1e6 || (step < 1e-6 && step > 0)) return withMinus(value.toExponential(1));
  if (unit === 'count' || step >= 1000) return formatCount(value);
  return withMinus(value.toFixed(decimalsOf(step)));
};

const withMinus = (text: string): string => text.replaceAll('-', MINUS);
