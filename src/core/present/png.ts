import { crc32 } from '../crc32.ts';
import { utf8 } from '../protocol/sha256.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, i) => bytes[i] === byte);

export interface PngNotes {
  /** Of the iTXt chunk; Latin letters, at most 79. */
  readonly keyword: string;
  readonly text: string;
  /** What programs take as its size on paper: pixels a metre. */
  readonly pixelsPerMetre: number;
}

/** The picture with a text and its size on paper in it (PNG, chunks iTXt and pHYs); its pixels stay as they are. */
export function annotatePng(png: Uint8Array, { keyword, text, pixelsPerMetre }: PngNotes): Uint8Array {
  const size = new Uint8Array(9);
  const view = new DataView(size.buffer);
  view.setUint32(0, Math.round(pixelsPerMetre));
  view.setUint32(4, Math.round(pixelsPerMetre));
  size[8] = 1;
  // Keyword, 0; not compressed, method 0; no language, no translated keyword; the text as UTF-8.
  const content = join([utf8(keyword), new Uint8Array(5), utf8(text)]);
  // Right behind the first chunk, IHDR: both have to stand before the pixels.
  const head = 8 + chunkLength(png, 8);
  return join([png.subarray(0, head), chunk('pHYs', size), chunk('iTXt', content), png.subarray(head)]);
}

/** The text of the picture's iTXt or tEXt chunk with that keyword; null where there is none or it is no PNG. */
export function pngText(png: Uint8Array, keyword: string): string | null {
  if (!isPng(png)) return null;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = 8; at + 12 <= png.length; at += chunkLength(png, at)) {
    const kind = latin(png.subarray(at + 4, at + 8));
    const end = at + 8 + view.getUint32(at);
    if ((kind !== 'iTXt' && kind !== 'tEXt') || end > png.length) continue;
    const content = png.subarray(at + 8, end);
    const stop = content.indexOf(0);
    if (stop < 0 || latin(content.subarray(0, stop)) !== keyword) continue;
    if (kind === 'tEXt') return latin(content.subarray(stop + 1));
    // A compressed text is none of ours.
    if (content[stop + 1] !== 0) continue;
    const language = content.indexOf(0, stop + 3);
    const translated = content.indexOf(0, language + 1);
    if (language >= 0 && translated >= 0) return fromUtf8(content.subarray(translated + 1));
  }
  return null;
}

/** Length, kind, content, check sum. */
const chunkLength = (png: Uint8Array, at: number): number =>
  12 + new DataView(png.buffer, png.byteOffset, png.byteLength).getUint32(at);

function chunk(kind: string, content: Uint8Array): Uint8Array {
  const body = join([utf8(kind), content]);
  const ends = new Uint8Array(8);
  const view = new DataView(ends.buffer);
  view.setUint32(0, content.length);
  view.setUint32(4, crc32(body));
  return join([ends.subarray(0, 4), body, ends.subarray(4)]);
}

const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** null where the bytes are no UTF-8. */
function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return null;
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
