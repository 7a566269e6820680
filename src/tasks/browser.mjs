/**
 * Finds a Chromium for the tests, or gets one. In this order: the one named by STOPSCOPE_CHROMIUM, one that is on the
 * machine, the npm-shipped one, the system's package manager where we are root, Playwright's own download. Each is
 * launched before it counts. STOPSCOPE_BROWSER_SOURCE (machine, npm, apt or playwright) allows only that one.
 *
 * `node src/tasks/browser.mjs` prints `{"executablePath": …, "env": {…}}`.
 */
import { existsSync } from 'node:fs';
import { findCommand, installedBrowsers, playwrightDownloads } from './browser-candidates.mjs';
import { tryLaunch } from './browser-launch.mjs';
import { packagedBrowser } from './browser-package.mjs';
import { ensure } from './ensure.mjs';
import { isMain, main, run, runTool, say, TaskError, tail } from './process.mjs';

const isRoot = () => process.getuid?.() === 0;
const INSTALL_TIMEOUT = 900_000;

/** What a failed command said last, on one line. */
const reason = (output) => tail(output, 2).replaceAll(/\s+/g, ' ').replace(/\.$/, '');

/** The first of the programs that works; the reasons of the others are told. */
async function firstWorking(paths) {
  for (const executablePath of paths) {
    const browser = { executablePath, env: {} };
    const problem = await tryLaunch(browser);
    if (problem === null) return browser;
    say(`  ${executablePath} cannot be used: ${problem}.`);
  }
  return null;
}

async function fromMachine() {
  return (await firstWorking(installedBrowsers())) ?? 'there is none that works on this machine';
}

async function fromPackage() {
  const browser = await packagedBrowser();
  return (await tryLaunch(browser)) ?? browser;
}

async function fromApt() {
  if (!existsSync('/etc/debian_version') || findCommand('apt-get') === null) return 'this is no Debian or Ubuntu';
  if (!isRoot()) return 'installing needs root';
  say('Installing chromium with apt-get.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { quiet: true, env, timeout: INSTALL_TIMEOUT };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, output } = await run('apt-get', args, options);
    if (code !== 0) return `apt-get ${args[0]} failed: ${reason(output)}`;
  }
  const path = findCommand('chromium');
  if (path === null) return 'apt-get installed no command chromium';
  return (await firstWorking([path])) ?? 'the one that apt-get installed does not work';
}

async function fromPlaywright() {
  say("Downloading Playwright's own Chromium.");
  const options = { quiet: true, timeout: INSTALL_TIMEOUT };
  const { code, output } = await runTool('@playwright/test', 'playwright', ['install', 'chromium'], options);
  if (code !== 0) return `the download failed: ${reason(output)}`;
  const found = await firstWorking(playwrightDownloads());
  if (found !== null) return found;
  if (process.platform !== 'linux' || !isRoot()) return 'it does not start, perhaps for lack of system libraries';
  await runTool('@playwright/test', 'playwright', ['install-deps', 'chromium'], options);
  return (await firstWorking(playwrightDownloads())) ?? 'it does not start';
}

const SOURCES = [
  { name: 'machine', words: 'A Chromium on this machine', find: fromMachine },
  { name: 'npm', words: 'The npm-shipped Chromium', find: fromPackage },
  { name: 'apt', words: 'A Chromium from the package manager', find: fromApt },
  { name: 'playwright', words: "Playwright's own Chromium", find: fromPlaywright },
];

async function fromEnvironment(executablePath) {
  const browser = { executablePath, env: {} };
  const problem = await tryLaunch(browser);
  if (problem !== null) throw new TaskError(`STOPSCOPE_CHROMIUM names ${executablePath}, but ${problem}.`);
  return browser;
}

function chooseSources() {
  const wanted = process.env.STOPSCOPE_BROWSER_SOURCE;
  if (!wanted) return SOURCES;
  const chosen = SOURCES.filter(({ name }) => name === wanted);
  if (chosen.length > 0) return chosen;
  const names = SOURCES.map(({ name }) => name).join(', ');
  throw new TaskError(`STOPSCOPE_BROWSER_SOURCE is "${wanted}", but must be one of ${names}.`);
}

/** -> {executablePath, env}, launched successfully; a TaskError when there is no way to get one. */
export async function findBrowser() {
  if (process.env.STOPSCOPE_CHROMIUM) return fromEnvironment(process.env.STOPSCOPE_CHROMIUM);
  for (const { words, find } of chooseSources()) {
    // A source that fails must never keep the next one from being tried.
    const found = await find().catch((error) => error.message);
    if (typeof found !== 'string') {
      say(`Browser: ${found.executablePath}`);
      return found;
    }
    say(`${words}: no, ${found}.`);
  }
  throw new TaskError('No Chromium could be found or installed. Set STOPSCOPE_CHROMIUM to the path of one.');
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await ensure();
    console.log(JSON.stringify(await findBrowser()));
  });
}
