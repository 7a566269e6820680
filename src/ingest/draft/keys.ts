import { grown } from './refs.ts';

/** FNV-1a over UTF-16 code units. */
const hashOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  // The low bits choose the slot: mix the high ones in.
  return hash ^ (hash >>> 15);
};

/**
 * Identifiers to keys 0, 1, 2 ... in order of first mention, whoever mentions them: files may come in any order. An open
 * hash table over typed arrays instead of a Map: a Map of a million fresh strings costs three times as much, and the
 * collector has to walk it.
 */
export class KeyTable {
  readonly ids: string[] = [];
  /** Key + 1 by slot, 0 where free. A power of two long, at most half full. */
  #slots = new Int32Array(1024);
  #hashes = new Int32Array(512);
  /** Rows of one question mostly follow each other, and each asks for its id several times. */
  #last = -1;

  keyOf(id: string): number {
    if (id !== this.ids[this.#last]) this.#last = this.#find(id);
    return this.#last;
  }

  get count(): number {
    return this.ids.length;
  }

  #find(id: string): number {
    const hash = hashOf(id);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry - 1] === hash && this.ids[entry - 1] === id) return entry - 1;
      slot = (slot + 1) & mask;
    }
    const key = this.ids.push(id) - 1;
    if (key >= this.#hashes.length) this.#hashes = grown(this.#hashes, key * 2, 0);
    this.#hashes[key] = hash;
    this.#slots[slot] = key + 1;
    if (this.ids.length * 2 > this.#slots.length) this.#grow();
    return key;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 4);
    const mask = slots.length - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      let slot = this.#hashes[entry - 1]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
    this.#slots = slots;
  }
}
