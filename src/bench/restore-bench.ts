import { resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startView } from './drag-bench.ts';
import { median, ms, type Row } from './measure.ts';

const RUNS = 5;
const MOST_MS = 2_000;

/** Notes when the dataset stands in the footer, since the navigation began. */
const watchFooter = () => {
  const look = () => {
    if (!document.querySelector('footer')?.textContent?.includes('questions')) return;
    Object.assign(window, { stopscopeReady: performance.now() });
    observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, characterData: true });
};

const readyAfter = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(() => (window as { stopscopeReady?: number }).stopscopeReady, null, {
    timeout: 60_000,
  });
  return (await handle.jsonValue())!;
};

/** The replica from what this browser keeps, beside the same files from the server: from navigation to dataset. */
async function measure(browser: Browser, address: string, folder: string): Promise<Row> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await page.addInitScript(watchFooter);
  const fromServer: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    await (i === 0 ? page.goto(address) : page.reload());
    fromServer.push(await readyAfter(page));
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Data' }).click();
  await page.getByLabel('Folder of a run').setInputFiles(folder);
  await page.getByRole('region', { name: 'On this device' }).getByRole('listitem').waitFor();
  await page.waitForFunction(() => !location.hash.includes('data='));
  const fromDevice: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    await page.reload();
    fromDevice.push(await readyAfter(page));
  }
  const [device, server] = [median(fromDevice), median(fromServer)];
  return {
    what: 'restore: the replica (1,000 questions) after a reload, from this device',
    measured: ms(device),
    baseline: `the same files from the server ${ms(server)}`,
    ratio: `${(device / server).toFixed(2)}x`,
    target: `at most ${MOST_MS} ms`,
    isMet: device <= MOST_MS,
  };
}

/** Needs a build and a browser; without one the row is left out. */
export async function benchRestore(): Promise<Row | null> {
  const executablePath = process.env.STOPSCOPE_CHROMIUM;
  if (executablePath === undefined) return null;
  const folder = resolve('public/samples/dev1000');
  const { address, stop } = await startView(folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await measure(browser, address, folder);
  } finally {
    await browser.close();
    stop();
  }
}
