/** `npm start [-- DIR…] [-- --sealed] [-- --port N]`: installs what is missing, builds what is stale, and serves. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensure } from './ensure.mjs';
import { distDirectory, isBuildStale } from './freshness.mjs';
import { isMain, main, say } from './process.mjs';

/** Hands over to the command line, which answers to Ctrl+C itself. */
function view(args) {
  return new Promise((done) => {
    const script = join(distDirectory, 'cli', 'stopscope.js');
    // npm runs us in the project's folder; a directory is meant as seen from where the person is.
    const cwd = process.env.INIT_CWD ?? process.cwd();
    const child = spawn(process.execPath, [script, 'view', ...args], { cwd, stdio: 'inherit' });
    // The terminal sends Ctrl+C to both of us; we stay until the server is down. Other signals reach only us.
    process.on('SIGINT', () => {});
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      say(`Cannot start the server: ${error.message}`);
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

export async function start(args) {
  await ensure();
  if (isBuildStale()) {
    say('Building the app.');
    await build();
  }
  return view(args);
}

if (isMain(import.meta.url)) await main(start);
