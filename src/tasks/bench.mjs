/**
 * `npm run bench [-- WORD…]`: every measure of speed beside a baseline of the same run, as a Markdown table. Words pick
 * the measures whose group contains one of them: sweep, ingest, formats, bootstrap, lab, questions, audit, drag, restore.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { ensure } from './ensure.mjs';
import { isBuildStale } from './freshness.mjs';
import { cacheDirectory, isMain, main, root, run, runTool, TaskError, tail } from './process.mjs';

export async function bench(words) {
  await ensure();
  if (isBuildStale()) await build();
  const out = join(cacheDirectory, `bench-${process.pid}`);
  try {
    for (const mode of ['bench', 'bench-worker']) {
      const { code, output } = await runTool(
        'vite',
        'vite',
        ['build', '--logLevel', 'warn', '--mode', mode, '--outDir', out],
        { quiet: true },
      );
      if (code !== 0) throw new TaskError(`Building the benchmarks failed:\n\n${tail(output, 40)}`);
    }
    const wantsBrowser = words.length === 0 || words.some((word) => 'drag questions ingest restore'.includes(word));
    const browser = wantsBrowser ? await findBrowser() : null;
    const env = {
      ...process.env,
      ...browser?.env,
      ...(browser ? { STOPSCOPE_CHROMIUM: browser.executablePath } : {}),
    };
    const result = await run(process.execPath, ['--expose-gc', join(out, 'bench.js'), ...words], { env, cwd: root });
    if (result.code !== 0) throw new TaskError('A benchmark broke down.');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

if (isMain(import.meta.url)) await main(() => bench(process.argv.slice(2)));
