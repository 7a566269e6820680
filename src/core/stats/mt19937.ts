const N = 624;
const M = 397;

/** |seed| as 32-bit words, low word first; 0 is one word of 0. */
function seedWords(seed: number | bigint): Uint32Array {
  let rest = typeof seed === 'bigint' ? seed : BigInt(seed);
  if (rest < 0n) rest = -rest;
  const words: number[] = [];
  do {
    words.push(Number(rest & 0xffffffffn));
    rest >>= 32n;
  } while (rest > 0n);
  return Uint32Array.from(words);
}

/** `init_genrand` and `init_by_array` of the Mersenne twister's authors, as CPython's `random_seed` calls them. */
function initialState(key: Uint32Array): Uint32Array {
  const mt = new Uint32Array(N + 1);
  mt[0] = 19650218;
  for (let i = 1; i < N; i++) mt[i] = Math.imul(1812433253, mt[i - 1]! ^ (mt[i - 1]! >>> 30)) + i;
  let i = 1;
  let j = 0;
  for (let k = Math.max(N, key.length); k > 0; k--) {
    mt[i] = (mt[i]! ^ Math.imul(mt[i - 1]! ^ (mt[i - 1]! >>> 30), 1664525)) + key[j]! + j;
    i += 1;
    if (i >= N) {
      mt[0] = mt[N - 1]!;
      i = 1;
    }
    j = (j + 1) % key.length;
  }
  for (let k = N - 1; k > 0; k--) {
    mt[i] = (mt[i]! ^ Math.imul(mt[i - 1]! ^ (mt[i - 1]! >>> 30), 1566083941)) - i;
    i += 1;
    if (i >= N) {
      mt[0] = mt[N - 1]!;
      i = 1;
    }
  }
  mt[0] = 0x80000000;
  return mt;
}

/** One step of the recurrence. */
const twist = (current: number, next: number, far: number): number => {
  const y = (current & 0x80000000) | (next & 0x7fffffff);
  return far ^ (y >>> 1) ^ (-(next & 1) & 0x9908b0df);
};

const temper = (word: number): number => {
  let y = word ^ (word >>> 11);
  y ^= (y << 7) & 0x9d2c5680;
  y ^= (y << 15) & 0xefc60000;
  return y ^ (y >>> 18);
};

/**
 * Steps state[from .. end) in place and writes the tempered words; `far` is where the third word of the recurrence stands,
 * relative to the first. Four steps at a time, which do not wait for each other's stores: that makes it half again as fast.
 */
function stepRange(state: Int32Array, words: Int32Array, from: number, end: number, far: number): void {
  let current = state[from]!;
  let k = from;
  for (; k < end - 3; k += 4) {
    const a = state[k + 1]!;
    const b = state[k + 2]!;
    const c = state[k + 3]!;
    const d = state[k + 4]!;
    const first = twist(current, a, state[k + far]!);
    const second = twist(a, b, state[k + far + 1]!);
    const third = twist(b, c, state[k + far + 2]!);
    const fourth = twist(c, d, state[k + far + 3]!);
    current = d;
    state[k] = first;
    state[k + 1] = second;
    state[k + 2] = third;
    state[k + 3] = fourth;
    words[k] = temper(first);
    words[k + 1] = temper(second);
    words[k + 2] = temper(third);
    words[k + 3] = temper(fourth);
  }
  for (; k < end; k++) {
    const next = state[k + 1]!;
    const value = twist(current, next, state[k + far]!);
    current = next;
    state[k] = value;
    words[k] = temper(value);
  }
}

/** Advances `state` by one block and writes its tempered words. The state has one element more: its first, repeated. */
function nextBlock(state: Int32Array, words: Int32Array): void {
  stepRange(state, words, 0, N - M, M);
  state[N] = state[0]!;
  stepRange(state, words, N - M, N, M - N);
}

/** What `randrange` and its kin need to fill. */
export type IndexArray = Uint16Array | Uint32Array | Int32Array;

/**
 * CPython's `random.Random(seed)`, bit for bit: MT19937 seeded through `init_by_array`, `getrandbits` from the top of each
 * word, `randrange` by rejection. Seeds are integers of any size; the sign does not matter. Source: definitions.md 6 and
 * CPython's `_randommodule.c` and `random.py`.
 */
export class PythonRandom {
  // Signed, so that every step stays in 32-bit integers: unsigned elements above 2^31 would turn into doubles.
  private readonly state: Int32Array;
  /** The tempered words of the current block. */
  private readonly words = new Int32Array(N);
  private position = N;

  constructor(seed: number | bigint) {
    this.state = Int32Array.from(initialState(seedWords(seed)), (word) => word | 0);
  }

  private refill(): void {
    nextBlock(this.state, this.words);
    this.position = 0;
  }

  /** The next 32 random bits as 0 .. 2^32 - 1. */
  nextWord(): number {
    if (this.position === N) this.refill();
    const word = this.words[this.position]!;
    this.position += 1;
    return word >>> 0;
  }

  /** `getrandbits(bits)` for 1..53 bits: above 32, the low word is drawn first. */
  getRandomBits(bits: number): number {
    if (bits <= 32) return this.nextWord() >>> (32 - bits);
    const low = this.nextWord();
    return (this.nextWord() >>> (64 - bits)) * 4294967296 + low;
  }

  /** `randrange(n)` for 1 <= n <= 2^53 - 1. Even `randrange(1)` consumes words: it draws one bit until that is 0. */
  randrange(n: number): number {
    const bits = bitLength(n);
    let value = this.getRandomBits(bits);
    while (value >= n) value = this.getRandomBits(bits);
    return value;
  }

  /** `[randrange(n) for _ in out]` into `out`, for 1 <= n < 2^31; a Uint16Array serves n <= 65536. */
  fillIndices(n: number, out: IndexArray): void {
    const shift = 32 - bitLength(n);
    const count = out.length;
    let filled = 0;
    while (filled < count) {
      if (this.position === N) this.refill();
      const end = Math.min(N, this.position + count - filled);
      filled = takeBelow(n, shift, this.words, this.position, end, out, filled);
      this.position = end;
    }
  }

  /**
   * Fills out[r] with the sum of values[randrange(n)] over n draws, for n = values.length: what `fillIndices` and a sum
   * give, without keeping the indices. Whole numbers of at most `LARGEST_SUMMAND` in size, 1 <= n <= `MOST_SUMMANDS`.
   */
  sumDraws(values: Int32Array, out: Float64Array): void {
    const bits = bitLength(values.length);
    const table = packSummands(values, bits);
    for (let r = 0; r < out.length; r++) {
      let missing = values.length;
      let sum = 0;
      while (missing > 0) {
        if (this.position === N) this.refill();
        // A slice no longer than what is missing cannot hold too many acceptances.
        const size = Math.min(N - this.position, missing);
        const packed = sumSlice(this.words, this.position, this.position + size, table, 32 - bits);
        const accepted = packed & (SUMMAND_UNIT - 1);
        missing -= accepted;
        sum += (packed - accepted) / SUMMAND_UNIT;
        this.position += size;
      }
      out[r] = sum;
    }
  }

  /**
   * Fills counts[i] with how often `randrange(n)` gave i in n draws, for i < n: what `fillIndices` and a count give,
   * without keeping the indices. `counts` has `countsLength(n)` elements, of which those from n on hold rubbish afterwards;
   * none may be drawn more than 255 times. 1 <= n < 2^31.
   */
  countDraws(n: number, counts: Uint8Array): void {
    const shift = 32 - bitLength(n);
    counts.fill(0);
    let missing = n;
    while (missing > 0) {
      if (this.position === N) this.refill();
      // A slice no longer than what is missing cannot hold too many acceptances.
      const end = Math.min(N, this.position + missing);
      missing -= countSlice(n, shift, this.words, this.position, end, counts);
      this.position = end;
    }
  }

  /** `random()`: 53 bits in [0, 1). */
  random(): number {
    const high = this.nextWord() >>> 5;
    const low = this.nextWord() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** `shuffle(list)`, in place. */
  shuffle<T>(list: T[]): void {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.randrange(i + 1);
      const held = list[i]!;
      list[i] = list[j]!;
      list[j] = held;
    }
  }
}

export const LARGEST_SUMMAND = 2048;
export const MOST_SUMMANDS = 65535;
/** Above the number of acceptances in a block; 624 * 1024 * (LARGEST_SUMMAND + 1) stays below 2^31. */
const SUMMAND_UNIT = 1024;

/**
 * What each value of the top bits adds: its summand in the upper part and 1 acceptance in the lower part, or nothing where
 * `randrange` would reject it. So a slice needs one addition a word, and no test.
 */
function packSummands(values: Int32Array, bits: number): Int32Array {
  const table = new Int32Array(2 ** bits);
  for (let i = 0; i < values.length; i++) table[i] = values[i]! * SUMMAND_UNIT + 1;
  return table;
}

/** Adds up the packed summands of words[from .. end), in four lanes. */
function sumSlice(words: Int32Array, from: number, end: number, table: Int32Array, shift: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let k = from;
  for (; k < end - 3; k += 4) {
    a = (a + table[words[k]! >>> shift]!) | 0;
    b = (b + table[words[k + 1]! >>> shift]!) | 0;
    c = (c + table[words[k + 2]! >>> shift]!) | 0;
    d = (d + table[words[k + 3]! >>> shift]!) | 0;
  }
  for (; k < end; k++) a = (a + table[words[k]! >>> shift]!) | 0;
  return (a + b + c + d) | 0;
}

/** How long an array `countDraws` fills: a place for every value of the top bits. */
export const countsLength = (n: number): number => 2 ** bitLength(n);

/** Counts the top bits of words[from .. end), rejected ones too, and returns how many are below n. */
function countSlice(
  n: number,
  shift: number,
  words: Int32Array,
  from: number,
  end: number,
  counts: Uint8Array,
): number {
  let accepted = 0;
  for (let k = from; k < end; k++) {
    const value = words[k]! >>> shift;
    counts[value] = counts[value]! + 1;
    // The sign bit of value - n: no branch that is hard to predict.
    accepted += (value - n) >>> 31;
  }
  return accepted;
}

/** Takes words[from .. end), appends those whose top bits are below n, and returns how many `out` now holds. */
function takeBelow(
  n: number,
  shift: number,
  words: Int32Array,
  from: number,
  end: number,
  out: IndexArray,
  filled: number,
): number {
  let next = filled;
  for (let k = from; k < end; k++) {
    const value = words[k]! >>> shift;
    // Written even when rejected: the next draw overwrites it, and the loop is free of a branch that is hard to predict.
    out[next] = value;
    next += value < n ? 1 : 0;
  }
  return next;
}

/** Python's `n.bit_length()` for 1 <= n <= 2^53 - 1. */
function bitLength(n: number): number {
  return n < 4294967296 ? 32 - Math.clz32(n) : 64 - Math.clz32(Math.floor(n / 4294967296));
}
