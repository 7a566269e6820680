import { pythonStrip } from './python-text.ts';

const DECIMAL = /\p{Nd}/u;
const DECIMALS = /\p{Nd}/gu;
const NUMBER = /^[+-]?(?:(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:e[+-]?\d(?:_?\d)*)?|inf(?:inity)?|nan)$/i;

/** The value of a decimal digit of any script: Unicode keeps them in runs of ten, 0 first, some runs adjoining. */
const digitValue = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 128) return code - 48;
  let before = 0;
  while (DECIMAL.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
};

/**
 * CPython's `float(text)`, or null where that raises ValueError: white space around, single underscores between digits,
 * digits of any script, `inf` and `nan` in any case. Too large gives infinity.
 */
export const parsePythonFloat = (text: string): number | null => {
  const stripped = pythonStrip(text);
  const ascii = /^[\0-\x7f]*$/.test(stripped)
    ? stripped
    : stripped.replace(DECIMALS, (digit) => String(digitValue(digit)));
  if (!NUMBER.test(ascii)) return null;
  const lower = ascii.toLowerCase();
  if (lower.endsWith('nan')) return Number.NaN;
  if (lower.includes('n')) return lower.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(lower.replaceAll('_', ''));
};

/**
 * CPython's `str(float)`: the shortest digits that read back the same, with `.0` where there is no fraction, and an
 * exponent of at least two digits below 1e-4 and from 1e16 on.
 */
export const formatPythonFloat = (value: number): string => {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  const sign = value < 0 ? '-' : '';
  const digits = mantissa.replace('-', '').replace('.', '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
};
