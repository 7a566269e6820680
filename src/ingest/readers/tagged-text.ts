import { ownText } from './own-text.ts';

/** What a tagged trajectory says of itself. */
export interface TaggedRun {
  /** Executed searches in order: the model's query and what came back. */
  readonly searches: readonly { readonly query: string | null; readonly evidence: string }[];
  /** The last answer of the model's; null without one. */
  readonly answer: string | null;
}

/** What opens a block and what closes it. */
type Tag = readonly [open: string, close: string];

interface Dialect {
  readonly name: string;
  readonly query: Tag;
  readonly evidence: readonly Tag[];
}

const tag = (name: string): Tag => [`<${name}>`, `</${name}>`];
const ANSWER = tag('answer');

/** How tools mark searches and what came back. A dialect is one entry. */
const DIALECTS: readonly Dialect[] = [
  {
    name: '<search> and <information>',
    query: tag('search'),
    evidence: ['information', 'documents', 'result', 'tool_response', 'observation'].map(tag),
  },
  {
    name: '<|begin_of_query|> and <|begin_of_documents|>',
    query: ['<|begin_of_query|>', '<|end_of_query|>'],
    evidence: [['<|begin_of_documents|>', '<|end_of_documents|>']],
  },
  {
    name: '<|begin_search_query|> and <|begin_search_result|>',
    query: ['<|begin_search_query|>', '<|end_search_query|>'],
    evidence: [['<|begin_search_result|>', '<|end_search_result|>']],
  },
  {
    name: '<tool_call> and <tool_response>',
    query: tag('tool_call'),
    evidence: [tag('tool_response')],
  },
];

const SIGNS = ['<information>', '<|begin_of_query|>', '<|begin_search_query|>', '<tool_call>'] as const;

const hasPair = (text: string, [open, close]: Tag): boolean => {
  const at = text.indexOf(open);
  return at >= 0 && text.includes(close, at + open.length);
};

export const isTagged = (text: string): boolean =>
  hasPair(text, DIALECTS[0]!.query) || hasPair(text, ANSWER) || SIGNS.some((sign) => text.includes(sign));

/** Where the model's own text begins, in chat templates; the last of them that occurs first counts. */
const MODEL_TURNS = [
  '<|im_start|>assistant',
  '<|start_header_id|>assistant<|end_header_id|>',
  '[/INST]',
  '<start_of_turn>model',
  '<|Assistant|>',
] as const;
const MODEL_TURNS_BARE = MODEL_TURNS.filter((mark) => !mark.startsWith('<|'));
/** The instruction of Search-R1 and its kin, which shows the tags it asks for; without a template it ends at the question. */
const INSTRUCTION = /For example, <answer>\s*Beijing\s*<\/answer>\.?[\s\S]*?Question:[^\n]*\n?/;

/** The part that the model and its searches wrote: prompts hold tags as examples. */
export const withoutPrompt = (text: string): string => {
  let start = text.length + 1;
  for (const mark of text.includes('<|') ? MODEL_TURNS : MODEL_TURNS_BARE) {
    const at = text.indexOf(mark);
    if (at >= 0) start = Math.min(start, at + mark.length);
  }
  if (start <= text.length) return text.slice(start);
  const instruction = text.includes('For example, <answer>') ? INSTRUCTION.exec(text) : null;
  return instruction === null ? text : text.slice(instruction.index + instruction[0].length);
};

/** The question in a prompt, where a template marks it. */
export const questionInPrompt = (prompt: string): string | null => {
  const found = [...prompt.matchAll(/Question:\s*([^\n]+?)\s*(?=\n|<\||$)/g)].at(-1)?.[1];
  if (found !== undefined) return ownText(found);
  const user =
    /(?:<\|im_start\|>user|<\|start_header_id\|>user<\|end_header_id\|>|^user)\s*([\s\S]*?)\s*(?:<\|im_end\|>|<\|eot_id\|>|\nassistant\b|$)/.exec(
      prompt,
    );
  return ownText(user?.[1] ?? '') || null;
};

/**
 * Searches are what came back, not what was asked for: a block of evidence that follows a query of the model's. A query that
 * was never executed (the run broke off, a retry message that shows the tags) is none.
 */
export const parseTagged = (text: string): TaggedRun => {
  const own = withoutPrompt(text);
  const searches = executedIn(own).map(({ query, evidence }) => ({
    query: textOf(own, query).trim(),
    evidence: textOf(own, evidence).trim(),
  }));
  return { searches, answer: answerIn(own) };
};

/** As `parseTagged`, the searches only counted: reading a file needs no copy of every passage. */
export const outlineTagged = (text: string): { readonly searches: number; readonly answer: string | null } => {
  const own = withoutPrompt(text);
  return { searches: executedIn(own).length, answer: answerIn(own) };
};

/** In the dialect that shows most of them. */
const executedIn = (text: string): readonly Executed[] => {
  let best: readonly Executed[] = [];
  for (const dialect of DIALECTS) {
    // Without a query that ends there is nothing to look for.
    if (!text.includes(dialect.query[1])) continue;
    const searches = searchesIn(text, dialect);
    if (searches.length > best.length) best = searches;
  }
  return best;
};

/** A tagged part: where its tag opens, its text begins and ends, and its closing tag ends. */
interface Block {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

interface Executed {
  readonly query: Block;
  readonly evidence: Block;
}

const textOf = (text: string, { from, to }: Block): string => text.slice(from, to);

/**
 * The parts between tags, left to right, each up to the first closing tag; tags that never close are none. By searching
 * for words: passages are long, and an expression would try every `<` in them.
 */
const blocksOf = (text: string, tags: readonly Tag[]): readonly Block[] => {
  const blocks: Block[] = [];
  /** By tag: where it opens next; past the end where it does no more. */
  const next = tags.map(() => -1);
  for (let from = 0; ; ) {
    let first = -1;
    for (let i = 0; i < tags.length; i++) {
      if (next[i]! < from) next[i] = placeOf(text, tags[i]!, from);
      if (next[i]! < text.length && (first < 0 || next[i]! < next[first]!)) first = i;
    }
    if (first < 0) return blocks;
    const [open, close] = tags[first]!;
    const start = next[first]!;
    const to = text.indexOf(close, start + open.length);
    from = to + close.length;
    blocks.push({ start, from: start + open.length, to, end: from });
  }
};

/** Where the tag opens next, if it closes again after that. */
const placeOf = (text: string, [open, close]: Tag, from: number): number => {
  const at = text.indexOf(open, from);
  return at >= 0 && text.includes(close, at + open.length) ? at : text.length;
};

const searchesIn = (text: string, { query, evidence }: Dialect): readonly Executed[] => {
  const blocks = blocksOf(text, evidence);
  if (blocks.length === 0) return [];
  // Queries inside evidence were written by nobody.
  const isInBlock = (at: number): boolean => blocks.some(({ start, end }) => at > start && at < end);
  const queries = blocksOf(text, [query]).filter(({ start }) => !isInBlock(start));
  const searches: Executed[] = [];
  let before = 0;
  for (const block of blocks) {
    const asked = queries.findLast(({ start }) => start >= before && start < block.start);
    before = block.start;
    if (asked !== undefined) searches.push({ query: asked, evidence: block });
  }
  return searches;
};

/** Search-R1's own extractor wants two answers, prompt and response; verl's wants one: both take the last. */
const answerIn = (text: string): string | null => {
  const last = blocksOf(text, [ANSWER]).at(-1);
  const answer = last === undefined ? boxedIn(text) : textOf(text, last).trim();
  return answer === null ? null : ownText(answer);
};

/** \boxed{...} of Search-o1 and the like, braces balanced. */
const boxedIn = (text: string): string | null => {
  const open = text.lastIndexOf('\\boxed{');
  if (open < 0) return null;
  let depth = 1;
  let at = open + 7;
  for (; at < text.length && depth > 0; at++) depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
  if (depth > 0) return null;
  const inside = text.slice(open + 7, at - 1).trim();
  return /^\\text\{([\s\S]*)\}$/.exec(inside)?.[1]?.trim() ?? inside;
};
