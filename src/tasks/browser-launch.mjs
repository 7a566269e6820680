/**
 * Proof that a browser works here: it is launched, lays out a page and runs a script on it. Spoken to over the DevTools
 * pipe, as Playwright does: `--dump-dom` is missing from some builds that serve well.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tail } from './process.mjs';

const TIMEOUT = 60_000;

/** Only a browser that lays out text and runs JavaScript gives the answer. */
const SCRIPT = `(() => {
  document.body.innerHTML = '<p>Stopscope</p>';
  const { offsetHeight } = document.body.firstChild;
  return offsetHeight > 0 ? 'works ' + (40 + 2) : 'no layout';
})()`;
const PROOF = 'works 42';

const FLAGS = [
  '--headless',
  // As Playwright launches it: containers and root cannot use the sandbox, and the only page is the one above.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-pipe',
];

/** Requests over file descriptors 3 and 4 of the browser: JSON, each message ended by a zero byte. */
function openPipe(child) {
  const waiting = new Map();
  let rest = '';
  child.stdio[3].on('error', () => {});
  child.stdio[4].setEncoding('utf8').on('data', (chunk) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop();
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message);
      waiting.get(id)?.(error ? { error: error.message } : result);
      waiting.delete(id);
    }
  });
  let id = 0;
  return (method, params = {}, sessionId = undefined) =>
    new Promise((done) => {
      waiting.set(++id, done);
      child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
}

/** -> null when the page gave the proof, else what it said instead. */
async function visitPage(child) {
  const send = openPipe(child);
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const answer = await send('Runtime.evaluate', { expression: SCRIPT, returnByValue: true }, sessionId);
  return answer.result?.value === PROOF ? null : `its page said ${JSON.stringify(answer)}`;
}

function killAll(child) {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

/** -> null when it works, else the reason in a line. */
export async function tryLaunch({ executablePath, env }) {
  if (!existsSync(executablePath)) return `there is no file ${executablePath}`;
  const profile = mkdtempSync(join(tmpdir(), 'stopscope-browser-'));
  const child = spawn(executablePath, [...FLAGS, `--user-data-dir=${profile}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that it can be ended together with its helpers.
    detached: process.platform !== 'win32',
  });
  const words = [];
  child.stderr?.on('data', (chunk) => words.push(chunk));
  let timer;
  const closed = new Promise((done) => {
    child.on('error', (error) => done(`it cannot be started: ${error.message}`));
    child.on('close', (code) => {
      const last = tail(Buffer.concat(words).toString('utf8'), 1);
      done(`it ended at once (exit code ${code})${last === '' ? '' : `: ${last}`}`);
    });
  });
  const late = new Promise((done) => {
    timer = setTimeout(() => done(`it did not show a page within ${TIMEOUT / 1000} s`), TIMEOUT);
  });
  try {
    return await Promise.race([child.pid === undefined ? closed : visitPage(child), closed, late]);
  } finally {
    clearTimeout(timer);
    if (child.pid !== undefined) {
      killAll(child);
      await closed;
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
