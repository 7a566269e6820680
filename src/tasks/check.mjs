/** `npm run check`: the layer rule, types and lint with formatting, side by side. */
import { ensure } from './ensure.mjs';
import { isMain, main, root, run, runTool, say, seconds } from './process.mjs';

const quiet = { quiet: true };

/** Each counts as one check. */
const CHECKS = [
  { name: 'layers', start: () => run(process.execPath, ['src/tasks/layers.mjs', root], quiet) },
  { name: 'types', start: () => runTool('typescript', 'tsc', ['-p', '.', '--noEmit'], quiet) },
  { name: 'types of the core alone', start: () => runTool('typescript', 'tsc', ['-p', 'src/core', '--noEmit'], quiet) },
  {
    name: 'lint and format',
    start: () => runTool('@biomejs/biome', 'biome', ['check', '--error-on-warnings', '--max-diagnostics=50'], quiet),
  },
];

/** Runs all of them and prints what each found. -> {passed, failed, skipped} */
export async function runChecks() {
  const start = performance.now();
  const results = await Promise.all(CHECKS.map(async (check) => ({ ...check, ...(await check.start()) })));
  for (const { name, code, output } of results) {
    if (code !== 0) console.log(output.trimEnd());
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  }
  const failed = results.filter(({ code }) => code !== 0).length;
  say(`Checked in ${seconds(start)}.`);
  return { passed: results.length - failed, failed, skipped: 0 };
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await ensure();
    const { failed } = await runChecks();
    return failed === 0 ? 0 : 1;
  });
}
