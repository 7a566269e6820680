import type { LineRefs } from '../../core/terms.ts';
import type { RefColumns } from '../draft/refs.ts';

/**
 * Takes draft columns, which are by key, into their final order: `keys[i]` is the key of item i. Rows mostly arrive in
 * their final order already; then a column is copied as a whole, which matters with millions of states.
 */
export class Picker {
  readonly keys: Int32Array;
  readonly count: number;
  readonly #isInOrder: boolean;

  constructor(keys: Int32Array) {
    this.keys = keys;
    this.count = keys.length;
    let i = 0;
    while (i < keys.length && keys[i] === i) i++;
    this.#isInOrder = i === keys.length;
  }

  list<T>(values: readonly T[]): readonly T[] {
    if (this.#isInOrder && values.length === this.count) return values;
    const picked = new Array<T>(this.count);
    for (let i = 0; i < this.count; i++) picked[i] = values[this.keys[i]!]!;
    return picked;
  }

  listOf<T>(itemOf: (key: number) => T): readonly T[] {
    const picked = new Array<T>(this.count);
    for (let i = 0; i < this.count; i++) picked[i] = itemOf(this.keys[i]!);
    return picked;
  }

  ints(values: Int32Array): Int32Array {
    if (this.#isInOrder) return values.slice(0, this.count);
    const picked = new Int32Array(this.count);
    for (let i = 0; i < this.count; i++) picked[i] = values[this.keys[i]!]!;
    return picked;
  }

  /** 0 beyond the end of `values`. */
  bytes(values: Uint8Array): Uint8Array {
    if (this.#isInOrder && values.length >= this.count) return values.slice(0, this.count);
    const picked = new Uint8Array(this.count);
    for (let i = 0; i < this.count; i++) picked[i] = values[this.keys[i]!] ?? 0;
    return picked;
  }

  floats(values: Float64Array, otherwise: number): Float64Array {
    if (this.#isInOrder && values.length >= this.count) return values.slice(0, this.count);
    const picked = new Float64Array(this.count);
    for (let i = 0; i < this.count; i++) picked[i] = values[this.keys[i]!] ?? otherwise;
    return picked;
  }

  /** Length 0 where a row has no source line. `later` comes before `refs` where it has one. */
  refs(refs: RefColumns, later?: RefColumns): LineRefs {
    const picked = {
      file: new Uint16Array(this.count),
      start: new Float64Array(this.count),
      length: new Uint32Array(this.count),
    };
    if (refs.isEmpty) return picked;
    const hasLater = later !== undefined && !later.isEmpty;
    for (let i = 0; i < this.count; i++) {
      const key = this.keys[i]!;
      const from = hasLater && later.has(key) ? later : refs;
      if (key >= from.line.length) continue;
      picked.file[i] = from.file[key]!;
      picked.start[i] = from.start[key]!;
      picked.length[i] = from.length[key]!;
    }
    return picked;
  }

  /** The other way round: position of each of `keyCount` keys, -1 where it is not among them. */
  positions(keyCount: number): Int32Array {
    const positions = new Int32Array(keyCount).fill(-1);
    for (let i = 0; i < this.count; i++) positions[this.keys[i]!] = i;
    return positions;
  }
}
