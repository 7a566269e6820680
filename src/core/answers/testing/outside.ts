/** Test help only: what stands outside the project, the shared reference material and a Python interpreter. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { it } from 'vitest';

const sharedPath = (path: string): string => resolve(process.cwd(), '../shared', path);

export const hasShared = (path: string): boolean => existsSync(sharedPath(path));

/** Parses a shared JSON file. Python's bare NaN does not occur in those read here. */
export const readSharedJson = <T>(path: string): T => JSON.parse(readFileSync(sharedPath(path), 'utf8')) as T;

export const readSharedLines = <T>(path: string): readonly T[] =>
  readFileSync(sharedPath(path), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

/** `it`, or a loudly skipped one where the shared file is absent. */
export const itWithShared = (path: string): typeof it | typeof it.skip => {
  if (hasShared(path)) return it;
  console.warn(`SKIPPED: no ../shared/${path} beside the project; nothing is compared with it.`);
  return it.skip;
};

/** Runs Python 3 with `input` as JSON on standard input and parses its standard output; throws when it fails. */
export const runPython = <T>(code: string, input: unknown): T => {
  const run = spawnSync('python3', ['-c', code], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as T;
};

/** `it`, or a loudly skipped one where there is no Python 3. */
export const itWithPython = (): typeof it | typeof it.skip => {
  if (spawnSync('python3', ['-c', 'pass']).status === 0) return it;
  console.warn('SKIPPED: no python3 on this machine; nothing is compared with CPython itself.');
  return it.skip;
};
