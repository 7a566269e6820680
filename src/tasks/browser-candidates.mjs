/** Where a Chromium may already be on this machine. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './process.mjs';

const isFile = (path) => existsSync(path) && statSync(path).isFile();

/** The first place in PATH that has the command, or null. */
export function findCommand(name) {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    if (directory !== '' && isFile(join(directory, name))) return join(directory, name);
  }
  return null;
}

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function systemPlaces() {
  if (process.platform === 'darwin') {
    const programs = [
      join('Google Chrome.app', 'Contents', 'MacOS', 'Google Chrome'),
      join('Chromium.app', 'Contents', 'MacOS', 'Chromium'),
    ];
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      programs.map((program) => join(folder, program)),
    );
  }
  if (process.platform === 'win32') {
    const folders = [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA];
    const programs = [
      join('Google', 'Chrome', 'Application', 'chrome.exe'),
      join('Chromium', 'Application', 'chrome.exe'),
      join('Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ];
    return folders.filter(Boolean).flatMap((folder) => programs.map((program) => join(folder, program)));
  }
  return [
    ...COMMANDS.map(findCommand).filter((path) => path !== null),
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ];
}

/** The folders in which Playwright keeps its own downloads. */
function playwrightFolders() {
  const given = process.env.PLAYWRIGHT_BROWSERS_PATH;
  if (given === '0') return [join(root, 'node_modules', 'playwright-core', '.local-browsers')];
  if (given) return [given];
  if (process.platform === 'darwin') return [join(homedir(), 'Library', 'Caches', 'ms-playwright')];
  if (process.platform === 'win32') return [join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright')];
  return [join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ms-playwright')];
}

const PROGRAMS =
  /^(chrome|chrome\.exe|Chromium|Google Chrome for Testing|headless_shell|chrome-headless-shell)(\.exe)?$/;
/** chromium-1234/Chromium.app/Contents/MacOS/Chromium */
const DEPTH = 5;

function findPrograms(directory, depth = DEPTH) {
  const entries = readdirSync(directory, { withFileTypes: true });
  const here = entries
    .filter((entry) => entry.isFile() && PROGRAMS.test(entry.name))
    .map(({ name }) => join(directory, name));
  if (here.length > 0 || depth === 0) return here;
  return entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => findPrograms(join(directory, name), depth - 1));
}

/** Playwright's downloads: whole browsers before headless shells, newer ones first. */
export function playwrightDownloads() {
  return playwrightFolders()
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => {
      const names = readdirSync(folder).filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name));
      const rank = (name) => Number(name.split('-')[1]) - (name.includes('shell') ? 1e9 : 0);
      return names.sort((a, b) => rank(b) - rank(a)).flatMap((name) => findPrograms(join(folder, name)));
    });
}

export const installedBrowsers = () => [...systemPlaces(), ...playwrightDownloads()].filter(isFile);
