/** Shorter cuts are copies anyway. */
const SHORTEST_WINDOW = 13;

/**
 * The same text in memory of its own. Engines keep a text that was cut out of another as a window into that one: a kept
 * answer of twenty characters would hold the whole batch of rows that it was read with.
 */
export const ownText = (text: string): string =>
  // Joining makes a new text, and the cut is then a window into that.
  text.length < SHORTEST_WINDOW ? text : ` ${text}`.slice(1);
