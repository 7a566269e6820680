/** What the writer and the reader of the exchange format agree on. The format: public/schema/exchange.schema.json. */

export const EXCHANGE_VERSION = 1;

/** The id of a state that names none: the first state at `searchesUsed`, then numbered ones. */
export const derivedStateId = (questionId: string, searchesUsed: number, earlier: number): string =>
  earlier === 0
    ? `${questionId}:search-state:${searchesUsed}`
    : `${questionId}:search-state:${searchesUsed}:${earlier}`;
