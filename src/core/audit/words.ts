/** A count with thin spaces from 1 000 on. */
export const count = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, '\u2009');

export const countOf = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

/** 12.3 %, or "under 0.1 %" for a share that is not nothing. */
export const share = (part: number, whole: number): string => {
  if (whole === 0) return 'none';
  const percent = (part / whole) * 100;
  return percent > 0 && percent < 0.1 ? 'under 0.1\u2009%' : `${percent.toFixed(1)}\u2009%`;
};

/** "a, b and c"; beyond `most` the rest is counted. */
export const listed = (names: readonly string[], most = 4): string => {
  if (names.length > most) return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
};
