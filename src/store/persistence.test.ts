import { afterEach, describe, expect, it, vi } from 'vitest';
import { deleteEverything, deleteKept, idOf, keepDataset, listKept, openKept } from './persistence.ts';

const DATASET = {
  name: 'n',
  questionCount: 1,
  reading: null,
  isSealed: false,
  files: [{ name: 'a.jsonl', blob: new Blob(['x']) }],
  hashes: ['00'],
};

afterEach(() => vi.unstubAllGlobals());

class FakeRequest extends EventTarget {
  error: Error | null = null;
}

/** A database whose opening fails later, as a request does. */
const failing = (error: Error) => ({
  open: () => {
    const request = new FakeRequest();
    request.error = error;
    setTimeout(() => request.dispatchEvent(new Event('error')));
    return request;
  },
});

describe('a browser that keeps nothing', () => {
  it.each([
    ['has no database', undefined],
    [
      'refuses it at once',
      {
        open: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      },
    ],
    ['refuses it when asked', failing(new DOMException('private', 'InvalidStateError'))],
  ])('%s: every wish is answered in words', async (_, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB);
    vi.stubGlobal('IDBRequest', FakeRequest);
    const answers = [
      await keepDataset(DATASET),
      await listKept(),
      await openKept('x'),
      await deleteKept('x'),
      await deleteEverything(),
    ];
    for (const answer of answers) {
      expect(answer).toEqual({ kind: 'failed', error: expect.stringContaining('This browser keeps no data here') });
    }
  });

  it('is full: it says so, and what to do', async () => {
    vi.stubGlobal('indexedDB', failing(new DOMException('full', 'QuotaExceededError')));
    vi.stubGlobal('IDBRequest', FakeRequest);
    const answer = await keepDataset(DATASET);
    expect(answer).toEqual({ kind: 'failed', error: expect.stringMatching(/is full: .* Delete other datasets/) });
  });
});

describe('the same dataset', () => {
  const files = (...names: readonly string[]) => names.map((name) => ({ name, blob: new Blob([name]) }));

  it('is known by its content, whatever its files are called and however they come', () => {
    const id = idOf({ files: files('a', 'b'), hashes: ['11', '22'] });
    expect(idOf({ files: files('c', 'd'), hashes: ['22', '11'] })).toBe(id);
    expect(idOf({ files: files('a', 'b'), hashes: ['11', '23'] })).not.toBe(id);
    // The files of an archive share its hash.
    expect(idOf({ files: files('a.zip'), hashes: ['11', '11'] })).toBe(idOf({ files: files('a'), hashes: ['11'] }));
  });

  it('is known by names and sizes where a file was too large to be hashed along', () => {
    const id = idOf({ files: files('a', 'b'), hashes: ['11', null] });
    expect(idOf({ files: files('a', 'b'), hashes: [null, null] })).toBe(id);
    expect(idOf({ files: files('a', 'bb'), hashes: ['11', null] })).not.toBe(id);
  });
});
