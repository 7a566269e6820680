/** Installs the packages when they are missing or not those of the lock file. `node src/tasks/ensure.mjs` */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory, isMain, main, root, runNpm, say, seconds, TaskError, tail } from './process.mjs';

const MINIMUM_NODE = 20;
const lockFile = join(root, 'package-lock.json');
const stampFile = join(cacheDirectory, 'installed.json');

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
};

/** What an installation depends on: the lock file, and the system that native packages were chosen for. */
const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');

const isStampRight = () => readJson(stampFile)?.fingerprint === fingerprint();

function writeStamp() {
  mkdirSync(cacheDirectory, { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ fingerprint: fingerprint() }));
}

/** Packages named by package.json that are not there: someone removed them by hand, or an install broke off. */
function missingPackages() {
  const { dependencies = {}, devDependencies = {} } = readJson(join(root, 'package.json')) ?? {};
  return Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !existsSync(join(root, 'node_modules', name, 'package.json')),
  );
}

/**
 * True when npm's own record of what it installed says the same as the lock file: then somebody has run npm by hand,
 * and installing again would only wipe their node_modules.
 */
function isRecordRight() {
  const wanted = readJson(lockFile)?.packages;
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!wanted || !present) return false;
  const names = Object.keys(wanted).filter((name) => name !== '');
  return (
    Object.keys(present).every((name) => wanted[name] !== undefined) &&
    names.every((name) =>
      present[name] === undefined
        ? wanted[name].optional === true
        : present[name].version === wanted[name].version && existsSync(join(root, name, 'package.json')),
    )
  );
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < MINIMUM_NODE) {
    throw new TaskError(`Stopscope needs Node ${MINIMUM_NODE} or newer; this is ${process.versions.node}.`);
  }
}

export async function ensure() {
  checkNode();
  if (!existsSync(lockFile)) throw new TaskError('package-lock.json is missing: this is not a complete checkout.');
  const missing = missingPackages();
  if (missing.length === 0) {
    if (isStampRight()) return;
    if (isRecordRight()) return writeStamp();
  }
  if (!existsSync(join(root, 'node_modules'))) say('Installing packages: the first time takes about a minute.');
  else if (missing.length > 0) say(`Installing packages: ${missing[0]} is missing.`);
  else say('Installing packages: they are not those of the lock file.');
  const start = performance.now();
  // `--include=dev`: with NODE_ENV=production npm would leave out what builds the app.
  const { code, output } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'], { quiet: true });
  if (code !== 0) {
    throw new TaskError(`npm could not install the packages (is there a network?). It said:\n\n${tail(output)}`);
  }
  const stillMissing = missingPackages();
  if (stillMissing.length > 0) throw new TaskError(`npm finished, but these are missing: ${stillMissing.join(', ')}.`);
  writeStamp();
  say(`Packages installed in ${seconds(start)}.`);
}

if (isMain(import.meta.url)) await main(ensure);
