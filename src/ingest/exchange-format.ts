/** What the writer and the reader of the exchange format agree on. The format: public/schema/exchange.schema.json. */

export const EXCHANGE_VERSION = 1;

/** Joined once each: a dataset of a million states makes a million ids. */
const ENDINGS = Array.from({ length: 32 }, (_, searchesUsed) => `:search-state:${searchesUsed}`);

/** The id of a state that names none: the first state at `searchesUsed`, then numbered ones. */
export const derivedStateId = (questionId: string, searchesUsed: number, earlier: number): string => {
  const id = questionId + (ENDINGS[searchesUsed] ?? `:search-state:${searchesUsed}`);
  return earlier === 0 ? id : `${id}:${earlier}`;
};
