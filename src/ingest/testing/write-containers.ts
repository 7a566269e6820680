/** Small writers of binary containers: for tests and benchmarks, where no tool that writes them is at hand. */

const MAGIC = Buffer.from('PAR1');
const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/** A value of Thrift's compact protocol. */
interface Thrift {
  readonly type: number;
  readonly bytes: Buffer;
}

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
};
const i32 = (value: number): Thrift => ({ type: I32, bytes: varint(value * 2) });
const i64 = (value: number): Thrift => ({ type: I64, bytes: varint(value * 2) });
const text = (value: string): Thrift => {
  const bytes = Buffer.from(value);
  return { type: BINARY, bytes: Buffer.concat([varint(bytes.length), bytes]) };
};
const list = (items: readonly Thrift[]): Thrift => ({
  type: LIST,
  bytes: Buffer.concat([
    items.length < 15
      ? Buffer.from([(items.length << 4) | items[0]!.type])
      : Buffer.concat([Buffer.from([0xf0 | items[0]!.type]), varint(items.length)]),
    ...items.map(({ bytes }) => bytes),
  ]),
});
/** Fields by number, ascending and less than 16 apart. */
const struct = (fields: Readonly<Record<number, Thrift>>): Thrift => {
  let last = 0;
  const parts = Object.entries(fields).map(([number, { type, bytes }]) => {
    const delta = Number(number) - last;
    last = Number(number);
    return Buffer.concat([Buffer.from([(delta << 4) | type]), bytes]);
  });
  return { type: STRUCT, bytes: Buffer.concat([...parts, Buffer.from([0])]) };
};

const DOUBLE = 5;
const BYTE_ARRAY = 6;

const plainValues = (values: readonly (string | number)[]): Buffer => {
  if (typeof values[0] !== 'string') {
    const numbers = Float64Array.from(values as readonly number[]);
    return Buffer.from(numbers.buffer);
  }
  const parts: Buffer[] = [];
  for (const value of values as readonly string[]) {
    const bytes = Buffer.from(value);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    parts.push(length, bytes);
  }
  return Buffer.concat(parts);
};

/** A Parquet file of one row group, plain and uncompressed; all rows have the columns of the first. */
export const writeParquet = (rows: readonly Readonly<Record<string, string | number>>[]): Uint8Array<ArrayBuffer> => {
  const names = Object.keys(rows[0]!);
  const parts: Buffer[] = [MAGIC];
  let offset = MAGIC.length;
  const chunks: Thrift[] = [];
  const elements: Thrift[] = [struct({ 4: text('schema'), 5: i32(names.length) })];
  for (const name of names) {
    const values = rows.map((row) => row[name]!);
    const isText = typeof values[0] === 'string';
    const type = i32(isText ? BYTE_ARRAY : DOUBLE);
    const data = plainValues(values);
    const header = struct({
      1: i32(0),
      2: i32(data.length),
      3: i32(data.length),
      5: struct({ 1: i32(rows.length), 2: i32(0), 3: i32(3), 4: i32(3) }),
    }).bytes;
    const size = header.length + data.length;
    const meta = struct({
      1: type,
      2: list([i32(0)]),
      3: list([text(name)]),
      4: i32(0),
      5: i64(rows.length),
      6: i64(size),
      7: i64(size),
      9: i64(offset),
    });
    chunks.push(struct({ 2: i64(offset), 3: meta }));
    elements.push(struct({ 1: type, 3: i32(0), 4: text(name), ...(isText ? { 6: i32(0) } : {}) }));
    parts.push(header, data);
    offset += size;
  }
  const group = struct({ 1: list(chunks), 2: i64(offset), 3: i64(rows.length) });
  const footer = struct({ 1: i32(1), 2: list(elements), 3: i64(rows.length), 4: list([group]) }).bytes;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Uint8Array.from(Buffer.concat([...parts, footer, length, MAGIC]));
};

const MOST_IN_BLOCK = 128 << 10;

/** A zstd frame of raw blocks: valid, and not any smaller than its content. */
export const writeRawZstd = (content: Uint8Array): Uint8Array<ArrayBuffer> => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(content.length));
  // One segment, its size in 8 bytes, no checksum, no dictionary.
  const parts: Uint8Array[] = [Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0]), size];
  for (let at = 0; at === 0 || at < content.length; at += MOST_IN_BLOCK) {
    const block = content.subarray(at, at + MOST_IN_BLOCK);
    const isLast = at + MOST_IN_BLOCK >= content.length;
    const head = (block.length << 3) | (isLast ? 1 : 0);
    parts.push(Uint8Array.from([head & 255, (head >> 8) & 255, head >> 16]), block);
  }
  return Uint8Array.from(Buffer.concat(parts));
};
