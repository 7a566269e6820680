import { Gunzip } from 'fflate';
import { crc32 } from '../../core/crc32.ts';
import { breathe } from '../breathe.ts';
import { type ByteSource, fromBlob } from '../byte-source.ts';

/** Of gzip, zstd, zip, Parquet and UTF-16. */
export type FaultCode =
  | `gzip.${'cut' | 'checksum' | 'corrupt' | 'trailing-bytes'}`
  | `zstd.${'cut' | 'corrupt'}`
  | `zip.${'cut' | 'checksum' | 'corrupt' | 'method' | 'encrypted' | 'empty' | 'too-many'}`
  | 'parquet.damaged'
  | `utf16.${'read' | 'damaged'}`;

/** What was wrong with a file as it was given, or worth saying. The bytes before a fault are kept in every case. */
export interface PeelFault {
  readonly code: FaultCode;
  readonly message: string;
  /** Where it is not an error that ends the reading. */
  readonly mild?: { readonly severity: 'warning' | 'note'; readonly effect: string };
}

export interface Peeled {
  readonly source: ByteSource;
  readonly faults: readonly PeelFault[];
}

export interface PeelHooks {
  /** Compressed bytes read since the last call. */
  onBytes(count: number): void;
  readonly signal: AbortSignal;
}

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Small pushes: the output of one push is held in memory at once, and deflate can expand a thousandfold. */
const PUSH_BYTES = 1 << 16;
/** Decompressed bytes are handed to Blobs of this size, which the browser may keep on disk. */
const PART_BYTES = 4 << 20;

/** After so many decompressed bytes other work of the thread gets its turn: a cancel must get through. */
const BREATH_BYTES = 16 << 20;

/** Header of 10 bytes and trailer of 8; below that even the header may be missing. */
const SMALLEST_FILE_BYTES = 18;

interface Member {
  crc: number;
  size: number;
}

/**
 * Decompresses one gzip file. fflate and not DecompressionStream: Chromium's rejects concatenated members and drops what
 * was already decoded when a file is cut. fflate checks no checksum, so each member's is verified here, and a cut that
 * fflate lets pass shows as a wrong or missing trailer.
 */
export const gunzip = async (source: ByteSource, hooks: PeelHooks): Promise<Peeled> => {
  const parts: Blob[] = [];
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let pendingBytes = 0;
  const flush = (): void => {
    if (pendingBytes > 0) parts.push(new Blob(pending));
    pending = [];
    pendingBytes = 0;
  };

  let sinceBreath = 0;
  const members: { readonly member: Member; readonly end: number }[] = [];
  let member: Member = { crc: 0, size: 0 };
  const inflater = new Gunzip((chunk) => {
    if (chunk.length === 0) return;
    member.crc = crc32(chunk, member.crc);
    member.size = (member.size + chunk.length) >>> 0;
    // A copy: fflate hands out views of a window that it goes on using.
    pending.push(chunk.slice());
    pendingBytes += chunk.length;
    sinceBreath += chunk.length;
    if (pendingBytes >= PART_BYTES) flush();
  });
  inflater.onmember = (offset) => {
    members.push({ member, end: offset });
    member = { crc: 0, size: 0 };
  };

  let failure: string | null = null;
  let pushedFrom = 0;
  let seen = 0;
  reading: for await (const chunk of source.stream()) {
    if (hooks.signal.aborted) break;
    for (let at = 0; at < chunk.length; at += PUSH_BYTES) {
      const piece = chunk.subarray(at, at + PUSH_BYTES);
      pushedFrom = seen;
      seen += piece.length;
      try {
        inflater.push(piece, seen === source.size);
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
        break reading;
      }
      hooks.onBytes(piece.length);
      if (sinceBreath < BREATH_BYTES) continue;
      sinceBreath = 0;
      await breathe();
      if (hooks.signal.aborted) break reading;
    }
  }
  flush();
  const faults: PeelFault[] = [];
  if (!hooks.signal.aborted) {
    for (const { member: done, end } of members) {
      if (!(await hasTrailer(source, end, done))) faults.push(checksumFault(end));
    }
    const last = await lastFault(source, member, failure, pushedFrom);
    if (last !== null) faults.push(last);
  }
  return { source: fromBlob(source.name, new Blob(parts)), faults };
};

const checksumFault = (end: number): PeelFault => ({
  code: 'gzip.checksum',
  message: `The checksum of the gzip member that ends at byte ${end} does not fit its content: the file was damaged.`,
});

const isTrailer = (bytes: Uint8Array, at: number, member: Member): boolean => {
  if (at < 0 || at + 8 > bytes.length) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8);
  return view.getUint32(0, true) === member.crc && view.getUint32(4, true) === member.size;
};

/** A member ends with its CRC-32 and its size modulo 2^32, both little-endian (RFC 1952). */
const hasTrailer = async (source: ByteSource, end: number, member: Member): Promise<boolean> =>
  isTrailer(await source.slice(Math.max(0, end - 8), end), 0, member);

const lastFault = async (
  source: ByteSource,
  member: Member,
  failure: string | null,
  pushedFrom: number,
): Promise<PeelFault | null> => {
  if (failure === null && (await hasTrailer(source, source.size, member))) return null;
  // Bytes after the last member make fflate throw (four or more) or pass unseen (fewer). Both leave the true trailer
  // a little before the end of what was pushed.
  const from = Math.max(0, (failure === null ? source.size : pushedFrom) - 12);
  const tail = await source.slice(from, Math.min(source.size, from + 12 + PUSH_BYTES));
  for (let at = 0; at + 8 <= tail.length; at++) {
    if (!isTrailer(tail, at, member)) continue;
    const extra = source.size - (from + at + 8);
    return {
      code: 'gzip.trailing-bytes',
      message: `${extra} bytes follow the end of the gzip data. They are not gzip and were left out.`,
    };
  }
  if (failure === null && source.size >= SMALLEST_FILE_BYTES) {
    return {
      code: 'gzip.checksum',
      message: 'The checksum at the end is missing or wrong: the file was cut or damaged.',
    };
  }
  if (failure !== null && failure !== 'unexpected EOF') {
    return {
      code: 'gzip.corrupt',
      message: `The gzip data is damaged after byte ${pushedFrom} (${failure}). What stands before was read.`,
    };
  }
  return {
    code: 'gzip.cut',
    message: 'The gzip file is cut off: its end is missing. What could be decompressed was read.',
  };
};
