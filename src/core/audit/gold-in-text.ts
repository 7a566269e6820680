import { squad } from '../answers/squad.ts';
import type { Gold } from '../terms.ts';

/** "Gold answer:", "Correct answer =", "Ground truth:": words that only a labelled prompt has. */
const LABEL_WORDS = /\b(gold(en)?|correct|reference|ground[- _]?truth)[ _-]?(answers?|labels?)?\s*[:=]/i;

const targetsOf = (gold: Gold): readonly string[] => (typeof gold === 'string' ? [gold] : gold);

/** Too common to mean anything when they occur in a text. */
const COMMON = /^(yes|no|true|false)$/;
/** In a long text shorter answers ("us", "it") occur for other reasons. */
const SHORTEST = 3;

/**
 * Whether a gold answer occurs in the text as words, both normalised as for matching answers; yes and no never count. Not
 * as a mere piece of the text: "no" stands in "Noether" and gives nothing away.
 */
export function occursIn(text: string, gold: Gold | null, shortest = SHORTEST): boolean {
  if (gold === null) return false;
  const haystack = squad.normalise(text);
  return targetsOf(gold).some((target) => {
    const needle = squad.normalise(target);
    return needle.length >= shortest && !COMMON.test(needle) && hasWords(haystack, needle);
  });
}

/** At word starts; the end may carry a possessive s, whose apostrophe normalising has deleted. */
function hasWords(haystack: string, needle: string): boolean {
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    const isStart = at === 0 || haystack[at - 1] === ' ';
    const rest = haystack.slice(at + needle.length, at + needle.length + 2);
    if (isStart && (rest === '' || rest[0] === ' ' || rest === 's' || rest === 's ')) return true;
  }
  return false;
}

/**
 * What gives the answer away in a prompt: words that announce a label, or the gold answer outside the question and the
 * retrieved context, where it may rightly stand. `given` are those texts; without the context (`isContextKnown` false)
 * the answer itself cannot be told from evidence, and only the words are looked for. null: nothing.
 */
export function givesGoldAway(
  prompt: string,
  gold: Gold | null,
  given: readonly string[],
  isContextKnown: boolean,
): string | null {
  const words = LABEL_WORDS.exec(prompt)?.[0];
  if (words !== undefined) return `the prompt says "${words}"`;
  if (!isContextKnown) return null;
  const rest = given.reduce((text, part) => (part === '' ? text : text.split(part).join('\n')), prompt);
  return occursIn(rest, gold) ? 'the gold answer stands in the prompt, outside question and context' : null;
}
