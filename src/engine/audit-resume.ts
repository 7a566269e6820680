import {
  type FileHash,
  markResumed,
  type Protocol,
  readProtocol,
  refuseReplacing,
  stateOf,
} from '../core/protocol/index.ts';
import { failed, ok, type Result } from '../core/result.ts';
import type { Ingested } from '../ingest/index.ts';
import type { JobContext } from './job-context.ts';

/** What taking up a protocol needs to know of the data. */
export interface Resumable {
  readonly open: Ingested;
  readonly protocol: Protocol;
  hashes(context: JobContext): Promise<readonly FileHash[]>;
}

/** A protocol is taken up where its chain holds and the files are the ones it was made with. The error is a sentence. */
export async function resumeProtocol(
  session: Resumable,
  text: string,
  how: 'import' | 'reload',
  context: JobContext,
): Promise<Result<Protocol, string>> {
  const { dataset } = session.open;
  const read = readProtocol(text, dataset);
  if (read.kind === 'failed') return read;
  const protocol = read.value;
  const refusal = refuseReplacing(session.protocol, protocol, dataset);
  if (refusal !== null) return failed(refusal);
  const { frozen } = stateOf(protocol);
  if (frozen !== null) {
    const known = new Set((await session.hashes(context)).map(({ sha256 }) => sha256));
    const changed = frozen.step.freeze.files.find(({ sha256 }) => !known.has(sha256));
    if (changed !== undefined) return failed(`${changed.name} is not the file that was frozen.`);
  }
  return ok(markResumed(protocol, how, new Date().toISOString()));
}
