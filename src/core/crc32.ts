/** Tables 0 .. 3 of 256: how a byte changes the sum, with 0 .. 3 more bytes after it. */
const makeTables = (): Int32Array => {
  const tables = new Int32Array(1024);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    tables[n] = c;
  }
  for (let n = 256; n < 1024; n++) tables[n] = (tables[n - 256]! >>> 8) ^ tables[tables[n - 256]! & 255]!;
  return tables;
};
const T = makeTables();

/** CRC-32 of gzip (RFC 1952, section 8), continued from `crc` (0 at the start). Unsigned 32 bits. Four bytes a step. */
export const crc32 = (bytes: Uint8Array, crc = 0): number => {
  let c = ~crc;
  let i = 0;
  for (const whole = bytes.length - 3; i < whole; i += 4) {
    c ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    c = T[768 + (c & 255)]! ^ T[512 + ((c >>> 8) & 255)]! ^ T[256 + ((c >>> 16) & 255)]! ^ T[c >>> 24]!;
  }
  for (; i < bytes.length; i++) c = T[(c ^ bytes[i]!) & 255]! ^ (c >>> 8);
  return ~c >>> 0;
};
