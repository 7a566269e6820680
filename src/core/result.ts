/** Expected failure is a value. Only bugs throw. */
export type Result<T, E = Problem> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ kind: 'ok', value });
export const failed = <E>(error: E): Result<never, E> => ({ kind: 'failed', error });

export type Severity = 'error' | 'warning' | 'note';

/**
 * Something the user must hear about. `code` is stable and dotted (`json.syntax`, `row.duplicate-id`); `message` is one
 * or two plain sentences: what was found, what was expected. `effect` says what happened to the row.
 */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly effect: string;
  /** File name as the user knows it, or null when the problem belongs to the whole dataset. */
  readonly file: string | null;
  /** Line number from 1, or null when it is not about one line. */
  readonly line: number | null;
}

export const formatProblem = (problem: Problem): string =>
  `${problem.file ?? '(dataset)'}:${problem.line ?? 0}: ${problem.code}: ${problem.message} ${problem.effect}`;

/** For the default branch of a switch over a union: a new member fails to compile here. */
export const unreachable = (value: never): never => {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
};
