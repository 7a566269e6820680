const POOL = 4;

/** The seed as 32-bit words, low word first; 0 is one word of 0. */
function entropyWords(seed: bigint): readonly number[] {
  const words: number[] = [];
  let rest = seed;
  do {
    words.push(Number(rest & 0xffffffffn));
    rest >>= 32n;
  } while (rest > 0n);
  return words;
}

const mix = (x: number, y: number): number => {
  const r = (Math.imul(x, 0xca01f9dd) - Math.imul(y, 0x4973f715)) | 0;
  return r ^ (r >>> 16);
};

/** A multiplicative hash whose constant runs on from call to call. */
function makeHash(start: number, factor: number): (value: number) => number {
  let constant = start;
  return (value) => {
    const mixed = value ^ constant;
    constant = Math.imul(constant, factor);
    const product = Math.imul(mixed, constant);
    return product ^ (product >>> 16);
  };
}

/**
 * NumPy's `SeedSequence(seed).generate_state(count)`: `count` 32-bit words from a whole number >= 0 of any size.
 * Source: definitions-rules.md, NumPy generator 1-2.
 */
export function seedSequenceWords(seed: number | bigint, count: number): Uint32Array {
  const entropy = entropyWords(BigInt(seed));
  const hash = makeHash(0x43b0d7e5, 0x931e8875);
  const pool = Array.from({ length: POOL }, (_, i) => hash(entropy[i] ?? 0));
  for (let source = 0; source < POOL; source++) {
    for (let target = 0; target < POOL; target++) {
      if (source !== target) pool[target] = mix(pool[target]!, hash(pool[source]!));
    }
  }
  for (const word of entropy.slice(POOL)) {
    for (let target = 0; target < POOL; target++) pool[target] = mix(pool[target]!, hash(word));
  }
  const output = makeHash(0x8b51f9dd, 0x58f38ded);
  return Uint32Array.from({ length: count }, (_, i) => output(pool[i % POOL]!));
}
