/** What a tagged trajectory says of itself. */
export interface TaggedRun {
  /** Executed searches in order: the model's query and what came back. */
  readonly searches: readonly { readonly query: string | null; readonly evidence: string }[];
  /** The last answer of the model's; null without one. */
  readonly answer: string | null;
}

interface Dialect {
  readonly name: string;
  /** Without this text there is nothing to look for. */
  readonly mark: string;
  readonly query: RegExp;
  readonly evidence: RegExp;
}

/** How tools mark searches and what came back. A dialect is one entry. */
const DIALECTS: readonly Dialect[] = [
  {
    name: '<search> and <information>',
    mark: '</search>',
    query: /<search>([\s\S]*?)<\/search>/g,
    evidence: /<(information|documents|result|tool_response|observation)>([\s\S]*?)<\/\1>/g,
  },
  {
    name: '<|begin_of_query|> and <|begin_of_documents|>',
    mark: '<|end_of_query|>',
    query: /<\|begin_of_query\|>([\s\S]*?)<\|end_of_query\|>/g,
    evidence: /<\|(begin_of_documents)\|>([\s\S]*?)<\|end_of_documents\|>/g,
  },
  {
    name: '<|begin_search_query|> and <|begin_search_result|>',
    mark: '<|end_search_query|>',
    query: /<\|begin_search_query\|>([\s\S]*?)<\|end_search_query\|>/g,
    evidence: /<\|(begin_search_result)\|>([\s\S]*?)<\|end_search_result\|>/g,
  },
  {
    name: '<tool_call> and <tool_response>',
    mark: '</tool_call>',
    query: /<tool_call>([\s\S]*?)<\/tool_call>/g,
    evidence: /<(tool_response)>([\s\S]*?)<\/\1>/g,
  },
];

const HAS_TAGS =
  /<search>[\s\S]*?<\/search>|<information>|<\|begin_of_query\|>|<\|begin_search_query\|>|<tool_call>|<answer>[\s\S]*?<\/answer>/;
export const isTagged = (text: string): boolean => HAS_TAGS.test(text);

/** Where the model's own text begins, in chat templates; the last of them that occurs first counts. */
const MODEL_TURNS = [
  '<|im_start|>assistant',
  '<|start_header_id|>assistant<|end_header_id|>',
  '[/INST]',
  '<start_of_turn>model',
  '<|Assistant|>',
] as const;
/** The instruction of Search-R1 and its kin, which shows the tags it asks for; without a template it ends at the question. */
const INSTRUCTION = /For example, <answer>\s*Beijing\s*<\/answer>\.?[\s\S]*?Question:[^\n]*\n?/;

/** The part that the model and its searches wrote: prompts hold tags as examples. */
export const withoutPrompt = (text: string): string => {
  const starts = MODEL_TURNS.flatMap((mark) => {
    const at = text.indexOf(mark);
    return at < 0 ? [] : [at + mark.length];
  });
  if (starts.length > 0) return text.slice(Math.min(...starts));
  const instruction = text.includes('For example, <answer>') ? INSTRUCTION.exec(text) : null;
  return instruction === null ? text : text.slice(instruction.index + instruction[0].length);
};

/** The question in a prompt, where a template marks it. */
export const questionInPrompt = (prompt: string): string | null => {
  const found = [...prompt.matchAll(/Question:\s*([^\n]+?)\s*(?=\n|<\||$)/g)].at(-1)?.[1];
  if (found !== undefined) return found;
  const user =
    /(?:<\|im_start\|>user|<\|start_header_id\|>user<\|end_header_id\|>|^user)\s*([\s\S]*?)\s*(?:<\|im_end\|>|<\|eot_id\|>|\nassistant\b|$)/.exec(
      prompt,
    );
  return user?.[1] || null;
};

/**
 * Searches are what came back, not what was asked for: a block of evidence that follows a query of the model's. A query that
 * was never executed (the run broke off, a retry message that shows the tags) is none.
 */
export const parseTagged = (text: string): TaggedRun => {
  const own = withoutPrompt(text);
  let best: TaggedRun['searches'] = [];
  for (const dialect of DIALECTS) {
    if (!own.includes(dialect.mark)) continue;
    const searches = searchesIn(own, dialect);
    if (searches.length > best.length) best = searches;
  }
  return { searches: best, answer: answerIn(own) };
};

const searchesIn = (text: string, { query, evidence }: Dialect): TaggedRun['searches'] => {
  const blocks = [...text.matchAll(evidence)];
  // Queries inside evidence were written by nobody.
  const isInBlock = (at: number): boolean =>
    blocks.some(({ index, 0: whole }) => at > index && at < index + whole.length);
  const queries = [...text.matchAll(query)].filter(({ index }) => !isInBlock(index));
  const searches: { query: string | null; evidence: string }[] = [];
  let before = 0;
  for (const block of blocks) {
    const asked = queries.findLast(({ index }) => index >= before && index < block.index);
    before = block.index;
    if (asked === undefined) continue;
    searches.push({ query: asked[1]!.trim(), evidence: block[2]!.trim() });
  }
  return searches;
};

/** Search-R1's own extractor wants two answers, prompt and response; verl's wants one: both take the last. */
const answerIn = (text: string): string | null => {
  const tagged = [...text.matchAll(/<answer>([\s\S]*?)<\/answer>/g)].at(-1)?.[1];
  if (tagged !== undefined) return tagged.trim();
  return boxedIn(text);
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
