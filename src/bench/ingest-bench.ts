import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import type { IngestTimes } from './ingest-worker.ts';
import { makeExchangeLines, type RunShape } from './make-run.ts';
import { ms, type Row } from './measure.ts';

const MEGABYTE = 1_000_000;
const WORKER = 'ingest-worker.js';

async function writeRun(path: string, shape: RunShape): Promise<number> {
  let size = 0;
  let part = '';
  const flush = async () => {
    await appendFile(path, part);
    size += part.length;
    part = '';
  };
  for (const line of makeExchangeLines(shape)) {
    part += `${line}\n`;
    if (part.length > 4_000_000) await flush();
  }
  await flush();
  return size;
}

/** A page that picks a file and hands it to the worker. */
const serve = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(({ url }, response) => {
      const isWorker = url === `/${WORKER}`;
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      if (isWorker) createReadStream(join(import.meta.dirname, WORKER)).pipe(response);
      else response.end('<input type="file">');
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

async function measure(browser: Browser, address: string, path: string): Promise<IngestTimes> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.setInputFiles('input', path);
  const times = await page.evaluate(
    (script) =>
      new Promise<IngestTimes>((resolve, reject) => {
        const worker = new Worker(script, { type: 'module' });
        worker.addEventListener('error', ({ message }) => reject(new Error(message)));
        worker.addEventListener('message', ({ data }) => resolve(data as IngestTimes));
        worker.postMessage(document.querySelector('input')?.files?.[0]);
      }),
    `/${WORKER}`,
  );
  await page.close();
  return times;
}

function rowOf(what: string, size: number, { ingest, bare, parse, reading }: IngestTimes): Row {
  const speed = (time: number) => `${Math.round(size / MEGABYTE / (time / 1000))} MB/s`;
  return {
    what: `ingest in the worker, ${what}, ${Math.round(size / MEGABYTE)} MB`,
    measured: `${speed(ingest)} (${ms(ingest)})`,
    baseline: `bare JSON.parse of lines in memory: ${speed(parse)}; with reading and splitting ${speed(bare)}; reading alone ${speed(reading)}`,
    ratio: `${(parse / ingest).toFixed(2)} of its throughput; ${(bare / ingest).toFixed(2)} with reading and splitting`,
    target: 'at least 0.50',
    isMet: parse / ingest >= 0.5,
  };
}

/** Ingest of an exchange file on disk in a worker of Chromium, against bare JSON.parse of the same file in that worker. */
export async function benchIngest(): Promise<readonly Row[]> {
  const executablePath = process.env.STOPSCOPE_CHROMIUM;
  const directory = mkdtempSync(join(tmpdir(), 'stopscope-bench-'));
  const server = await serve();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  try {
    const { port } = server.address() as AddressInfo;
    const rows: Row[] = [];
    for (const [what, shape] of [
      ['no texts', { questions: 400_000, statesPerQuestion: 4, contextLength: 0, seed: 3 }],
      ['texts', { questions: 20_000, statesPerQuestion: 4, contextLength: 2400, seed: 4 }],
    ] as const) {
      const path = join(directory, `${what}.jsonl`);
      const size = await writeRun(path, shape);
      rows.push(rowOf(what, size, await measure(browser, `http://127.0.0.1:${port}/`, path)));
    }
    return rows;
  } finally {
    await browser.close();
    server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
