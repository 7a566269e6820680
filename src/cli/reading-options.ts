import type { ParseArgsConfig } from 'node:util';

/** How the files of DIR are read, alike in every command that reads one. */
export interface ReadingOptions {
  /** A file: how tables of the user's own are read. */
  readonly mapping: string | null;
  /** Labels that share no id and no text with the runs are joined row by row. */
  readonly isJoinedByOrder: boolean;
}

export const READING_OPTIONS = {
  mapping: { type: 'string' },
  'join-by-order': { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

export const readingOf = (values: {
  readonly mapping?: string | undefined;
  readonly 'join-by-order'?: boolean | undefined;
}): ReadingOptions => ({ mapping: values.mapping ?? null, isJoinedByOrder: values['join-by-order'] === true });
