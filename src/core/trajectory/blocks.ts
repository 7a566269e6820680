/** A stretch of a tagged trajectory: what the model thought, searched, was shown, and answered. */
export interface Block {
  readonly kind: 'reasoning' | 'search' | 'information' | 'answer';
  readonly text: string;
}

const KINDS: Readonly<Record<string, Block['kind']>> = {
  think: 'reasoning',
  reasoning: 'reasoning',
  reason: 'reasoning',
  search: 'search',
  query: 'search',
  search_query: 'search',
  information: 'information',
  documents: 'information',
  result: 'information',
  search_result: 'information',
  tool_response: 'information',
  observation: 'information',
  answer: 'answer',
};

/** <search>, </search>, <|begin_of_query|>, <|end_search_query|> and their kin. */
const TAG = /<(\/?)([a-z_]{3,20})>|<\|(begin|end)(?:_of)?_([a-z_]{3,20})\|>/g;

/**
 * Splits a tagged trajectory into blocks. A tag opens a block only when its own closing tag follows before the same tag
 * opens again, so that a prompt or a retry message that merely mentions `<search> and </search>` stays reasoning. What
 * carries no tag is reasoning. Text is never interpreted further.
 */
export function parseBlocks(text: string): readonly Block[] {
  const tags = [...text.matchAll(TAG)].flatMap((match) => readTag(match));
  const next = nextOfSameName(tags);
  const blocks: Block[] = [];
  let at = 0;
  for (let i = 0; i < tags.length; i++) {
    const open = tags[i]!;
    if (open.start < at || open.isClosing) continue;
    const close = next[i];
    if (!close?.isClosing) continue;
    push(blocks, 'reasoning', text.slice(at, open.start));
    push(blocks, KINDS[open.name]!, text.slice(open.end, close.start));
    at = close.end;
  }
  push(blocks, 'reasoning', text.slice(at));
  return blocks;
}

/** One pass from the end: looking ahead from every tag would be quadratic in a long trajectory. */
function nextOfSameName(tags: readonly Tag[]): readonly (Tag | undefined)[] {
  const seen = new Map<string, Tag>();
  const next: (Tag | undefined)[] = new Array(tags.length);
  for (let i = tags.length - 1; i >= 0; i--) {
    next[i] = seen.get(tags[i]!.name);
    seen.set(tags[i]!.name, tags[i]!);
  }
  return next;
}

interface Tag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly start: number;
  readonly end: number;
}

function readTag(match: RegExpMatchArray): Tag[] {
  const name = match[2] ?? match[4]!;
  if (!Object.hasOwn(KINDS, name)) return [];
  const start = match.index!;
  return [{ name, isClosing: match[1] === '/' || match[3] === 'end', start, end: start + match[0].length }];
}

function push(blocks: Block[], kind: Block['kind'], raw: string): void {
  const text = raw.trim();
  if (text === '') return;
  const last = blocks.at(-1);
  if (last?.kind === 'reasoning' && kind === 'reasoning')
    blocks[blocks.length - 1] = { kind, text: `${last.text}\n\n${text}` };
  else blocks.push({ kind, text });
}
