import { failed, formatProblem, ok, type Result } from '../core/result.ts';
import type { IngestFailure } from '../ingest/ingest.ts';
import { emit, type Surroundings } from './lab-output.ts';

/** A command that reads its arguments and makes one text. */
export interface TextCommand<A> {
  readonly usage: string;
  readonly read: (args: readonly string[]) => Result<A | 'help', string>;
  readonly make: (wanted: A, complain: Surroundings['complain']) => Promise<Result<Made, string>>;
}

export interface Made {
  readonly text: string;
  /** A file to write; null: print. */
  readonly out: string | null;
  /** Exit code once the text is out. */
  readonly code: number;
}

/** What every such command does around its work: help, refusals, output. Returns the exit code; 2 is bad input. */
export async function runText<A>(
  { usage, read, make }: TextCommand<A>,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { print, complain } = surroundings;
  const wanted = read(args);
  if (wanted.kind === 'failed') {
    complain(`${wanted.error}\n\n${usage}`);
    return 2;
  }
  if (wanted.value === 'help') {
    print(`${usage}\n`);
    return 0;
  }
  const made = await make(wanted.value, complain);
  if (made.kind === 'failed') {
    complain(made.error);
    return 2;
  }
  const { text, out, code } = made.value;
  return (await emit(text, out, surroundings)) || code;
}

/** parseArgs throws on options it does not know: that is the user's input, not a bug. */
export function parseOptions<T>(parse: () => T): Result<T, string> {
  try {
    return ok(parse());
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** Why a run could not be read, in one sentence; what was met on the way is said before. */
export function tellFailure(error: string | IngestFailure, complain: Surroundings['complain']): string {
  if (typeof error === 'string') return error;
  for (const problem of error.problems) complain(formatProblem(problem));
  return formatProblem(error);
}
