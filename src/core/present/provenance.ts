import { sha256Text } from '../protocol/sha256.ts';
import { listOf, number, objectOf, oneOf, orNull, text, truth, whole } from '../protocol/shape.ts';
import { failed, ok, type Result } from '../result.ts';

/** What an exported figure, table or page rests on: enough to name the data and to compute it again. */
export interface Provenance {
  readonly app: 'stopscope';
  readonly version: string;
  readonly dataset: {
    readonly name: string;
    /** `datasetHash` of the files; null while large files are still being hashed. */
    readonly sha256: string | null;
    readonly files: readonly FileOfRun[];
    /** No row comes from a real system. `notice` says so in the words of the data. */
    readonly isSynthetic: boolean;
    readonly notice: string | null;
  };
  readonly selection: {
    readonly split: string | null;
    /** What figures on the selection may claim: exploratory, validation, confirmatory, descriptive. */
    readonly role: string | null;
    readonly questions: number;
    /** Question indices, both ends included; null: no restriction. */
    readonly range: { readonly from: number; readonly to: number } | null;
  };
  readonly policy: {
    readonly words: string;
    readonly judge: string | null;
    /** null: no threshold, or never stop; `words` says which. */
    readonly threshold: number | null;
    readonly status: 'frozen' | 'post hoc' | null;
  };
  readonly bootstrap: {
    /** Base seed; the published offsets are added per judge and figure. */
    readonly seed: number;
    readonly repeats: number;
    readonly indexRule: string;
  };
  readonly conventions: {
    readonly answerRule: string;
    readonly comparison: '>=';
    /** Largest tolerated loss of EM, a share. */
    readonly margin: number;
    readonly unparsed: string;
    readonly budgets: string;
  };
  /** The threshold or the selection was chosen after a look at the labels. */
  readonly postHoc: boolean;
  /** The part of the address behind the `#`: it opens the same view over the same files. */
  readonly link: string | null;
}

export interface FileOfRun {
  readonly name: string;
  /** Lower-case hex of the file as given; null while it is being computed. */
  readonly sha256: string | null;
}

/** Ends of a 95 % interval over R sorted replicates (definitions.md 6). */
export const INDEX_RULE = 'sorted replicates, ends at int(0.025 R) and int(0.975 R), counted from 0';
export const UNPARSED_RULE = 'an unparsed judge output never stops';
export const BUDGET_RULE = 'budget k stops at the first eligible state with k searches';

/**
 * One hash over the files of a run: SHA-256 (hex) of the sorted lines "<file sha256>  <file name>\n", the name without its
 * folders. `sha256sum * | LC_ALL=C sort | sha256sum` in the folder of the run prints the same. null while a hash is missing,
 * or where there are no files.
 */
export function datasetHash(files: readonly FileOfRun[]): string | null {
  if (files.length === 0 || files.some(({ sha256 }) => sha256 === null)) return null;
  const lines = files.map(({ name, sha256 }) => `${sha256}  ${name.split(/[\\/]/).at(-1)}\n`);
  return sha256Text(lines.sort().join(''));
}

/** As people compare hashes: the first 16 hex digits. */
export const shortHash = (sha256: string): string => sha256.slice(0, 16);

/** The small print, a line an item. Without a hash it says that it is being computed. */
export function provenanceLines(p: Provenance): readonly string[] {
  const { dataset, selection, policy, bootstrap, conventions } = p;
  const hash = dataset.sha256 === null ? 'SHA-256 being computed' : `SHA-256 ${shortHash(dataset.sha256)}`;
  const status = policy.status === null ? '' : ` (${policy.status})`;
  return [
    ...(dataset.notice === null ? [] : [dataset.notice]),
    `${dataset.name}, ${hash}`,
    `${selectionLine(selection)}, n = ${selection.questions}`,
    `policy ${policy.words}${status}${p.postHoc && policy.status !== 'post hoc' ? ', post hoc' : ''}`,
    `answer rule ${conventions.answerRule}, stops at score ${conventions.comparison} threshold, EM margin ${conventions.margin}`,
    `pointwise 95 % intervals, ${bootstrap.repeats} question-level replicates, base seed ${bootstrap.seed}`,
    `stopscope ${p.version}`,
  ];
}

function selectionLine({ split, role, range }: Provenance['selection']): string {
  const ends = range === null ? null : `${range.from}\u2013${range.to}`;
  const parts = [
    ends === null ? 'all questions' : `questions ${ends}`,
    // A range is often its own name.
    ...(split === null || split === ends ? [] : [`split ${split}`]),
  ];
  return `${parts.join(', ')}${role === null ? '' : ` (${role})`}`;
}

const MARK = 'stopscope-provenance';

/**
 * The record as one line of JSON that stands unchanged in XML, HTML, a Markdown or LaTeX comment: no `<`, `>`, `&`, no
 * double hyphen, no line end.
 */
export const provenanceJson = (p: Provenance): string =>
  JSON.stringify(p).replace(/[<>&\u2028\u2029]|-(?=-)/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

export type ProvenancePlace = 'svg' | 'html' | 'markdown' | 'latex' | 'csv' | 'png';

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
      // One cell for every reader of CSV, also for those that know no comments: neither comma nor quote.
      return `# ${MARK}: ${encodeURIComponent(json)}`;
    case 'png':
      return `${MARK}: ${json}`;
  }
}

/** Keyword of the PNG text chunk, id of the SVG and HTML elements. */
export const PROVENANCE_MARK = MARK;

const record = objectOf({
  app: oneOf('stopscope'),
  version: text,
  dataset: objectOf({
    name: text,
    sha256: orNull(text),
    files: listOf(objectOf({ name: text, sha256: orNull(text) })),
    isSynthetic: truth,
    notice: orNull(text),
  }),
  selection: objectOf({
    split: orNull(text),
    role: orNull(text),
    questions: whole,
    range: orNull(objectOf({ from: whole, to: whole })),
  }),
  policy: objectOf({
    words: text,
    judge: orNull(text),
    threshold: orNull(number),
    status: orNull(oneOf('frozen', 'post hoc')),
  }),
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
    value = JSON.parse(json.startsWith('{') ? json : decodeURIComponent(json));
  } catch {
    return failed('The record of Stopscope in this file is damaged.');
  }
  const fault = record(value, '');
  // The shape was looked at field by field just above.
  return fault === null
    ? ok(value as Provenance)
    : failed(`The record of Stopscope in this file is damaged: ${fault}.`);
}

function jsonIn(content: string): string | null {
  const bare = content.replace(/^\uFEFF/, '').trim();
  if (bare.startsWith('{') && bare.includes('"stopscope"')) return bare;
  const found = new RegExp(`(?:\\b${MARK}: |id="${MARK}"[^>]*>\\s*)(\\{[^\\r\\n<]*\\}|%7B\\S*%7D)`).exec(content)?.[1];
  if (found === undefined) return null;
  return unescapeXml(found);
}

/** Programs that save an SVG again may write quotes as entities. */
const unescapeXml = (json: string): string => json.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** How the data of a record stands to the data that is open. */
export type DataMatch =
  | { readonly kind: 'same' }
  | { readonly kind: 'other' }
  /** One of the hashes is not known (yet). */
  | { readonly kind: 'unknown' };

/** Compares whole hashes, or a short one (a link's) with the beginning of the other. */
export function matchData(wanted: string | null, open: string | null): DataMatch {
  if (wanted === null || open === null || wanted === '') return { kind: 'unknown' };
  return { kind: open.startsWith(wanted) ? 'same' : 'other' };
}
