import { Sha256 } from '../core/protocol/sha256.ts';
import type { ByteSource } from './byte-source.ts';

/** A source whose first reading from end to end also hashes it, unless that is for later. */
export interface HashedSource {
  readonly source: ByteSource;
  /** SHA-256 of all its bytes: at once after such a reading, else by reading it for that. */
  hash(): Promise<string>;
}

/**
 * The platform's digest runs on a thread of its own, many times as fast as ours, but wants a file as a whole: files within
 * these sizes are worth it. Where the page is not served securely there is none, and ours reads along.
 */
const DIGESTED_AT_LEAST = 64 << 10;
const DIGESTED_AT_MOST = 64 << 20;
const PIECE_BYTES = 4 << 20;

export const withHash = (source: ByteSource, isAlong = true, digestApart = canDigest(source)): HashedSource => {
  /** Asked for twice, it is computed once. */
  let whole: Promise<string> | null = null;
  let digest: string | null = null;
  /** null: it could not be digested; then it is hashed by reading it again, which says what is wrong. */
  let apart: Promise<string | null> | null = null;
  let hasBegun = false;
  return {
    source: {
      ...source,
      stream() {
        if (hasBegun || !isAlong) return source.stream();
        hasBegun = true;
        if (digestApart) {
          return digestWhile(source, (found) => {
            apart = found;
          });
        }
        return hashWhile(source.stream(), new Sha256(), (found) => {
          digest = found;
        });
      },
    },
    async hash() {
      if (digest !== null) return digest;
      if (digestApart) apart ??= digestWhole(source).catch(() => null);
      whole ??= (async () => (await apart) ?? (await hashByReading(source)))();
      return whole;
    },
  };
};

const canDigest = ({ size }: ByteSource): boolean =>
  size >= DIGESTED_AT_LEAST && size <= DIGESTED_AT_MOST && globalThis.crypto?.subtle !== undefined;

/** Read once, as a whole: the digest is made of the same bytes that are handed out meanwhile. */
async function* digestWhile(
  source: ByteSource,
  onBegin: (digest: Promise<string | null>) => void,
): AsyncIterable<Uint8Array> {
  // What cannot be read as a whole says itself what is wrong, and how far it can be read.
  const bytes = await source.slice(0, source.size).catch(() => null);
  if (bytes === null) return yield* source.stream();
  onBegin(digestOf(bytes).catch(() => null));
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

const digestWhole = async (source: ByteSource): Promise<string> => digestOf(await source.slice(0, source.size));

const digestOf = async (bytes: Uint8Array): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const hashByReading = async (source: ByteSource): Promise<string> => {
  const whole = new Sha256();
  for await (const piece of source.stream()) whole.update(piece);
  return whole.digest();
};

async function* hashWhile(
  pieces: AsyncIterable<Uint8Array>,
  hash: Sha256,
  onEnd: (digest: string) => void,
): AsyncIterable<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  onEnd(hash.digest());
}
