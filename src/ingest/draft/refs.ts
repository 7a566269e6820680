import type { RowRef } from '../readers/json-lines.ts';

type Numbers = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A longer copy, the rest filled with `fill`. */
export const grown = <A extends Numbers>(array: A, capacity: number, fill: number): A => {
  const Make = array.constructor as new (length: number) => A;
  const longer = new Make(capacity);
  longer.set(array);
  if (fill !== 0) longer.fill(fill, array.length);
  return longer;
};

/** Room for index `key`: doubling keeps the cost of growing linear. */
export const roomFor = (key: number, capacity: number): number => Math.max(1024, capacity * 2, key + 1);

/** Source rows by key. Allocated at the first row: whole-question formats need none for their states. */
export class RefColumns {
  file = new Uint16Array(0);
  line = new Int32Array(0);
  start = new Float64Array(0);
  length = new Uint32Array(0);

  set(key: number, at: Readonly<RowRef>): void {
    if (key >= this.line.length) this.reserve(roomFor(key, this.line.length));
    this.file[key] = at.file;
    this.line[key] = at.line;
    this.start[key] = at.start;
    this.length[key] = at.length;
  }

  reserve(capacity: number): void {
    if (capacity <= this.line.length) return;
    this.file = grown(this.file, capacity, 0);
    this.line = grown(this.line, capacity, 0);
    this.start = grown(this.start, capacity, 0);
    this.length = grown(this.length, capacity, 0);
  }

  get isEmpty(): boolean {
    return this.line.length === 0;
  }

  has(key: number): boolean {
    return (this.line[key] ?? 0) > 0;
  }

  /** As `get`, into an object that is there already. */
  copyTo(ref: RowRef, key: number): void {
    ref.file = this.file[key]!;
    ref.line = this.line[key]!;
    ref.start = this.start[key]!;
    ref.length = this.length[key]!;
  }

  get(key: number): RowRef {
    return {
      file: this.file[key] ?? 0,
      line: this.line[key] ?? 0,
      start: this.start[key] ?? 0,
      length: this.length[key] ?? 0,
    };
  }
}
