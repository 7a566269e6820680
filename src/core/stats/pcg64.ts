import type { IndexArray } from './mt19937.ts';
import { seedSequenceWords } from './seed-sequence.ts';

// 128-bit numbers are kept as six limbs of 24 bits, low first (the sixth has 8): sums of their products stay exact in
// doubles, and a step takes a tenth of the time that BigInt needs.
const LIMB = 2 ** 24;
const TOP = 2 ** 8;
const TWO_32 = 2 ** 32;
/** The multiplier 0x2360ED051FC65DA44385DF649FCCF645. */
const M0 = 0xccf645;
const M1 = 0xdf649f;
const M2 = 0xa44385;
const M3 = 0x1fc65d;
const M4 = 0x60ed05;
const M5 = 0x23;

const toLimbs = (value: bigint): Float64Array =>
  Float64Array.from({ length: 6 }, (_, i) => Number((value >> BigInt(24 * i)) & 0xffffffn));

const toBigInt = (limbs: Float64Array): bigint => limbs.reduceRight((sum, limb) => (sum << 24n) | BigInt(limb), 0n);

/** state = state * multiplier + inc, modulo 2^128. */
function step(state: Float64Array, inc: Float64Array): void {
  const s0 = state[0]!;
  const s1 = state[1]!;
  const s2 = state[2]!;
  const s3 = state[3]!;
  const s4 = state[4]!;
  const s5 = state[5]!;
  let column = s0 * M0 + inc[0]!;
  let carry = Math.floor(column / LIMB);
  state[0] = column - carry * LIMB;
  column = s1 * M0 + s0 * M1 + inc[1]! + carry;
  carry = Math.floor(column / LIMB);
  state[1] = column - carry * LIMB;
  column = s2 * M0 + s1 * M1 + s0 * M2 + inc[2]! + carry;
  carry = Math.floor(column / LIMB);
  state[2] = column - carry * LIMB;
  column = s3 * M0 + s2 * M1 + s1 * M2 + s0 * M3 + inc[3]! + carry;
  carry = Math.floor(column / LIMB);
  state[3] = column - carry * LIMB;
  column = s4 * M0 + s3 * M1 + s2 * M2 + s1 * M3 + s0 * M4 + inc[4]! + carry;
  carry = Math.floor(column / LIMB);
  state[4] = column - carry * LIMB;
  column = s5 * M0 + s4 * M1 + s3 * M2 + s2 * M3 + s1 * M4 + s0 * M5 + inc[5]! + carry;
  state[5] = column - Math.floor(column / TOP) * TOP;
}

/**
 * NumPy's `numpy.random.default_rng(seed)`: PCG64 (XSL-RR) behind a SeedSequence, 32-bit draws as the two halves of a
 * 64-bit word, bounded integers after Lemire. The half left over belongs to the generator and opens the next draw.
 * Seeds are whole numbers >= 0 of any size. Source: definitions-rules.md, NumPy generator 3-7.
 */
export class NumpyRandom {
  private readonly state: Float64Array;
  private readonly inc: Float64Array;
  /** Low and high half of the last 64-bit word. */
  private readonly word = new Int32Array(2);
  private hasHalf = false;
  private half = 0;

  constructor(seed: number | bigint) {
    const w = seedSequenceWords(seed, 8);
    // Words come low half first; of each pair of 64-bit words the first is the high half of the 128-bit number.
    const join = (i: number): bigint => (BigInt(w[i + 1]!) << 32n) | BigInt(w[i]!);
    const increment = (((join(4) << 64n) | join(6)) << 1n) | 1n;
    this.inc = toLimbs(BigInt.asUintN(128, increment));
    // From state 0 the first step leaves the increment.
    this.state = toLimbs(BigInt.asUintN(128, increment + ((join(0) << 64n) | join(2))));
    step(this.state, this.inc);
  }

  /** State and increment, for comparison with `bit_generator.state`. */
  snapshot(): { readonly state: bigint; readonly inc: bigint } {
    return { state: toBigInt(this.state), inc: toBigInt(this.inc) };
  }

  /** Advances by one 64-bit word, which then stands in `word`. */
  private advance(): void {
    const s = this.state;
    step(s, this.inc);
    // The limbs as four 32-bit words; the third ends where a limb does.
    const low = s[0]! ^ (s[1]! << 24) ^ ((s[2]! >>> 16) | (s[3]! << 8));
    const high = (s[1]! >>> 8) ^ (s[2]! << 16) ^ (s[4]! | (s[5]! << 24));
    const rotation = s[5]! >>> 2;
    const isSwapped = rotation >= 32;
    const lower = isSwapped ? high : low;
    const upper = isSwapped ? low : high;
    const by = rotation & 31;
    this.word[0] = by === 0 ? lower : (lower >>> by) | (upper << (32 - by));
    this.word[1] = by === 0 ? upper : (upper >>> by) | (lower << (32 - by));
  }

  /** The next 64 random bits. They leave a buffered half alone. */
  nextWord64(): bigint {
    this.advance();
    return (BigInt(this.word[1]! >>> 0) << 32n) | BigInt(this.word[0]! >>> 0);
  }

  /** The next 32 random bits: the buffered half, or the low half of a new word. */
  nextWord(): number {
    if (this.hasHalf) {
      this.hasHalf = false;
      return this.half;
    }
    this.advance();
    this.hasHalf = true;
    this.half = this.word[1]! >>> 0;
    return this.word[0]! >>> 0;
  }

  /** `random()`: 53 bits in [0, 1). */
  random(): number {
    this.advance();
    return ((this.word[1]! >>> 0) * 2097152 + (this.word[0]! >>> 11)) / 9007199254740992;
  }

  /** `integers(0, n)` with dtype int64 for 1 <= n <= 2^53 - 1. n = 1 draws nothing. */
  integers(n: number): number {
    if (n === 1) return 0;
    if (n === TWO_32) return this.nextWord();
    return n < TWO_32 ? this.below(n) : this.belowWide(BigInt(n));
  }

  /** `integers(0, n, out.length)` into `out`, for n below 2^32. */
  fillIndices(n: number, out: IndexArray): void {
    if (n === 1) out.fill(0);
    else for (let i = 0; i < out.length; i++) out[i] = this.below(n);
  }

  private below(n: number): number {
    let word = this.nextWord();
    if (Math.imul(word, n) >>> 0 < n) {
      const least = TWO_32 % n;
      while (Math.imul(word, n) >>> 0 < least) word = this.nextWord();
    }
    return upperHalf(word, n);
  }

  private belowWide(n: bigint): number {
    const least = 2n ** 64n % n;
    let product = this.nextWord64() * n;
    while (BigInt.asUintN(64, product) < least) product = this.nextWord64() * n;
    return Number(product >> 64n);
  }
}

/** floor(word * n / 2^32) for 32-bit numbers. */
function upperHalf(word: number, n: number): number {
  // Below 2^21 the product is exact in a double.
  if (n < 2097152) return Math.floor((word * n) / TWO_32);
  const low = (word & 0xffff) * n;
  return Math.floor(((word >>> 16) * n + Math.floor(low / 65536)) / 65536);
}
