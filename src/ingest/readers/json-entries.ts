import { endOfString } from './json-text.ts';

/**
 * Keys and raw values of a JSON object in the order of the text. JSON.parse would put keys that look like integers
 * first, and the order of judges decides the seeds of published intervals. `text` must be valid JSON; a value that is no
 * object gives none.
 */
export const entriesInOrder = (text: string): readonly (readonly [key: string, raw: string])[] => {
  const entries: (readonly [string, string])[] = [];
  const open = text.search(/\S/);
  if (text[open] !== '{') return entries;
  let key: string | null = null;
  let from = open + 1;
  let depth = 1;
  const close = (end: number): void => {
    if (key !== null) entries.push([key, text.slice(from, end).trim()]);
    key = null;
    from = end + 1;
  };
  for (let at = open + 1; at < text.length && depth > 0; at++) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && key === null) {
        key = String(JSON.parse(text.slice(at, end)));
        at = text.indexOf(':', end);
        from = at + 1;
      } else {
        at = end - 1;
      }
    } else if (char === '{' || char === '[') {
      depth++;
    } else if (char === '}' || char === ']') {
      depth--;
      if (depth === 0) close(at);
    } else if (char === ',' && depth === 1) {
      close(at);
    }
  }
  return entries;
};
