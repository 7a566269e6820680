/**
 * `npm test [-- --unit | --e2e]`: installs what is missing, then layers, types, lint, unit and property tests, the build
 * and the end-to-end tests in a real Chromium. The last line is always `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { runChecks } from './check.mjs';
import { add, countTests, FAILED, inWords, NOTHING, PASSED } from './counts.mjs';
import { ensure } from './ensure.mjs';
import { isMain, runTool, say, TaskError } from './process.mjs';

const heading = (text) => console.log(`\n== ${text}`);

/** A part that breaks down counts as one failure; the others still run. */
async function guard(part) {
  try {
    return await part();
  } catch (error) {
    say(error instanceof TaskError ? error.message : String(error?.stack ?? error));
    return FAILED;
  }
}

async function withReport(runner, start) {
  const folder = mkdtempSync(join(tmpdir(), 'stopscope-test-'));
  try {
    const reportPath = join(folder, 'report.json');
    const { code } = await start(reportPath);
    const { complaint, ...counts } = countTests(runner, reportPath, code);
    if (complaint !== null) console.log(complaint);
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const runUnitTests = () =>
  withReport('vitest', (reportPath) =>
    // `allowOnly`: a forgotten `it.only` must not hide the others.
    runTool('vitest', 'vitest', [
      'run',
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportPath}`,
    ]),
  );

async function runBrowserTests() {
  const { executablePath, env } = await findBrowser();
  return withReport('playwright', (reportPath) =>
    runTool('@playwright/test', 'playwright', ['test', '-c', 'e2e', '--forbid-only', '--reporter=list,json'], {
      env: {
        ...process.env,
        ...env,
        PLAYWRIGHT_CHROMIUM_EXECUTABLE: executablePath,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
      },
    }),
  );
}

async function runBuildAndBrowserTests() {
  heading('build');
  const built = await guard(async () => {
    await build();
    return PASSED;
  });
  heading('end-to-end tests');
  if (built.failed > 0) {
    console.log('not run: there is no build to test');
    return add(built, FAILED);
  }
  return add(built, await guard(runBrowserTests));
}

async function runUnits() {
  heading('layers, types, lint');
  const checked = await guard(runChecks);
  heading('unit and property tests');
  return add(checked, await guard(runUnitTests));
}

async function testAll(args) {
  const unknown = args.find((arg) => arg !== '--unit' && arg !== '--e2e');
  if (unknown !== undefined) throw new TaskError(`npm test knows --unit and --e2e, not "${unknown}".`);
  await ensure();
  const isWhole = args.length === 0;
  let counts = NOTHING;
  if (isWhole || args.includes('--unit')) counts = add(counts, await runUnits());
  if (isWhole || args.includes('--e2e')) counts = add(counts, await runBuildAndBrowserTests());
  return counts;
}

if (isMain(import.meta.url)) {
  const counts = add(NOTHING, await guard(() => testAll(process.argv.slice(2))));
  process.exitCode = counts.failed === 0 ? 0 : 1;
  console.log(`\n${inWords(counts)}`);
}
