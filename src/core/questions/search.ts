/** Terms of a query: words, and "phrases in quotes". Lower case; all must occur. */
export function parseQuery(query: string): readonly string[] {
  const terms: string[] = [];
  for (const match of query.toLowerCase().matchAll(/"([^"]+)"|(\S+)/g)) {
    const term = (match[1] ?? match[2] ?? '').trim();
    if (term !== '' && term !== '"') terms.push(term);
  }
  return terms;
}

export const matchesAll = (text: string, terms: readonly string[]): boolean => {
  for (const term of terms) if (!text.includes(term)) return false;
  return true;
};
