import { canonicalJson, type Json } from './canonical.ts';
import { sha256Text } from './sha256.ts';
import type { LogEntry, Protocol, Step } from './types.ts';

export const EMPTY_PROTOCOL: Protocol = { stopscope: 'protocol', version: 1, entries: [] };
const FIRST = '0'.repeat(64);

/** The hash of the last entry: whoever knows it knows the whole log. */
export const headOf = ({ entries }: Protocol): string => entries.at(-1)?.hash ?? FIRST;

/** The protocol with one more step. `time` is the clock's; it never runs back in the log. */
export function append(protocol: Protocol, step: Step, time: string): Protocol {
  const last = protocol.entries.at(-1);
  const unsigned = {
    index: protocol.entries.length,
    time: last !== undefined && last.time > time ? last.time : time,
    step,
    previous: headOf(protocol),
  };
  return { ...protocol, entries: [...protocol.entries, { ...unsigned, hash: hashOf(unsigned) }] };
}

/** What the chain is made of. Also tells a changed step, because its text enters the hash. */
export const hashOf = ({ index, time, step, previous }: Omit<LogEntry, 'hash'>): string =>
  sha256Text(canonicalJson({ index, time, step: toJson(step), previous }));

/** Steps are plain data: what JSON makes of them is what they are. */
const toJson = (value: Step): Json => JSON.parse(JSON.stringify(value)) as Json;

export interface ChainFault {
  readonly index: number;
  readonly message: string;
}

/** Every entry whose number, time, link or hash is not what it has to be. */
export function checkChain({ entries }: Protocol): readonly ChainFault[] {
  const faults: ChainFault[] = [];
  let previous = FIRST;
  let time = '';
  entries.forEach((entry, i) => {
    const say = (message: string) => faults.push({ index: i, message });
    if (entry.index !== i) say(`Entry ${i} is numbered ${entry.index}.`);
    if (entry.previous !== previous) say(`Entry ${i} (${entry.step.kind}) does not follow the entry before it.`);
    if (entry.hash !== hashOf(entry)) say(`Entry ${i} (${entry.step.kind}) was changed: its hash does not match.`);
    if (entry.time < time) say(`Entry ${i} is older than the one before it.`);
    previous = entry.hash;
    time = entry.time;
  });
  return faults;
}
