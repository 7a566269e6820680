import { failed, ok, type Result } from '../core/result.ts';

/** A view as it stands in an address: the page, and what is looked at on it. */
export interface OpenedView {
  readonly page: string;
  readonly params: URLSearchParams;
}

/**
 * Reads what `--open` was given: a whole link, the part of one behind its `#`, or a page alone. Which data it was made on is
 * left out: the view opens on the files of the directory.
 */
export function readOpen(given: string): Result<OpenedView, string> {
  const fragment = given.includes('#') ? given.slice(given.indexOf('#') + 1) : given;
  if (/^https?:/i.test(fragment)) return failed(`--open wants a link to a view, with a # in it, not "${given}".`);
  const [path = '', query = ''] = fragment.replace(/^\/+/, '').split('?', 2);
  const page = path.replace(/\/+$/, '') || 'explore';
  if (!/^[a-z-]{1,40}$/.test(page)) return failed(`--open wants a view such as "#/explore?t=7.5", not "${given}".`);
  const params = new URLSearchParams(query);
  params.delete('data');
  return ok({ page, params });
}

/** The address of the server with the view in it; the data that the server names comes first. */
export function withView(address: string, { page, params }: OpenedView): string {
  const at = address.indexOf('#');
  const own = new URLSearchParams(at < 0 ? '' : address.slice(at + 1).split('?')[1]);
  const all = new URLSearchParams([...own, ...params]);
  const base = at < 0 ? address : address.slice(0, at);
  // The token's colon is readable as it is.
  const query = all.toString().replace('data=dir%3A', 'data=dir:');
  return `${base}#/${page}${query === '' ? '' : `?${query}`}`;
}
