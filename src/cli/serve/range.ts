export type ByteRange =
  /** Send everything with 200. */
  | { readonly kind: 'whole' }
  /** Send `start`..`end`, both included, with 206. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  /** Nothing of that range exists: 416. */
  | { readonly kind: 'outside' };

const WHOLE: ByteRange = { kind: 'whole' };

/**
 * Reads a Range header (RFC 9110, section 14) for a file of `size` bytes. Several ranges at once, other units and
 * broken headers are answered with the whole file, which the RFC allows.
 */
export function parseRange(header: string | undefined, size: number): ByteRange {
  if (header === undefined) return WHOLE;
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header.trim());
  if (match === null) return WHOLE;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return WHOLE;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'outside' } : { kind: 'part', start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return WHOLE;
  if (start >= size) return { kind: 'outside' };
  return { kind: 'part', start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
