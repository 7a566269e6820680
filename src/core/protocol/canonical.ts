/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * JSON with sorted keys and no white space: the same value always gives the same text, so it can be hashed. Numbers as
 * ECMAScript writes them, keys by UTF-16 unit: the canonical form of RFC 8785. Fields that are undefined are left out.
 * Throws for a number that JSON does not have: such a value belongs into words ("never").
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} is no JSON number`);
    return JSON.stringify(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const field = value[key];
      return field === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(field)}`];
    });
  return `{${fields.join(',')}}`;
}

const isList = (value: Exclude<Json, null | boolean | number | string>): value is readonly Json[] =>
  Array.isArray(value);
