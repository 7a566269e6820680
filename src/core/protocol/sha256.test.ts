import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sha256, sha256, sha256Text, utf8 } from './sha256.ts';

describe('SHA-256', () => {
  // FIPS 180-4 / NIST example vectors (SHA256.pdf and the CAVP short messages).
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    [
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
    ],
  ])('of %j', (text, hash) => {
    expect(sha256Text(text)).toBe(hash);
  });

  it('of a million a, in pieces of an odd size', () => {
    const piece = utf8('a'.repeat(997));
    const hash = new Sha256();
    let left = 1_000_000;
    for (; left >= 997; left -= 997) hash.update(piece);
    hash.update(piece.subarray(0, left));
    expect(hash.digest()).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });

  it('equals the platform at every length around the block size', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
      expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('does not depend on how the bytes are cut', () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * i) & 255);
    const whole = sha256(bytes);
    for (const cut of [0, 1, 63, 64, 65, 128, 999]) {
      expect(new Sha256().update(bytes.subarray(0, cut)).update(bytes.subarray(cut)).digest()).toBe(whole);
    }
  });
});

describe('UTF-8', () => {
  it.each(['', 'plain', 'é', '\u07ff\u0800', '日本', '\u{1f600}', 'a\ud800b', '\udc00', '\ud83d'])('of %j', (text) => {
    expect(Array.from(utf8(text))).toEqual(Array.from(new TextEncoder().encode(text)));
  });
});
