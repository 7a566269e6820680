import { Sha256 } from '../core/protocol/sha256.ts';
import type { ByteSource } from './byte-source.ts';

/** A source whose first reading from end to end also hashes it, unless that is for later. */
export interface HashedSource {
  readonly source: ByteSource;
  /** SHA-256 of all its bytes: at once after such a reading, else by reading it for that. */
  hash(): Promise<string>;
}

export const withHash = (source: ByteSource, isAlong = true): HashedSource => {
  let hash: Sha256 | null = null;
  let digest: string | null = null;
  return {
    source: {
      ...source,
      stream() {
        if (hash !== null || !isAlong) return source.stream();
        hash = new Sha256();
        return hashWhile(source.stream(), hash, (found) => {
          digest = found;
        });
      },
    },
    async hash() {
      if (digest === null) {
        const whole = new Sha256();
        for await (const piece of source.stream()) whole.update(piece);
        digest = whole.digest();
      }
      return digest;
    },
  };
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
