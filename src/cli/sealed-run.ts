import { readFile } from 'node:fs/promises';
import {
  asksForSeal,
  beginProtocol,
  closeDataset,
  membersOf,
  type Protocol,
  readProtocol,
  refuseReplacing,
} from '../core/protocol/index.ts';
import { failed, ok, type Problem, type Result } from '../core/result.ts';
import { closeRun } from '../ingest/closed.ts';
import type { Ingested } from '../ingest/ingest.ts';

export interface ClosedRun {
  readonly ingested: Ingested;
  /** The protocol in force; null where none is given and the data asks for no seal. */
  readonly protocol: Protocol | null;
}

/**
 * The run as it may be seen: what the data keeps sealed is closed, unless the protocol in the file has unsealed it. No
 * command computes from labels before that.
 */
export async function closeAsDeclared(ingested: Ingested, path: string | null): Promise<Result<ClosedRun, string>> {
  const { dataset } = ingested;
  if (path === null && !asksForSeal(dataset)) return ok({ ingested, protocol: null });
  const begun = beginProtocol(dataset, false, false, new Date().toISOString());
  const given = path === null ? ok(begun) : await readGiven(path, ingested, begun);
  if (given.kind === 'failed') return given;
  const closed = closeRun(ingested, closeDataset(dataset, given.value));
  const sealed = membersOf(closed.dataset.questions.sealed ?? null).length;
  const problems = sealed === 0 ? closed.problems : [...closed.problems, sealedProblem(sealed)];
  return ok({ ingested: { ...closed, problems }, protocol: given.value });
}

async function readGiven(path: string, { dataset }: Ingested, begun: Protocol): Promise<Result<Protocol, string>> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return failed(`${path} cannot be read.`);
  const protocol = readProtocol(text, dataset);
  if (protocol.kind === 'failed') return failed(`${path}: ${protocol.error}`);
  const refusal = refuseReplacing(begun, protocol.value, dataset);
  return refusal === null ? protocol : failed(`${path}: ${refusal}`);
}

const sealedProblem = (count: number): Problem => ({
  code: 'labels.sealed',
  severity: 'warning',
  message: `${count} labels are sealed.`,
  effect: 'Right and wrong are not computed there. --protocol FILE opens what a protocol has unsealed.',
  file: null,
  line: null,
});
