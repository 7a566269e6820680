/** A retrieved passage as its tool wrote it. */
export interface Passage {
  /** null: the layout names none. */
  readonly title: string | null;
  readonly text: string;
}

/** What a state at 0 searches has seen (published context builder). */
const NO_EVIDENCE = '[NO RETRIEVED EVIDENCE]';

/** Where a passage begins: group 1 is its title. Each layout is tried in turn; the first that occurs reads the text. */
const LAYOUTS: readonly RegExp[] = [
  // Search-R1: Doc 1(Title: "Marie Curie") text, and without quotes. A title may hold quotes and parentheses.
  /Doc \d+ ?\(Title: ?(?:"(.*?)"|([^")\n]*))\)(?=\s|$|:)/g,
  // S2G-RAG: [Title] EVIDENCE: text, or [Title] on a line of its own.
  /(?:^|\n)[ \t]*\[([^\]\n]+)\][ \t]*(?:EVIDENCE:)?[ \t]*(?=\n)/g,
  // IRCoT: Wikipedia Title: X, then the text on the next line.
  /(?:^|\n)(?:Wikipedia )?Title: ?([^\n]+)(?=\n)/g,
  // Numbered: (1) "Title" text, Passage 1: Title, [1] Title. The title is the rest of the line.
  /(?:^|\n)(?:\(\d+\)|Passage \d+:|Document \d+:|\[\d+\])[ \t]*"?([^\n]*?)"?(?=\n|$)/g,
];

/** A rule of dashes between passages (S2G-RAG). */
const RULE = /\n\s*-{3,}\s*$/;

/**
 * Reads retrieved text into passages. A text of no known layout is one passage a paragraph, without titles; nothing is
 * ever dropped but the layout's own marks.
 */
export function parsePassages(text: string): readonly Passage[] {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === NO_EVIDENCE) return [];
  const fromJson = readJson(trimmed);
  if (fromJson !== null) return fromJson;
  for (const layout of LAYOUTS) {
    const starts = [...trimmed.matchAll(layout)];
    if (starts.length > 0) return cutAt(trimmed, starts);
  }
  return trimmed
    .split(/\n\s*\n/)
    .map((part) => ({ title: null, text: part.trim() }))
    .filter((passage) => passage.text !== '');
}

function cutAt(text: string, starts: readonly RegExpMatchArray[]): readonly Passage[] {
  const before = text.slice(0, starts[0]!.index).trim();
  const passages: Passage[] = before === '' ? [] : [{ title: null, text: before }];
  starts.forEach((start, i) => {
    const begin = start.index! + start[0].length;
    const end = starts[i + 1]?.index ?? text.length;
    const title = (start[1] ?? start[2] ?? '').trim();
    passages.push({
      title: title === '' ? null : title,
      text: text
        .slice(begin, end)
        .replace(RULE, '')
        .replace(/^[:\s]+/, '')
        .trim(),
    });
  });
  return passages;
}

/** A JSON list of passages: { title?, text | contents | content | document }. null where it is none. */
function readJson(text: string): readonly Passage[] | null {
  if (!text.startsWith('[{') && !text.startsWith('{')) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const passages = (Array.isArray(value) ? value : [value]).map(readEntry);
  return passages.every((passage) => passage !== null) ? passages : null;
}

function readEntry(value: unknown): Passage | null {
  if (typeof value !== 'object' || value === null) return null;
  const entry = value as Readonly<Record<string, unknown>>;
  if (typeof entry.document === 'object') return readEntry(entry.document);
  const text = [entry.text, entry.contents, entry.content, entry.document].find((one) => typeof one === 'string');
  if (typeof text !== 'string') return null;
  if (typeof entry.title === 'string') return { title: entry.title, text };
  // FlashRAG puts the title in quotes on the first line of `contents`.
  const quoted = /^"([^"\n]+)"\n/.exec(text);
  return quoted ? { title: quoted[1]!, text: text.slice(quoted[0].length) } : { title: null, text };
}
