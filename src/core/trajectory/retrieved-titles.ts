import type { StateDetails } from '../terms.ts';
import { parsePassages } from './passages.ts';

/**
 * Titles retrieved by a state: those that its files list, else those of the passages in its context. Without any search
 * nothing was retrieved. null where the files hold neither.
 */
export function retrievedTitles(
  texts: Pick<StateDetails, 'context' | 'titles'> | undefined,
  searchesUsed: number,
): readonly string[] | null {
  if (texts?.titles !== undefined) return texts.titles;
  if (texts?.context == null) return searchesUsed === 0 ? [] : null;
  return parsePassages(texts.context).flatMap(({ title }) => title ?? []);
}
