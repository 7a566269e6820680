import { breathe } from '../breathe.ts';
import { type ByteSource, fromBlob } from '../byte-source.ts';
import type { Peeled, PeelFault, PeelHooks } from './gzip.ts';

type Encoding = 'utf-16le' | 'utf-16be';

/** Text of spreadsheets and of Windows shells: two bytes a character, mostly with a mark in front. */
export const isUtf16 = (head: Uint8Array): boolean => encodingOf(head) !== null;

/** By the mark; without one, where every other byte of the beginning is 0, as it is in text of ASCII characters. */
const encodingOf = (head: Uint8Array): Encoding | null => {
  const [a = 1, b = 1, c = 1, d = 1] = head;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? null : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (head.length < 8) return null;
  const isText = (first: number, zero: number): boolean =>
    [0, 2, 4, 6].every((i) => head[i + first]! > 0 && head[i + first]! < 0x80 && head[i + zero] === 0);
  return isText(0, 1) ? 'utf-16le' : isText(1, 0) ? 'utf-16be' : null;
};

/** The text as UTF-8: from there on it is read as any other, line for line. */
export const recodeUtf16 = async (source: ByteSource, { signal, onBytes }: PeelHooks): Promise<Peeled> => {
  const encoding = encodingOf(await source.slice(0, 8)) ?? 'utf-16le';
  const decoder = new TextDecoder(encoding);
  const parts: Blob[] = [];
  let isDamaged = source.size % 2 === 1;
  const add = (text: string): void => {
    isDamaged ||= text.includes('\ufffd');
    if (text !== '') parts.push(new Blob([text]));
  };
  for await (const piece of source.stream()) {
    if (signal.aborted) break;
    add(decoder.decode(piece, { stream: true }));
    onBytes(piece.length);
    await breathe();
  }
  add(decoder.decode());
  const name = encoding === 'utf-16le' ? 'little-endian' : 'big-endian';
  const faults: PeelFault[] = [
    {
      code: 'utf16.read',
      message: `This file is ${name} UTF-16 text.`,
      mild: { severity: 'note', effect: 'It was turned into UTF-8 and read; its lines keep their numbers.' },
    },
  ];
  if (isDamaged) {
    faults.push({
      code: 'utf16.damaged',
      message: 'Some of its bytes are no UTF-16 characters.',
      mild: { severity: 'warning', effect: 'The text is used, with U+FFFD in their place.' },
    });
  }
  return { source: fromBlob(source.name, new Blob(parts)), faults };
};
