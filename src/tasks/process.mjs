/** What the tasks share: where things are, running a command, and saying something. Plain Node, no packages. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The project's folder. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
/** For what can be made again: stamps, a browser, a build in progress. */
export const cacheDirectory = join(root, 'node_modules', '.cache', 'stopscope');

/** Words for the person at the terminal. Results go to stdout, words to stderr. */
export const say = (text) => process.stderr.write(`${text}\n`);

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a command. `quiet` collects its output (both streams, in order of arrival) instead of showing it.
 * Never rejects: a command that cannot be started has code 127.
 */
export function run(command, args, { quiet = false, env = process.env, cwd = root, timeout = 0, shell = false } = {}) {
  return new Promise((done) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    // A group of its own, where it may have to be ended together with what it started.
    const child = spawn(command, args, {
      cwd,
      env,
      stdio,
      shell,
      detached: timeout > 0 && process.platform !== 'win32',
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    let isTimedOut = false;
    const timer = timeout > 0 ? setTimeout(stop, timeout) : undefined;
    function stop() {
      isTimedOut = true;
      try {
        if (process.platform === 'win32') child.kill('SIGKILL');
        else process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has just ended by itself.
      }
    }
    const finish = (code, note = '') => {
      clearTimeout(timer);
      done({ code, isTimedOut, output: stripVTControlCharacters(Buffer.concat(chunks).toString('utf8')) + note });
    };
    child.on('error', (error) => finish(127, `${error.message}\n`));
    child.on('close', (code, signal) => finish(code ?? 1, signal === null ? '' : `\n(ended by ${signal})\n`));
  });
}

/** The script of an installed package's command, to be run by this very Node: no shell, the same on every system. */
export function toolScript(packageName, commandName = packageName) {
  const directory = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return join(directory, typeof bin === 'string' ? bin : bin[commandName]);
}

export const runTool = (packageName, commandName, args, options) =>
  run(process.execPath, [toolScript(packageName, commandName), ...args], options);

/** npm itself: the one that runs us, when it does. */
export function runNpm(args, options = {}) {
  // The outer npm hands its own settings down (`--silent`, a workspace, omitted packages): those are not meant for us.
  const env = { ...(options.env ?? process.env), npm_config_loglevel: 'error' };
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js')) return run(process.execPath, [script, ...args], { ...options, env });
  const isWindows = process.platform === 'win32';
  return run(isWindows ? 'npm.cmd' : 'npm', args, { ...options, env, shell: isWindows });
}

/** The end of a long output, where what went wrong stands, without stack frames. */
export const tail = (text, lines = 30) =>
  text
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+at .*[:(]/.test(line))
    .slice(-lines)
    .join('\n');

/** Whether this file is the one that Node was started with. */
export const isMain = (url) => process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(url);

/** Something that the person can act on. Tasks print its message without a stack. */
export class TaskError extends Error {}

/** Runs a task and turns its outcome into the exit code. */
export async function main(task) {
  try {
    process.exitCode = (await task(process.argv.slice(2))) ?? 0;
  } catch (error) {
    say(error instanceof TaskError ? error.message : String(error?.stack ?? error));
    process.exitCode = 1;
  }
}
