import { listOf, number, objectOf, oneOf, orAbsent, orNull, text, truth, whole } from '../protocol/shape.ts';
import { failed, ok, type Result } from '../result.ts';
import type { Provenance } from './provenance.ts';

const MARK = 'stopscope-provenance';

/**
 * The record as one line of JSON that stands unchanged in XML, HTML, a Markdown or LaTeX comment: no `<`, `>`, `&`, no
 * double hyphen, no line end.
 */
export const provenanceJson = (p: Provenance): string =>
  JSON.stringify(p).replace(/[<>&\u2028\u2029]|-(?=-)/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

export type ProvenancePlace = 'svg' | 'html' | 'markdown' | 'latex' | 'csv' | 'cell' | 'png';

/** The record as it stands in a file of that kind; `readProvenance` finds it again. */
export function embedProvenance(p: Provenance, place: ProvenancePlace): string {
  const json = provenanceJson(p);
  switch (place) {
    case 'svg':
      return `<metadata id="${MARK}">${json}</metadata>`;
    case 'html':
      return `<script type="application/json" id="${MARK}">${json}</script>`;
    case 'markdown':
      return `<!-- ${MARK}: ${json} -->`;
    case 'latex':
      return `% ${MARK}: ${json}`;
    case 'csv':
      return `# ${embedProvenance(p, 'cell')}`;
    case 'cell':
      // The last cell of a line of CSV, for any reader of it: neither comma nor quote.
      return `${MARK}: ${encodeURIComponent(json)}`;
    case 'png':
      return `${MARK}: ${json}`;
  }
}

/** Keyword of the PNG text chunk, id of the SVG and HTML elements. */
export const PROVENANCE_MARK = MARK;

const dataset = objectOf({
  name: text,
  sha256: orNull(text),
  files: listOf(objectOf({ name: text, sha256: orNull(text) })),
  isSynthetic: truth,
  notice: orNull(text),
});
const selection = objectOf({
  split: orNull(text),
  role: orNull(text),
  questions: whole,
  range: orNull(objectOf({ from: whole, to: whole })),
});
const policy = objectOf({
  words: text,
  judge: orNull(text),
  threshold: orNull(number),
  status: orNull(oneOf('frozen', 'post hoc')),
});

const record = objectOf({
  app: oneOf('stopscope'),
  version: text,
  dataset,
  selection,
  policy,
  bootstrap: objectOf({ seed: whole, repeats: whole, indexRule: text }),
  conventions: objectOf({
    answerRule: text,
    comparison: oneOf('>='),
    margin: number,
    unparsed: text,
    budgets: text,
  }),
  postHoc: truth,
  link: orNull(text),
  compared: orAbsent(objectOf({ dataset, selection, policy, by: oneOf('id', 'text'), questions: whole })),
});

/**
 * Reads the record out of the text of an exported file: SVG, HTML, Markdown, LaTeX, CSV, the text chunk of a PNG, or the JSON
 * alone. The error is a sentence.
 */
export function readProvenance(content: string): Result<Provenance, string> {
  const json = jsonIn(content);
  if (json === null) return failed('The file carries no record of Stopscope.');
  let value: unknown;
  try {
    value = recordIn(JSON.parse(json.startsWith('{') ? json : decodeURIComponent(json)));
  } catch {
    return failed('The record of Stopscope in this file is damaged.');
  }
  const fault = record(value, '');
  // The shape was looked at field by field just above.
  return fault === null
    ? ok(value as Provenance)
    : failed(`The record of Stopscope in this file is damaged: ${fault}.`);
}

/** Lines of JSON have it in their head. */
const recordIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'provenance' in value ? value.provenance : value;

function jsonIn(content: string): string | null {
  const bare = content.replace(/^\uFEFF/, '').trim();
  if (bare.startsWith('{"record_type":"stopscope_')) return bare.split('\n', 1)[0]!;
  if (bare.startsWith('{') && bare.includes('"stopscope"')) return bare;
  const found = new RegExp(`(?:\\b${MARK}: |id="${MARK}"[^>]*>\\s*)(\\{[^\\r\\n<]*\\}|%7B\\S*%7D)`).exec(content)?.[1];
  if (found === undefined) return null;
  return unescapeXml(found);
}

/** Programs that save an SVG again may write quotes as entities. */
const unescapeXml = (json: string): string => json.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
