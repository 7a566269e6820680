import { describe, expect, it } from 'vitest';
import {
  decimalsFor,
  formatChange,
  formatCount,
  formatDecimal,
  formatDifference,
  formatExact,
  formatFour,
  formatInterval,
  formatP,
  formatPoints,
  formatRange,
  formatRatio,
  formatShare,
  formatShareInterval,
  formatThreshold,
  parseThreshold,
} from './format.ts';

describe('values and differences', () => {
  it('writes 5 decimals, and 4 when n is a multiple of 1 000', () => {
    expect(decimalsFor(800)).toBe(5);
    expect(decimalsFor(1000)).toBe(4);
    expect(decimalsFor(7405)).toBe(5);
    expect(decimalsFor(0)).toBe(5);
    expect(formatDecimal(0.4425, decimalsFor(800))).toBe('0.44250');
    expect(formatDecimal(2.505, 5)).toBe('2.50500');
    expect(formatDecimal(-0.3, 5)).toBe('\u22120.30000');
    expect(formatDecimal(-1e-17, 5)).toBe('0.00000');
    expect(formatFour(46 / 74)).toBe('0.6216');
  });

  it('always signs a difference, with U+2212, and writes an exact zero as 0', () => {
    expect(formatDifference(0.4425 - 0.44875, 5)).toBe('\u22120.00625');
    expect(formatDifference(0.03983, 5)).toBe('+0.03983');
    expect(formatDifference(0, 5)).toBe('0');
    expect(formatDifference(-0, 5)).toBe('0');
    expect(formatDifference(0.1 + 0.2 - 0.3, 5)).toBe('0');
    // Not zero, only small: the sign says so.
    expect(formatDifference(-1 / 250_000, 5)).toBe('\u22120.00000');
  });

  it('puts intervals in brackets with a zero end as 0', () => {
    expect(formatInterval(-0.0125, 0, 5)).toBe('[\u22120.01250, 0]');
    expect(formatInterval(0.00571, 0.07228, 5)).toBe('[0.00571, 0.07228]');
    expect(formatShareInterval(0.2848, 0.5093)).toBe('[28.5, 50.9]');
  });
});

describe('shares, counts, p-values', () => {
  it('uses thin spaces for thousands and before per cent', () => {
    expect(formatCount(999)).toBe('999');
    expect(formatCount(2081)).toBe('2\u2009081');
    expect(formatCount(1_234_567)).toBe('1\u2009234\u2009567');
    expect(formatCount(-5)).toBe('\u22125');
    expect(formatRatio(27, 69)).toBe('27 / 69');
    expect(formatShare(27 / 69)).toBe('39.13\u2009%');
    expect(formatShare(69 / 800)).toBe('8.63\u2009%');
    expect(formatChange(-77 / 2081)).toBe('\u22123.70\u2009%');
    expect(formatChange(0)).toBe('0');
    expect(formatRange(200, 999)).toBe('200\u2013999');
  });

  it('says points for a difference of shares', () => {
    expect(formatPoints(-0.00625)).toBe('\u22120.625 points');
    expect(formatPoints(0)).toBe('0 points');
  });

  it('writes small p-values as an inequality', () => {
    expect(formatP(0.125)).toBe('p = 0.125');
    expect(formatP(0.001)).toBe('p = 0.001');
    expect(formatP(0.0009)).toBe('p < 0.001');
  });
});

describe('thresholds', () => {
  it('shows 3 decimals', () => {
    expect(formatThreshold(7.874999982333975)).toBe('7.875');
    expect(formatThreshold(-3.1)).toBe('\u22123.100');
    expect(formatThreshold(0)).toBe('0.000');
    expect(formatThreshold(Infinity)).toBe('never stop');
  });

  it('grows until it differs from its neighbours', () => {
    expect(formatThreshold(7.874999886727892, [7.874999982333975, 7.75])).toBe('7.8749999');
    expect(formatThreshold(7.874999982333975, [7.874999886727892, 8])).toBe('7.8750000');
    expect(formatThreshold(1, [1 + Number.EPSILON])).not.toBe(formatThreshold(1 + Number.EPSILON, [1]));
    expect(formatThreshold(7.875, [7.875, Infinity])).toBe('7.875');
  });

  it('stays short for huge and tiny scores', () => {
    expect(formatThreshold(-1e30)).toBe('\u22121.000e+30');
    expect(formatThreshold(1e300)).toBe('1.000e+300');
    expect(formatThreshold(0.000012)).toBe('1.200e\u22125');
  });

  it('holds all digits in the field and reads them back', () => {
    expect(formatExact(7.874999982333975)).toBe('7.874999982333975');
    for (const value of [7.874999982333975, -0.1, 1e-7, -1e30, 5e300, 8.000000061001629]) {
      expect(parseThreshold(formatExact(value))).toBe(value);
    }
    expect(parseThreshold(formatExact(Infinity))).toBe(Infinity);
    expect(parseThreshold(' \u22123.5 ')).toBe(-3.5);
    expect(parseThreshold('1 000')).toBe(1000);
    for (const bad of ['', '7,875', 'abc', '0x10', 'NaN', '1e999', '--1', '.']) expect(parseThreshold(bad)).toBeNull();
  });
});
