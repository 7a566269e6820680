/**
 * How numbers are written on screen. Values are never rounded before this point: these functions take the exact number
 * and give text. Words for an empty denominator ("no stops") belong to the caller; nothing here turns null into 0.
 */

/** U+2212: a real minus sign, as wide as a plus. */
export const MINUS = '\u2212';
/** U+2009: between thousands, and before the per cent sign. */
export const THIN = '\u2009';
export const NEVER_STOP = 'never stop';

/** Sums of doubles leave noise far below one question in any dataset; below this a difference is an exact zero. */
const NOISE = 1e-12;

const withMinus = (text: string): string => text.replaceAll('-', MINUS);

/** Decimals for EM, F1, AP and searches over n questions: 5, or 4 when n is a multiple of 1 000 (nothing is lost then). */
export const decimalsFor = (questions: number): 4 | 5 => (questions > 0 && questions % 1000 === 0 ? 4 : 5);

/** 0.44250; -0.3 becomes −0.30000. A zero keeps its decimals: it is a value, not a difference. */
export const formatDecimal = (value: number, decimals: number): string => {
  const text = withMinus(value.toFixed(decimals));
  return Number(value.toFixed(decimals)) === 0 && Math.abs(value) < NOISE ? (0).toFixed(decimals) : text;
};

/** State-level precision and recall, Brier, ECE: 0.6216. */
export const formatFour = (value: number): string => formatDecimal(value, 4);

/** −0.00625, +0.03983, and 0 for an exact zero. */
export const formatDifference = (value: number, decimals: number): string => {
  if (Math.abs(value) < NOISE) return '0';
  return `${value < 0 ? MINUS : '+'}${Math.abs(value).toFixed(decimals)}`;
};

/** An end of an interval carries a sign only when negative; an exact zero is 0. */
const formatEnd = (value: number, decimals: number): string =>
  Math.abs(value) < NOISE ? '0' : withMinus(value.toFixed(decimals));

/** [−0.01250, 0]. */
export const formatInterval = (low: number, high: number, decimals: number): string =>
  `[${formatEnd(low, decimals)}, ${formatEnd(high, decimals)}]`;

/** 2 081 (thin space from 1 000). */
export const formatCount = (value: number): string =>
  withMinus(Math.round(value).toString()).replace(/\B(?=(\d{3})+(?!\d))/g, THIN);

/** 27 / 69. */
export const formatRatio = (numerator: number, denominator: number): string =>
  `${formatCount(numerator)} / ${formatCount(denominator)}`;

/** 0.3913 -> 39.13 % (a fraction of 1 comes in). */
export const formatShare = (fraction: number, decimals = 2): string =>
  `${formatDecimal(fraction * 100, decimals)}${THIN}%`;

/** The interval of a share, in the same unit, 1 decimal: [28.5, 50.9]. */
export const formatShareInterval = (low: number, high: number): string => formatInterval(low * 100, high * 100, 1);

/** A change against native in per cent: −3.70 %, 0. */
export const formatChange = (fraction: number): string => {
  const text = formatDifference(fraction * 100, 2);
  return text === '0' ? text : `${text}${THIN}%`;
};

/** A difference of two shares is in points, never in per cent: −0.625 points. */
export const formatPoints = (difference: number): string => `${formatDifference(difference * 100, 3)} points`;

/** p = 0.125, p < 0.001. The caller names the test in front of it. */
export const formatP = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);

/** 200–999. */
export const formatRange = (from: number, to: number): string => `${from}\u2013${to}`;

/** Every digit, as the field holds it. Infinity is the policy that never stops. */
export const formatExact = (value: number): string => (value === Infinity ? NEVER_STOP : withMinus(String(value)));

const isPlain = (value: number): boolean => value === 0 || (Math.abs(value) < 1e9 && Math.abs(value) >= 5e-4);

const thresholdWith = (value: number, decimals: number): string =>
  withMinus(isPlain(value) ? value.toFixed(decimals) : value.toExponential(Math.min(decimals, 20)));

/**
 * A threshold at 3 decimals, with more digits until it differs from its neighbours (the next thresholds that change
 * anything). Huge and tiny scores go to powers of ten. At 17 digits two different doubles always differ.
 */
export const formatThreshold = (value: number, neighbours: readonly number[] = []): string => {
  if (value === Infinity) return NEVER_STOP;
  if (value === -Infinity) return 'always stop';
  const others = neighbours.filter((other) => other !== value && Number.isFinite(other));
  for (let decimals = 3; decimals <= 17; decimals++) {
    const text = thresholdWith(value, decimals);
    if (others.every((other) => thresholdWith(other, decimals) !== text)) return text;
  }
  return formatExact(value);
};

/**
 * What a person may type as a threshold: every digit counts. Accepts a typographic minus, spaces and "never stop"
 * (Infinity). null: not a number.
 */
export const parseThreshold = (text: string): number | null => {
  const plain = text
    .trim()
    .replaceAll(MINUS, '-')
    .replace(/[\s\u2009\u00a0]+/g, ' ');
  if (/^never( stop)?$/i.test(plain)) return Infinity;
  const compact = plain.replaceAll(' ', '');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(compact)) return null;
  const value = Number(compact);
  return Number.isFinite(value) ? value : null;
};
