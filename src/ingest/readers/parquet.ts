import { decompress as decompressZstd } from 'fzstd';
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { gunzip } from 'hyparquet-compressors/src/gzip.js';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js';
import { breathe } from '../breathe.ts';
import type { ByteSource } from '../byte-source.ts';
import type { Peeled, PeelHooks } from './gzip.ts';
import { RowsBlob } from './rows-blob.ts';

export const isParquet = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;

/**
 * Part by part, not through the package's index: that one compiles WebAssembly as soon as it is loaded, which our
 * Content-Security-Policy forbids and the worker would not survive. Snappy is hyparquet's own.
 *
 * Brotli, the only one missing, would double the size of the library; nobody in this field writes it.
 */
const COMPRESSORS = {
  GZIP: (input: Uint8Array, length: number) => gunzip(input, new Uint8Array(length)),
  ZSTD: (input: Uint8Array) => decompressZstd(input),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** Rows held as objects at once; row groups may be of any size. */
const ROWS_AT_ONCE = 20_000;

/** A Parquet file as rows of JSON, batch by batch. Rows before a damaged part are kept. */
export const unpackParquet = async (source: ByteSource, hooks: PeelHooks): Promise<Peeled> => {
  const rows = new RowsBlob();
  const cut = async (start: number, end = source.size): Promise<ArrayBuffer> => {
    // Damaged metadata may point anywhere; Node would not survive a Blob cut there.
    if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end <= source.size))
      throw new Error('its metadata points outside the file');
    const bytes = await source.slice(start, end);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  };
  const file = {
    byteLength: source.size,
    slice(start: number, end?: number): Promise<ArrayBuffer> {
      const bytes = cut(start, end);
      // The library asks for several at once and waits for the first: a later one that fails is no crash.
      bytes.catch(() => {});
      return bytes;
    },
  };
  const fault = await attempt(async () => {
    const metadata = await parquetMetadataAsync(file);
    await readRows(file, metadata, rows, source.size, hooks);
  });
  return {
    source: rows.finish(source.name),
    faults: fault === null ? [] : [{ code: 'parquet.damaged', message: `The Parquet file cannot be read: ${fault}` }],
  };
};

type AsyncFile = Parameters<typeof parquetMetadataAsync>[0];

const readRows = async (
  file: AsyncFile,
  metadata: FileMetaData,
  rows: RowsBlob,
  size: number,
  { signal, onBytes }: PeelHooks,
): Promise<void> => {
  const total = Number(metadata.num_rows);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = rowStart + Number(group.num_rows);
    for (; rowStart < groupEnd; rowStart += ROWS_AT_ONCE) {
      if (signal.aborted) return;
      const rowEnd = Math.min(groupEnd, rowStart + ROWS_AT_ONCE);
      const batch = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors: COMPRESSORS });
      for (const row of batch) rows.add(row);
      onBytes((size * (rowEnd - rowStart)) / Math.max(1, total));
      await breathe();
    }
    rowStart = groupEnd;
  }
};

/** The library throws on whatever it cannot read; a file that vanished is another matter and goes on up. */
const attempt = async (work: () => Promise<void>): Promise<string | null> => {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof DOMException || !(error instanceof Error)) throw error;
    return error.message
      .replace(/\s+/g, ' ')
      .replace(/[.\s]*$/, '.')
      .slice(0, 200);
  }
};
