/** Unpacks a tar archive held in memory: plain files and folders, which is all that the browser's package has. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BLOCK = 512;

const text = (header, start, length) => header.toString('utf8', start, start + length).replace(/\0.*$/s, '');
const octal = (header, start, length) => Number.parseInt(text(header, start, length).trim() || '0', 8);

/** The POSIX checksum: the bytes of the header, with the checksum's own field taken as spaces. */
function isHeaderRight(header) {
  let sum = 8 * 32;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i];
  return sum === octal(header, 148, 8);
}

/** Calls `visit({name, mode, content})` for every plain file. */
export function readTar(archive, visit) {
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (!isHeaderRight(header)) throw new Error('this is no tar archive, or a damaged one');
    const size = octal(header, 124, 12);
    const start = at + BLOCK;
    if (start + size > archive.length) throw new Error('the tar archive ends early');
    const prefix = text(header, 345, 155);
    const name = prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
    const type = String.fromCharCode(header[156]);
    if (type === '0' || type === '\0') {
      visit({ name, mode: octal(header, 100, 8), content: archive.subarray(start, start + size) });
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

export function untar(archive, directory) {
  readTar(archive, ({ name, mode, content }) => {
    const parts = name.split('/').filter((part) => part !== '' && part !== '.');
    if (parts.includes('..')) throw new Error(`the tar archive wants to write outside: ${name}`);
    const path = join(directory, ...parts);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: mode & 0o777 });
  });
}
