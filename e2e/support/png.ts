/** Reads PNG files apart from the code under test. */
function* chunks(png: Buffer): Generator<{ readonly kind: string; readonly content: Buffer }> {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield { kind: png.toString('latin1', at + 4, at + 8), content: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

export const sizeOfPng = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

/** The text of the iTXt chunk with that keyword. */
export function pngText(png: Buffer, keyword: string): string | null {
  for (const { kind, content } of chunks(png)) {
    if (kind !== 'iTXt' || content.toString('latin1', 0, keyword.length + 1) !== `${keyword}\0`) continue;
    const language = content.indexOf(0, keyword.length + 3);
    return content.toString('utf8', content.indexOf(0, language + 1) + 1);
  }
  return null;
}
