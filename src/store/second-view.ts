/** The second run of a comparison, and how it is looked at. The first one is looked at as the view says. */
export interface SecondView {
  /** The id of a sample; null for files, which only who has them can open. */
  readonly data: string | null;
  /** The name of the dataset; null where `data` names it. */
  readonly name: string | null;
  /** The first 16 hex digits of the dataset's hash; null while it is being computed. */
  readonly hash: string | null;
  /** null: the first judge. */
  readonly judge: string | null;
  /** +Infinity never stops; null: the frozen threshold, or never stop where none came with the data. */
  readonly threshold: number | null;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly split: string | null;
}

export const FRESH_SECOND: SecondView = {
  data: null,
  name: null,
  hash: null,
  judge: null,
  threshold: null,
  range: null,
  split: null,
};

/** Numbers and ranges are written and read as those of the first run. */
export interface Notation {
  readonly threshold: (text: string | null) => number | null;
  readonly range: (text: string | null) => SecondView['range'];
  readonly hash: (text: string | null) => string | null;
}

export function encodeSecond(second: SecondView, params: URLSearchParams): void {
  const { data, name, hash, judge, threshold, range, split } = second;
  if (data !== null) params.set('data2', data);
  if (name !== null) params.set('for2', name);
  if (hash !== null) params.set('hash2', hash);
  if (judge !== null) params.set('judge2', judge);
  if (range !== null) params.set('q2', `${range.from}-${range.to}`);
  if (split !== null) params.set('split2', split);
  if (threshold !== null) params.set('t2', Number.isFinite(threshold) ? String(threshold) : 'never');
}

/** null: the address names no second run. */
export function decodeSecond(params: URLSearchParams, read: Notation): SecondView | null {
  const [data, name, hash] = [params.get('data2'), params.get('for2'), read.hash(params.get('hash2'))];
  // A served directory or an address is opened as the first run alone: of the second nothing is fetched unasked.
  const sample = data !== null && /^[\w-]+$/.test(data) ? data : null;
  if (sample === null && name === null && hash === null) return null;
  return {
    data: sample,
    name,
    hash,
    judge: params.get('judge2'),
    threshold: read.threshold(params.get('t2')),
    range: read.range(params.get('q2')),
    split: params.get('split2'),
  };
}
