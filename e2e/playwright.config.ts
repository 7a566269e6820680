import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));

/**
 * `npm test` names the browser; run directly (`npx playwright test -c e2e`), the same search is done here. Workers load
 * this file again and find the answer in the environment.
 */
if (!process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE) {
  const output = execFileSync(process.execPath, ['src/tasks/browser.mjs'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { executablePath, env } = JSON.parse(output);
  Object.assign(process.env, env, { PLAYWRIGHT_CHROMIUM_EXECUTABLE: executablePath });
}

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  outputDir: '.results',
  workers: 2,
  retries: 0,
  timeout: 60_000,
  reporter: 'list',
  use: {
    // STOPSCOPE_PORT comes from the pattern below. With a slash at the end, so that `goto('')` is the page.
    baseURL: `http://127.0.0.1:${process.env.STOPSCOPE_PORT ?? '0'}/`,
    browserName: 'chromium',
    locale: 'en-US',
    video: 'off',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE ?? '',
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
  // As `npm start` does it: built first when stale, then `stopscope view` on any free port.
  webServer: {
    command: 'node src/tasks/start.mjs --port 0',
    cwd: root,
    wait: { stdout: /http:\/\/127\.0\.0\.1:(?<stopscope_port>\d+)\// },
    timeout: 120_000,
  },
});
