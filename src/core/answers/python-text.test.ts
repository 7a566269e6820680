import { describe, expect, it } from 'vitest';
import { formatPythonFloat, parsePythonFloat } from './python-number.ts';
import { pythonRepr, pythonStr } from './python-repr.ts';
import {
  isPythonSpace,
  PUNCTUATION,
  pythonLower,
  pythonSplit,
  pythonStrip,
  replaceArticles,
  replacePunctuation,
  squeezeSpaces,
} from './python-text.ts';
import { normaliseStandard, normaliseStandardGeneral } from './standard-normalise.ts';
import { itWithPython, runPython } from './testing/outside.ts';

const SPACE_CODES = [
  9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
  0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
];
/** Characters on which JavaScript and Python are apt to part, and plain ones around them. */
const ALPHABET = [
  ...'aAnNtThHeE  bS1_.-\'"\\\n\t\r',
  ...'\u00e9\u00c9\u0130\u0131\u03a3\u03c3\u03c2\u0391\u00ad\u0301\u0307\u2019\u00b4\u00b7\u00aa\u1e9e\u00df',
  ...'\u0000\u001c\u0085\u00a0\u2003\u200b\u2028\ufeff\u3000\u00b2\u0663\uff12\u4e00\u0f33\u{1d7d8}\u{10400}\u{1f600}',
];

/** A small fixed generator (mulberry32), so that a failure can be repeated. */
const makeRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};
const makeTexts = (count: number, seed: number, alphabet: readonly string[]): readonly string[] => {
  const random = makeRandom(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: Math.floor(random() * 14) }, () => alphabet[Math.floor(random() * alphabet.length)]).join(''),
  );
};

describe('CPython text', () => {
  it('knows exactly the 29 white space characters', () => {
    const found: number[] = [];
    for (let code = 0; code < 0x10000; code += 1) if (isPythonSpace(code)) found.push(code);
    expect(found).toEqual(SPACE_CODES);
    for (const code of found) {
      expect(squeezeSpaces(`a${String.fromCharCode(code, code)}b`)).toBe('a b');
      expect(pythonSplit(`${String.fromCharCode(code)}a`)).toEqual(['a']);
    }
    expect(squeezeSpaces('\ufeffParis\u200b')).toBe('\ufeffParis\u200b');
    expect(pythonStrip('\u00a0 x y\x1c')).toBe('x y');
  });

  it('deletes exactly the 32 punctuation characters', () => {
    expect(PUNCTUATION).toHaveLength(32);
    expect(replacePunctuation(PUNCTUATION)).toBe('');
    for (let code = 0; code < 0x300; code += 1) {
      const character = String.fromCharCode(code);
      expect(replacePunctuation(character) === '').toBe(PUNCTUATION.includes(character));
    }
  });

  it('lowers the dotted capital I to two code points and a final sigma by its neighbours', () => {
    expect(pythonLower('\u0130')).toBe('i\u0307');
    expect(pythonLower('\u039f\u03a3')).toBe('\u03bf\u03c2');
    expect(pythonLower('\u03a3')).toBe('\u03c3');
    expect(pythonLower('\u0391\u03a3\u0301')).toBe('\u03b1\u03c2\u0301');
    expect(pythonLower('\u0391\u03a3.\u0391')).toBe('\u03b1\u03c3.\u03b1');
  });

  it('finds articles at Unicode word edges; a combining mark is no word character', () => {
    expect(replaceArticles('espa\u00f1a')).toBe('espa\u00f1a');
    expect(replaceArticles('a\u00e9 \u00e9a an_ the1')).toBe('a\u00e9 \u00e9a an_ the1');
    expect(replaceArticles('a\u0301')).toBe(' \u0301');
    expect(replaceArticles('the\u2019a')).toBe(' \u2019 ');
    expect(replaceArticles('\u{1d7d8}a a\u{1f600}')).toBe('\u{1d7d8}a  \u{1f600}');
  });

  it('writes lists as Python does', () => {
    expect(pythonRepr(['x', "it's", 'say "x"', `both ' and "`])).toBe(`['x', "it's", 'say "x"', 'both \\' and "']`);
    expect(pythonRepr('a\\b\n\t\r\0\x7f\u00a0\u00e9\u200b\u2028\u{e0001}\u{1f600}')).toBe(
      "'a\\\\b\\n\\t\\r\\x00\\x7f\\xa0\u00e9\\u200b\\u2028\\U000e0001\u{1f600}'",
    );
    expect(pythonRepr([])).toBe('[]');
    expect(pythonStr('as it is')).toBe('as it is');
    expect(pythonStr(['x', 'y'])).toBe("['x', 'y']");
  });

  it('reads and writes floats as Python does', () => {
    expect(['1_0', ' 5 ', '.5', '5.', '1e3', '\uff12\u0663', '+1', '-1.5E-2'].map(parsePythonFloat)).toEqual([
      10, 5, 0.5, 5, 1000, 23, 1, -0.015,
    ]);
    expect(['', '_1', '1_', '1__0', '1_.5', '0x10', '1,0', 'e5', '.', 'infin', '1 0'].map(parsePythonFloat)).toEqual(
      Array(11).fill(null),
    );
    expect(['inf', '-Infinity', 'NAN', '1e999'].map(parsePythonFloat)).toEqual([Infinity, -Infinity, NaN, Infinity]);
    expect([1, 1e16, 1e15, 123456.5, 0.0001, 0.00001, -2.5, 0, -0, 1e100, 1.5e-7, 12].map(formatPythonFloat)).toEqual([
      '1.0',
      '1e+16',
      '1000000000000000.0',
      '123456.5',
      '0.0001',
      '1e-05',
      '-2.5',
      '0.0',
      '-0.0',
      '1e+100',
      '1.5e-07',
      '12.0',
    ]);
  });

  it('takes the same way for ASCII as for any text', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    const texts = [...makeTexts(3000, 1, [...'aAn Tthe-.,_1 \t\n', ' ', ' ']), ...makeTexts(3000, 2, ascii)];
    for (const text of texts) expect(normaliseStandard(text)).toBe(normaliseStandardGeneral(text));
    expect(normaliseStandard('The U.S.A., an Ex-ample\x1f a  B_c')).toBe('usa example bc');
  });
});

const BY_CODE = `
import json, re, sys, unicodedata
word = re.compile(r'\\w')
out = []
for c in range(0x110000):
    ch = chr(c)
    kind = unicodedata.category(ch)
    if kind in ('Cn', 'Cs'): continue
    flags = bool(word.match(ch)) * 1 + ch.isspace() * 2 + ch.isprintable() * 4
    out.append([c, flags, [ord(x) for x in ch.lower()] if ch.lower() != ch else 0, unicodedata.decimal(ch, None)])
json.dump(out, sys.stdout)
`;
const BY_TEXT = `
import json, re, string, sys
def standard(s):
    s = ''.join(ch for ch in s.lower() if ch not in set(string.punctuation))
    return ' '.join(re.sub(r'\\b(a|an|the)\\b', ' ', s).split())
texts = json.load(sys.stdin)
json.dump([[t.lower(), t.split(), t.strip(), standard(t), repr(t), re.sub(r'\\b(a|an|the)\\b', ' ', t)] for t in texts], sys.stdout)
`;
const BY_NUMBER = `
import json, sys
def read(t):
    try: return str(float(t))
    except ValueError: return None
json.dump([read(t) for t in json.load(sys.stdin)], sys.stdout)
`;

describe('against CPython itself', () => {
  // Code points assigned after the interpreter's Unicode version are left out: both sides are right about theirs.
  itWithPython()(
    'agrees on every assigned code point',
    () => {
      const rows = runPython<[number, number, number[] | 0, number | null][]>(BY_CODE, null);
      expect(rows.length).toBeGreaterThan(250_000);
      const wrong = rows.filter(([code, flags, lower, decimal]) => {
        const text = String.fromCodePoint(code);
        const isWord = replaceArticles(`${text}a`) === `${text}a`;
        const isSpace = pythonSplit(text).length === 0;
        const isPrintable = pythonRepr(`${text}'"`).startsWith(`'${text}`) || text === "'" || text === '\\';
        const isLower = pythonLower(text) === (lower === 0 ? text : String.fromCodePoint(...lower));
        const value = parsePythonFloat(text);
        return (
          isWord !== (flags & 1) > 0 ||
          isSpace !== (flags & 2) > 0 ||
          isPrintable !== (flags & 4) > 0 ||
          !isLower ||
          value !== decimal
        );
      });
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  itWithPython()(
    'agrees on 20,000 random texts',
    () => {
      const texts = makeTexts(20_000, 3, ALPHABET);
      const rows = runPython<[string, string[], string, string, string, string][]>(BY_TEXT, texts);
      texts.forEach((text, i) => {
        expect([
          pythonLower(text),
          pythonSplit(text),
          pythonStrip(text),
          normaliseStandard(text),
          pythonRepr(text),
          replaceArticles(text),
        ]).toEqual(rows[i]);
      });
    },
    60_000,
  );

  itWithPython()(
    'agrees on 20,000 random number-like texts',
    () => {
      const texts = makeTexts(20_000, 4, [...'00123456789._eE+-', '\uff15', '\u0663', ' ', 'inf', 'nan', 'ity']);
      const rows = runPython<(string | null)[]>(BY_NUMBER, texts);
      const ours = texts.map((text) => {
        const value = parsePythonFloat(text);
        return value === null ? null : formatPythonFloat(value);
      });
      expect(rows.filter((row) => row !== null).length).toBeGreaterThan(500);
      // CPython keeps the sign of a NaN out of `str`, as here.
      expect(ours).toEqual(rows);
    },
    60_000,
  );
});
