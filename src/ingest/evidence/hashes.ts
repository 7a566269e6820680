import { TallyCounter } from '../../core/audit/evidence.ts';
import { Sha256, sha256Text } from '../../core/protocol/sha256.ts';
import type { Dataset } from '../../core/terms.ts';
import type { ByteSource } from '../byte-source.ts';
import { isObject, type JsonObject } from '../importers/guards.ts';
import { type SourceRow, toEvidence } from './row.ts';

const HASH_FIELD = /^(.+)_sha256$/;
/** At least so many hex digits: shorter ones say too little. */
const HEX = /^[0-9a-f]{16,64}$/i;
/** What a model was fed with, by its hash or its text. */
const INPUT_FIELD = /(prompt|input|context)/i;

/** Hashes in rows: recomputed where the text stands beside them, compared where two files state one for a state. */
export class HashWatch {
  readonly texts = new TallyCounter();
  readonly shared = new TallyCounter();
  /** Per field: the first 48 bits of what was stated for each state, NaN where nothing was. */
  readonly #stated = new Map<string, Float64Array>();
  #prints: Float64Array | null = null;
  readonly #stateCount: number;

  constructor({ states }: Dataset) {
    this.#stateCount = states.count;
  }

  /** `state` is -1 for rows about a question. */
  add(source: SourceRow, state: number): void {
    const { row } = source;
    for (const key of Object.keys(row)) {
      const stated = row[key];
      const base = HASH_FIELD.exec(key)?.[1];
      if (base === undefined || typeof stated !== 'string' || !HEX.test(stated)) continue;
      const text = row[base];
      if (typeof text === 'string') {
        const isRight = sha256Text(text).startsWith(stated.toLowerCase());
        this.texts.look(isRight ? null : toEvidence(source, `${key} is not the hash of ${base}`));
      }
      if (state >= 0) this.#compare(source, key, state, stated);
    }
    if (state >= 0 && typeof row.context === 'string') this.#print(state, fingerprint(row.context), true);
  }

  get prints(): Float64Array | null {
    return this.#prints;
  }

  #compare(source: SourceRow, key: string, state: number, stated: string): void {
    let values = this.#stated.get(key);
    if (values === undefined) {
      values = new Float64Array(this.#stateCount).fill(Number.NaN);
      this.#stated.set(key, values);
    }
    const value = Number.parseInt(stated.slice(0, 12), 16);
    const before = values[state]!;
    values[state] = value;
    if (INPUT_FIELD.test(key)) this.#print(state, value, false);
    if (Number.isNaN(before)) return;
    this.shared.look(before === value ? null : toEvidence(source, `${key} differs from what another row states`));
  }

  /** A text is surer than a hash that somebody stated. */
  #print(state: number, value: number, isText: boolean): void {
    this.#prints ??= new Float64Array(this.#stateCount).fill(Number.NaN);
    if (isText || Number.isNaN(this.#prints[state]!)) this.#prints[state] = value;
  }
}

/** A quick 53-bit hash (two FNV-1a with different seeds): contexts are compared with each other only. */
function fingerprint(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return (low >>> 0) + ((high ^ (high >>> 13)) & 0x1fffff) * 2 ** 32;
}

/** Bytes between two pauses: some hundredths of a second of hashing. */
const PAUSE_BYTES = 4 << 20;

/** SHA-256 of a file's content, after decompression. `pause` is awaited now and then. */
export async function hashSource(source: ByteSource, pause = async (): Promise<void> => {}): Promise<string> {
  const hash = new Sha256();
  let bytes = 0;
  for await (const piece of source.stream()) {
    hash.update(piece);
    bytes += piece.length;
    if (bytes < PAUSE_BYTES) continue;
    bytes = 0;
    await pause();
  }
  return hash.digest();
}

/** {"labels": "<hex>"} or {"outputs": {"labels": {"sha256": "<hex>"}}}: what a side file says of files beside it. */
export function statedFileHashes(document: JsonObject): readonly (readonly [name: string, hash: string])[] {
  const entries = Object.entries(isObject(document.outputs) ? document.outputs : document);
  return entries.flatMap(([name, value]) => {
    const hash = isObject(value) ? value.sha256 : value;
    return typeof hash === 'string' && /^[0-9a-f]{64}$/i.test(hash) ? [[name, hash.toLowerCase()] as const] : [];
  });
}
