export interface RequestTarget {
  /** Decoded once, never empty ones. */
  readonly segments: readonly string[];
  /** True when the path ended with a slash; `/` itself has no segments and is a directory. */
  readonly isDirectory: boolean;
  readonly query: URLSearchParams;
}

const NUL = String.fromCharCode(0);

/** A name that may stand between two slashes: it cannot climb, cut a string short or smuggle in a separator. */
export const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes('\\') && !name.includes(NUL);

/** Hidden files and installed packages are nobody's data: neither listed nor served. */
export const isHiddenName = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Splits a relative path with `/`; null when any part of it is not a plain name. */
export function splitPath(path: string): readonly string[] | null {
  const names = path.split('/');
  return names.every(isPlainName) ? names : null;
}

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/**
 * Reads the raw request target. `new URL` is avoided on purpose: it would quietly fold `..` away, and a path that
 * tries to climb should be refused, not repaired. Returns null for anything but a clean absolute path.
 */
export function parseTarget(rawTarget: string): RequestTarget | null {
  if (!rawTarget.startsWith('/')) return null;
  const mark = rawTarget.indexOf('?');
  const rawPath = mark < 0 ? rawTarget : rawTarget.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : rawTarget.slice(mark + 1));
  const isDirectory = rawPath.endsWith('/');
  const parts = rawPath.slice(1, isDirectory && rawPath.length > 1 ? -1 : undefined);
  if (parts === '') return rawPath === '/' ? { segments: [], isDirectory: true, query } : null;
  const segments: string[] = [];
  for (const part of parts.split('/')) {
    const name = decode(part);
    if (name === null || !isPlainName(name)) return null;
    segments.push(name);
  }
  return { segments, isDirectory, query };
}
