import { decodeView, encodeView, type View } from './view.ts';

/**
 * The address is `#/page?view`. It stays behind the hash, so no server sees which data or threshold somebody looks at,
 * and it works on any static host and sub-path.
 */
export interface Address {
  readonly page: string;
  readonly view: View;
}

export function parseAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return { page: path.replace(/\/+$/, '') || 'explore', view: decodeView(new URLSearchParams(query)) };
}

export function formatAddress({ page, view }: Address): string {
  const query = encodeView(view).toString();
  return `#/${page}${query ? `?${query}` : ''}`;
}
