import { Inflate } from 'fflate';
import { crc32 } from '../../core/crc32.ts';
import { breathe } from '../breathe.ts';
import { type ByteSource, fromBlob } from '../byte-source.ts';
import type { Peeled, PeelFault, PeelHooks } from './gzip.ts';
import { unzstd } from './zstd.ts';

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));

/** One file in an archive. */
export interface ZipMember {
  readonly name: string;
  readonly compressedBytes: number;
  readonly bytes: number;
  readonly unpack: (hooks: PeelHooks) => Promise<Peeled>;
}

const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const LOCAL = 0x04034b50;
const FULL = 0xffffffff;
const STORED = 0;
const DEFLATE = 8;
const ZSTD = 93;
const IS_ENCRYPTED = 1;
/** More in one archive is no data of a run. */
const MOST_MEMBERS = 60_000;
const TOO_MANY: PeelFault = {
  code: 'zip.too-many',
  message: `The zip archive holds more than ${MOST_MEMBERS.toLocaleString('en-US')} files. Nothing of it was read.`,
};
export const EMPTY_ZIP: PeelFault = { code: 'zip.empty', message: 'The zip archive lists no files.' };

/** The files of an archive as its directory lists them (folders left out), or what is wrong with it. */
export const listZip = async (source: ByteSource): Promise<readonly ZipMember[] | PeelFault> => {
  const cut: PeelFault = {
    code: 'zip.cut',
    message: 'The zip archive has no directory at its end: it is cut off or damaged. Nothing of it was read.',
  };
  const directory = await findDirectory(source);
  if (directory === null) return cut;
  const bytes = await source.slice(directory.start, directory.start + directory.size);
  const view = viewOf(bytes);
  const members: ZipMember[] = [];
  let at = 0;
  let entries = 0;
  // As many as stand there: the count beside them is 16 bits wide, and may be damaged.
  for (; at + 46 <= bytes.length && view.getUint32(at, true) === ENTRY; entries++) {
    if (entries === MOST_MEMBERS) return TOO_MANY;
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const entry = entryOf(view, at, extra);
    if (!name.endsWith('/')) members.push(memberOf(source, name, entry));
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  if (entries < directory.count) return cut;
  return entries === 0 ? EMPTY_ZIP : members;
};

interface Entry {
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  readonly header: number;
}

const entryOf = (view: DataView, at: number, extra: Uint8Array): Entry => {
  let size = view.getUint32(at + 24, true);
  let compressed = view.getUint32(at + 20, true);
  let header = view.getUint32(at + 42, true);
  // Zip64: the fields that are full stand in an extra field of kind 1, in this order.
  const wide = wideNumbers(extra);
  if (size === FULL) size = wide.shift() ?? size;
  if (compressed === FULL) compressed = wide.shift() ?? compressed;
  if (header === FULL) header = wide.shift() ?? header;
  return {
    method: view.getUint16(at + 10, true),
    flags: view.getUint16(at + 8, true),
    crc: view.getUint32(at + 16, true),
    compressed,
    size,
    header,
  };
};

const wideNumbers = (extra: Uint8Array): number[] => {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const count = Math.floor(Math.min(view.getUint16(at + 2, true), extra.length - at - 4) / 8);
    return Array.from({ length: count }, (_, i) => Number(view.getBigUint64(at + 4 + i * 8, true)));
  }
  return [];
};

const findDirectory = async (
  source: ByteSource,
): Promise<{ readonly start: number; readonly size: number; readonly count: number } | null> => {
  const from = Math.max(0, source.size - END_BYTES - LONGEST_COMMENT);
  const tail = await source.slice(from, source.size);
  const view = viewOf(tail);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const plain = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      start: view.getUint32(at + 16, true),
    };
    const isWide = plain.count === 0xffff || plain.size === FULL || plain.start === FULL;
    if (!isWide) return plain.start + plain.size <= source.size ? plain : null;
    if (at < 20 || view.getUint32(at - 20, true) !== LOCATOR_64) return null;
    const end = await source.slice(Number(view.getBigUint64(at - 12, true)), source.size);
    const wide = viewOf(end);
    if (end.length < 56 || wide.getUint32(0, true) !== END_64) return null;
    return {
      count: Number(wide.getBigUint64(32, true)),
      size: Number(wide.getBigUint64(40, true)),
      start: Number(wide.getBigUint64(48, true)),
    };
  }
  return null;
};

const memberOf = (source: ByteSource, name: string, entry: Entry): ZipMember => ({
  name,
  compressedBytes: entry.compressed,
  bytes: entry.size,
  unpack: (hooks) => unpackMember(source, name, entry, hooks),
});

const nothing = (name: string, fault: PeelFault): Peeled => ({ source: fromBlob(name, new Blob([])), faults: [fault] });

const unpackMember = async (source: ByteSource, name: string, entry: Entry, hooks: PeelHooks): Promise<Peeled> => {
  if ((entry.flags & IS_ENCRYPTED) !== 0) {
    return nothing(name, { code: 'zip.encrypted', message: 'This file of the archive is encrypted.' });
  }
  const local = await source.slice(entry.header, entry.header + 30);
  if (local.length < 30 || viewOf(local).getUint32(0, true) !== LOCAL) {
    return nothing(name, { code: 'zip.corrupt', message: 'This file is not where the archive says.' });
  }
  const lengths = viewOf(local);
  const start = entry.header + 30 + lengths.getUint16(26, true) + lengths.getUint16(28, true);
  const packed = part(source, name, start, start + entry.compressed);
  switch (entry.method) {
    case STORED:
      return checked(packed, entry, []);
    case DEFLATE:
      return inflate(packed, entry, hooks);
    case ZSTD: {
      const { source: unpacked, faults } = await unzstd(packed, hooks);
      return checked(unpacked, entry, faults);
    }
    default: {
      const message = `This file of the archive is compressed by method ${entry.method}; deflate and zstd are read.`;
      return nothing(name, { code: 'zip.method', message });
    }
  }
};

const inflate = async (packed: ByteSource, entry: Entry, hooks: PeelHooks): Promise<Peeled> => {
  const parts: Blob[] = [];
  const inflater = new Inflate((chunk) => {
    if (chunk.length > 0) parts.push(new Blob([chunk.slice()]));
  });
  const faults: PeelFault[] = [];
  let seen = 0;
  for await (const chunk of packed.stream()) {
    if (hooks.signal.aborted) break;
    seen += chunk.length;
    try {
      inflater.push(chunk, seen >= packed.size);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const message = `This file of the archive is damaged (${error.message}). What stands before was read.`;
      faults.push({ code: 'zip.corrupt', message });
      break;
    }
    hooks.onBytes(chunk.length);
    await breathe();
  }
  return checked(fromBlob(packed.name, new Blob(parts)), entry, faults);
};

const checked = async (source: ByteSource, entry: Entry, faults: readonly PeelFault[]): Promise<Peeled> => {
  if (faults.length > 0) return { source, faults };
  let crc = 0;
  for await (const chunk of source.stream()) crc = crc32(chunk, crc);
  if (crc === entry.crc && source.size === entry.size) return { source, faults };
  const message = 'The checksum of this file does not fit its content: the archive was cut or damaged.';
  return { source, faults: [{ code: 'zip.checksum', message }] };
};

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes from .. to - 1 of a source, as one of its own. */
const part = (source: ByteSource, name: string, from: number, to: number): ByteSource => {
  const size = Math.max(0, Math.min(source.size, to) - from);
  const slice = (start: number, end: number): Promise<Uint8Array> =>
    source.slice(from + start, from + Math.min(size, end));
  return {
    name,
    size,
    slice,
    async *stream() {
      for (let at = 0; at < size; at += PIECE_BYTES) yield await slice(at, at + PIECE_BYTES);
    },
  };
};
const PIECE_BYTES = 256 << 10;
