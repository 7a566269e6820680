/** Whether dist/ is what the sources say. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { cacheDirectory, root } from './process.mjs';

export const distDirectory = join(root, 'dist');
const stampFile = join(cacheDirectory, 'built.json');

const INPUTS = ['index.html', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'src', 'public'];
/** What every build makes. */
const OUTPUTS = ['index.html', join('cli', 'stopscope.js')];

/** Tests, measurements and the tasks that have no part in building do not change what is built. */
const isBuilt = (path) =>
  path === 'src/tasks/build.mjs' || !/\.test\.|(^|\/)testing\/|^src\/(tasks|bench)\//.test(path);

export function listFilesBelow(directory) {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return listFilesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** By content, not by time: a clone or a checkout touches every file. */
export function inputFingerprint() {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const path = join(root, input);
    if (!existsSync(path)) continue;
    for (const file of statSync(path).isDirectory() ? listFilesBelow(path) : [path]) {
      const name = relative(root, file).split(sep).join('/');
      if (isBuilt(name)) hash.update(`${name}\n`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

const outputTimes = () => OUTPUTS.map((name) => statSync(join(distDirectory, name)).mtimeMs);

export function writeBuildStamp(fingerprint) {
  mkdirSync(cacheDirectory, { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ fingerprint, times: outputTimes() }));
}

export function isBuildStale() {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
    return stamp.fingerprint !== inputFingerprint() || JSON.stringify(stamp.times) !== JSON.stringify(outputTimes());
  } catch {
    // No stamp or no dist: nothing was built yet.
    return true;
  }
}
