import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startView } from './drag-bench.ts';
import { median, ms, quantile, type Row } from './measure.ts';

const ROWS = 2_000_000;
const FRAMES = 200;

/** The smallest questions there are: the table is what is measured, not the reading. */
async function writeRun(directory: string): Promise<void> {
  const path = join(directory, 'run.jsonl');
  for (let from = 0; from < ROWS; from += 50_000) {
    let part = '';
    for (let q = from; q < from + 50_000; q++) {
      part += `{"id":"q${q}","gold":"x","native":{"answer":"${q % 3 === 0 ? 'x' : 'y'}","searches":${q % 5}}}\n`;
    }
    await appendFile(path, part);
  }
}

interface Measured {
  readonly frames: readonly number[];
  /** Rows in sight that were still empty when their frame was drawn, as a share. */
  readonly pending: number;
}

/** Scrolls the table frame by frame, as the page itself counts them. `jump`: the scroll bar; else the wheel. */
const scrollFrames = (page: Page, isJump: boolean): Promise<Measured> =>
  page.evaluate(
    async ([count, jump]) => {
      const scroller = document.querySelector('[role=grid]')!.parentElement!;
      const frames: number[] = [];
      let rows = 0;
      let pending = 0;
      let last = performance.now();
      for (let i = 0; i < count; i++) {
        const end = scroller.scrollHeight - scroller.clientHeight;
        if (jump) scroller.scrollTop = (end * i) / (count - 1);
        else scroller.scrollTop += 120;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        frames.push(now - last);
        last = now;
        for (const row of document.querySelectorAll('[role=grid] tbody tr')) {
          rows += 1;
          if (row.querySelector('td > span:empty')) pending += 1;
        }
      }
      return { frames: frames.slice(3), pending: rows === 0 ? 1 : pending / rows };
    },
    [FRAMES, isJump] as const,
  );

async function expectLastRow(page: Page): Promise<void> {
  await page.locator('[role=grid]').focus();
  await page.keyboard.press('End');
  await page.getByText(`q${ROWS - 1}`, { exact: true }).waitFor({ timeout: 20_000 });
}

/** Frames while 2,000,000 rows scroll, to the very last one. */
export async function benchScroll(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'stopscope-scroll-'));
  await writeRun(directory);
  const view = await startView(directory);
  const executablePath = process.env.STOPSCOPE_CHROMIUM;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    await page.goto(view.address);
    await page.getByRole('link', { name: 'Questions', exact: true }).click({ timeout: 180_000 });
    await page.locator(`[role=grid][aria-rowcount="${ROWS + 1}"]`).waitFor({ timeout: 300_000 });
    await expectLastRow(page);
    const rows: Row[] = [];
    for (const [isJump, how] of [
      [true, 'scroll bar from end to end'],
      [false, 'wheel, 120 px a frame'],
    ] as const) {
      await page.keyboard.press('Home');
      await page.waitForTimeout(500);
      const { frames, pending } = await scrollFrames(page, isJump);
      rows.push({
        what: `scroll ${ROWS.toLocaleString('en')} rows, ${how}: frame median / p95`,
        measured: `${ms(median(frames))} / ${ms(quantile(frames, 0.95))}`,
        baseline: 'one frame at 60 Hz 16.7 ms',
        ratio: `${(pending * 100).toFixed(0)} % of rows not there yet when drawn`,
        target: 'p95 at most 50 ms',
        isMet: quantile(frames, 0.95) <= 50,
      });
    }
    return rows;
  } finally {
    await browser.close();
    view.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
