import { type ByteSource, fromBlob } from '../byte-source.ts';

const PART_CHARS = 4 << 20;

/** Rows of a container that has no lines of its own, written as JSON Lines: from there on they are read as any others. */
export class RowsBlob {
  readonly #parts: Blob[] = [];
  #pending: string[] = [];
  #length = 0;

  add(row: unknown): void {
    this.addLine(toJsonLine(row));
  }

  addLine(line: string): void {
    this.#pending.push(line, '\n');
    this.#length += line.length;
    if (this.#length > PART_CHARS) this.#flush();
  }

  finish(name: string): ByteSource {
    this.#flush();
    return fromBlob(name, new Blob(this.#parts));
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#parts.push(new Blob(this.#pending));
    this.#pending = [];
    this.#length = 0;
  }
}

const MARK = '\u0000number:';
const MARKED = /"\\u0000number:(-?\w+)"/g;

/** As Python's json.dumps: NaN and Infinity stay, as bare words. Whole numbers of 64 bits stay exact, as text if need be. */
export const toJsonLine = (row: unknown): string => {
  // Nearly all rows are plain; a function asked for every value of each would cost most of the reading.
  if (isPlain(row)) return JSON.stringify(row);
  let isMarked = false;
  const line = JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === 'bigint') return plainBigInt(value);
    if (typeof value !== 'number' || Number.isFinite(value)) return value;
    isMarked = true;
    return `${MARK}${value}`;
  });
  return isMarked ? line.replace(MARKED, '$1') : line;
};

/** Values that JSON writes as Python would: no number beyond it, none that is not finite. */
const isPlain = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  // Dates and the like have a form of their own.
  if (Array.isArray(value)) return value.every(isPlain);
  for (const name in value) if (!isPlain((value as Readonly<Record<string, unknown>>)[name])) return false;
  return true;
};

/** An id beyond 2^53 would change as a number; as text it stays itself. */
export const plainBigInt = (value: bigint): number | string =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
