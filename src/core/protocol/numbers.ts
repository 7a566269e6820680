/** Numbers in the sentences of claims, as on screen: a real minus, thin spaces, exact zeros. */
const MINUS = '\u2212';
const THIN = '\u2009';
const NOISE = 1e-12;

export const decimal = (value: number, places = 5): string => value.toFixed(places).replace('-', MINUS);

/** −0.00625, +0.03983, 0. */
export const signed = (value: number, places = 5): string =>
  Math.abs(value) < NOISE ? '0' : `${value < 0 ? MINUS : '+'}${Math.abs(value).toFixed(places)}`;

/** [−0.01250, 0]. */
export const interval = (low: number, high: number, places = 5): string => {
  const end = (value: number) => (Math.abs(value) < NOISE ? '0' : decimal(value, places));
  return `[${end(low)}, ${end(high)}]`;
};

export const percent = (share: number, places = 2): string =>
  `${(share * 100).toFixed(places).replace('-', MINUS)}${THIN}%`;

/** A margin or target as people say it: 0.02 -> 2, 0.1 -> 10, without trailing zeros. */
export const plain = (value: number): string => String(Number(value.toFixed(6))).replace('-', MINUS);

export const whole = (value: number): string =>
  String(Math.round(value))
    .replace('-', MINUS)
    .replace(/\B(?=(\d{3})+(?!\d))/g, THIN);
