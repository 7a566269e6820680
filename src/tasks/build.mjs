/** `npm run build`: the static app in dist/ and the command line in dist/cli/. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { ensure } from './ensure.mjs';
import { distDirectory, inputFingerprint, listFilesBelow, writeBuildStamp } from './freshness.mjs';
import { findImports } from './imports.mjs';
import { cacheDirectory, isMain, main, root, runTool, say, seconds, TaskError, tail } from './process.mjs';

const ENTRIES = ['index.html', join('src', 'main.tsx'), join('src', 'cli', 'main.ts')];

async function runVite(what, args) {
  const { code, output } = await runTool('vite', 'vite', ['build', '--logLevel', 'warn', '--emptyOutDir', ...args], {
    quiet: true,
  });
  if (code !== 0) throw new TaskError(`Building ${what} failed:\n\n${tail(output, 60)}`);
  if (output.trim() !== '') say(output.trim());
}

/** The page must work at any depth of any host: nothing in it may start at the host's root, and all must be there. */
function checkApp(directory) {
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  const links = [...html.matchAll(/\s(?:src|href)\s*=\s*["']([^"'#]+)["']/g)].map(([, link]) => link);
  if (links.length === 0) throw new TaskError('The built index.html loads nothing.');
  for (const link of links) {
    if (/^[a-z]+:/i.test(link)) continue;
    if (link.startsWith('/'))
      throw new TaskError(`The built index.html refers to ${link}: that breaks below a sub-path.`);
    const path = join(directory, link.split('?')[0]);
    if (!existsSync(path)) throw new TaskError(`The built index.html refers to ${link}, which was not built.`);
  }
}

/** One file that Node runs anywhere: executable, marked as a module, and with no package left to be found. */
function finishCli(directory) {
  const path = join(directory, 'stopscope.js');
  const code = readFileSync(path, 'utf8').replace(/^#!.*\n/, '');
  const left = findImports(code).filter(
    ({ specifier, isUrl }) => !isUrl && specifier !== null && !isBuiltin(specifier),
  );
  if (left.length > 0) {
    throw new TaskError(`The command line still imports ${left.map(({ specifier }) => specifier).join(', ')}.`);
  }
  writeFileSync(path, `#!/usr/bin/env node\n${code}`);
  chmodSync(path, 0o755);
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }\n');
}

/** Puts the finished build in place at once, so that a server that is running never sees half of it. */
function replaceDist(built) {
  rmSync(distDirectory, { recursive: true, force: true });
  mkdirSync(dirname(distDirectory), { recursive: true });
  try {
    renameSync(built, distDirectory);
  } catch (error) {
    // node_modules may be a volume of its own.
    if (error.code !== 'EXDEV') throw error;
    cpSync(built, distDirectory, { recursive: true });
  }
}

export async function build() {
  for (const entry of ENTRIES) {
    if (!existsSync(join(root, entry))) throw new TaskError(`${entry} is missing: there is nothing to build.`);
  }
  const start = performance.now();
  // Taken before building: what is edited meanwhile makes the next start build again.
  const fingerprint = inputFingerprint();
  const work = join(cacheDirectory, `build-${process.pid}`);
  const app = join(work, 'app');
  try {
    await Promise.all([
      runVite('the app', ['--outDir', app]),
      runVite('the command line', ['--mode', 'cli', '--outDir', join(work, 'cli')]),
    ]);
    checkApp(app);
    finishCli(join(work, 'cli'));
    renameSync(join(work, 'cli'), join(app, 'cli'));
    replaceDist(app);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  writeBuildStamp(fingerprint);
  const bytes = listFilesBelow(distDirectory).reduce((sum, file) => sum + statSync(file).size, 0);
  say(`Built dist/ (${(bytes / 1e6).toFixed(1)} MB) in ${seconds(start)}.`);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await ensure();
    await build();
  });
}
