import {
  checkChain,
  checkOrder,
  type FileHash,
  markResumed,
  type Protocol,
  parseProtocol,
  resolveSplits,
  stateOf,
} from '../core/protocol/index.ts';
import { failed, ok, type Result } from '../core/result.ts';
import type { Ingested } from '../ingest/index.ts';
import type { JobContext } from './job-context.ts';

/** What taking up a protocol needs to know of the data. */
export interface Resumable {
  readonly open: Ingested;
  hashes(context: JobContext): Promise<readonly FileHash[]>;
}

/** A protocol is taken up where its chain holds and the files are the ones it was made with. The error is a sentence. */
export async function resumeProtocol(
  session: Resumable,
  text: string,
  how: 'import' | 'reload',
  context: JobContext,
): Promise<Result<Protocol, string>> {
  const parsed = parseProtocol(text);
  if (parsed.kind === 'failed') return parsed;
  const protocol = parsed.value;
  const [fault] = [...checkChain(protocol), ...checkOrder(protocol)];
  if (fault !== undefined) return failed(`The protocol does not hold: ${fault.message}`);
  const { dataset } = session.open;
  const [opened] = protocol.entries;
  const isSameData =
    opened?.step.kind === 'opened' &&
    opened.step.questions === dataset.questions.count &&
    opened.step.states === dataset.states.count;
  if (!isSameData) return failed('The protocol is about other data than what is open.');
  const { splits, frozen } = stateOf(protocol);
  const resolved = resolveSplits(dataset, splits);
  if (resolved.kind === 'failed') return resolved;
  if (frozen !== null) {
    const known = new Set((await session.hashes(context)).map(({ sha256 }) => sha256));
    const changed = frozen.step.freeze.files.find(({ sha256 }) => !known.has(sha256));
    if (changed !== undefined) return failed(`${changed.name} is not the file that was frozen.`);
  }
  return ok(markResumed(protocol, how, new Date().toISOString()));
}
