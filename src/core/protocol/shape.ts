/** Says whether a value from a file has a shape; the path to the first thing that has not, or null. */
export type Shape = (value: unknown, path: string) => string | null;

const wrong = (path: string, wanted: string): string => `${path} should be ${wanted}`;

export const text: Shape = (value, path) => (typeof value === 'string' ? null : wrong(path, 'text'));
export const truth: Shape = (value, path) => (typeof value === 'boolean' ? null : wrong(path, 'true or false'));
export const number: Shape = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? null : wrong(path, 'a number');
export const whole: Shape = (value, path) => (Number.isSafeInteger(value) ? null : wrong(path, 'a whole number'));
export const hash: Shape = (value, path) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? null : wrong(path, 'a SHA-256 in hex');

export const oneOf =
  (...values: readonly string[]): Shape =>
  (value, path) =>
    values.includes(String(value)) && typeof value === 'string' ? null : wrong(path, `one of ${values.join(', ')}`);

export const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? null : shape(value, path);

/** For fields that older files do not have. */
export const orAbsent =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined ? null : shape(value, path);

export const listOf =
  (shape: Shape): Shape =>
  (value, path) => {
    if (!Array.isArray(value)) return wrong(path, 'a list');
    for (const [i, item] of value.entries()) {
      const fault = shape(item, `${path}[${i}]`);
      if (fault !== null) return fault;
    }
    return null;
  };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Further fields may stand beside these. */
export const objectOf =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value, path) => {
    if (!isObject(value)) return wrong(path, 'an object');
    for (const [key, shape] of Object.entries(fields)) {
      const fault = shape(Object.hasOwn(value, key) ? value[key] : undefined, path === '' ? key : `${path}.${key}`);
      if (fault !== null) return fault;
    }
    return null;
  };

/** A union told apart by `kind`. */
export const unionOf =
  (kinds: Readonly<Record<string, Shape>>): Shape =>
  (value, path) => {
    const kind = isObject(value) ? value.kind : undefined;
    const shape = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    return shape === undefined ? wrong(`${path}.kind`, `one of ${Object.keys(kinds).join(', ')}`) : shape(value, path);
  };
