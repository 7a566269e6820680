const makeTable = (): Int32Array => {
  const table = new Int32Array(256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    table[n] = c;
  }
  return table;
};
const TABLE = makeTable();

/** CRC-32 of gzip (RFC 1952, section 8), continued from `crc` (0 at the start). Unsigned 32 bits. */
export const crc32 = (bytes: Uint8Array, crc = 0): number => {
  let c = ~crc;
  for (let i = 0; i < bytes.length; i++) c = TABLE[(c ^ bytes[i]!) & 255]! ^ (c >>> 8);
  return ~c >>> 0;
};
