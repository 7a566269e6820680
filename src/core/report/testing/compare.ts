/** One leaf where a report is not what it should be. */
export interface Difference {
  readonly path: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

export const FLOAT_TOLERANCE = 1e-12;

/** Means, rates and areas: sums whose last digits depend on the summation of the Python that wrote them. */
const FLOAT_KEY =
  /token_f1|average_precision|mean_|brier|ece_10|estimate|rate|precision|recall|official_em|fraction|coverage|risk|_pp$|headroom|delta/;
const INTERVAL_PATH = /ci95_(low|high)$|paired_bootstrap_95_ci/;

/**
 * Every leaf of `expected` against `actual`, both ways: a key too many is a difference too. Counts, thresholds, interval
 * ends, texts and verdicts must be equal; floats within 1e-12.
 */
export function compareReports(actual: unknown, expected: unknown, path = ''): readonly Difference[] {
  if (isObject(actual) && isObject(expected)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return keys.flatMap((key) =>
      compareReports(ownValue(actual, key), ownValue(expected, key), path === '' ? key : `${path}/${key}`),
    );
  }
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const length = Math.max(actual.length, expected.length);
    return Array.from({ length }, (_, i) => compareReports(actual[i], expected[i], `${path}[${i}]`)).flat();
  }
  return isSameLeaf(actual, expected, path) ? [] : [{ path, actual, expected }];
}

export const countLeaves = (value: unknown): number =>
  isObject(value) || Array.isArray(value)
    ? Object.values(value).reduce<number>((sum, item) => sum + countLeaves(item), 0)
    : 1;

function isSameLeaf(actual: unknown, expected: unknown, path: string): boolean {
  if (typeof actual !== 'number' || typeof expected !== 'number') return actual === expected;
  if (actual === expected) return true;
  if (INTERVAL_PATH.test(path)) return false;
  const key = path.split('/').at(-1) ?? '';
  if (/_count$|^count$/.test(key)) return false;
  return FLOAT_KEY.test(key) && Math.abs(actual - expected) <= FLOAT_TOLERANCE;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownValue = (object: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;
