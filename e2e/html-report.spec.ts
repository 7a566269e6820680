import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { readProvenance } from '../src/core/present/provenance-text.ts';
import { App, CONFIRMATORY, expect, FROZEN, test } from './support/app.ts';
import { dist, root, samples } from './support/paths.ts';
import { Reference } from './support/reference.ts';
import { view } from './support/servers.ts';

const JUDGE = 'expanded_s2g_lora';
const demo = new Reference('dev1000');

/** Opens a file from disk in a tab of its own; whatever it asks for besides itself is kept. */
async function openFile(context: BrowserContext, path: string): Promise<{ page: Page; asked: string[] }> {
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) asked.push(request.url());
  });
  await page.goto(pathToFileURL(path).href);
  return { page, asked };
}

const card = (page: Page, name: string) => page.locator(`[data-card="${name}"]`);

/** The cards at a threshold against a replay of every question. */
async function expectPolicy(page: Page, threshold: number): Promise<void> {
  const { correct, questions, searches, stops, unsafe } = demo.at(JUDGE, threshold, CONFIRMATORY);
  await expect(card(page, 'Early stops').locator('.value > span')).toHaveText(stops === 0 ? 'no stops' : String(stops));
  await expect(card(page, 'Exact match').locator('.value > span')).toHaveText((correct / questions).toFixed(5));
  await expect(card(page, 'Mean searches').locator('.value > span')).toHaveText((searches / questions).toFixed(5));
  if (stops > 0) await expect(card(page, 'Early stops')).toContainText(`${unsafe} unsafe`);
}

async function expectWorking(context: BrowserContext, path: string): Promise<void> {
  const { page, asked } = await openFile(context, path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Replica, 1,000 development questions');
  await expect(page.getByText('synthetic replica', { exact: true }).first()).toBeVisible();
  const slider = page.getByRole('slider', { name: /Threshold/ });
  const field = page.getByRole('textbox', { name: 'Exact threshold' });
  await expect(field).toHaveValue(String(FROZEN));
  await expect(card(page, 'Exact match')).toContainText('0.44250');
  await expect(card(page, 'Exact match')).toContainText('native 0.44875');
  await expect(card(page, 'Early stops')).toContainText('69 42 safe 27 unsafe');
  await expect(page.getByRole('img', { name: /^Precision against recall/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Observed rate against mean probability/ })).toBeVisible();
  await expect(slider).toHaveAttribute('aria-valuetext', '7.875, frozen, EM 0.44250, 2.50500 searches, 69 stops');
  // One policy further down, and ten more.
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(field).toHaveValue('7.874999886727892');
  await expectPolicy(page, 7.874999886727892);
  await expect(page.locator('[data-marker="tradeoff"]')).toContainText('post hoc');
  await page.keyboard.press('Shift+ArrowLeft');
  await expectPolicy(page, Number(await field.inputValue()));
  for (const [text, threshold] of [
    ['-2', -2],
    ['7.8749998867', 7.8749998867],
    ['9.5', 9.5],
    ['never stop', Number.POSITIVE_INFINITY],
  ] as const) {
    await field.fill(text);
    await field.press('Enter');
    await expectPolicy(page, threshold);
  }
  await expect(card(page, 'Selected-stop risk')).toContainText('no stops');
  await field.fill('much');
  await field.press('Enter');
  await expect(page.getByText('A number, or "never stop".')).toBeVisible();
  await page.getByRole('button', { name: 'Frozen' }).click();
  await expectPolicy(page, FROZEN);
  await page.getByRole('radio', { name: 'Old S2G LoRA' }).check();
  await expect(page.locator('[data-marker="tradeoff"]')).toContainText('sentinel');
  await expect(card(page, 'Early stops').locator('.value > span')).toHaveText('1');
  expect(asked, 'requests of a report from disk').toEqual([]);
  await page.close();
}

test('a report saved by the app opens from disk, asks for nothing, and its threshold moves', async ({
  app,
  page,
  context,
}, { outputDir }) => {
  await app.open('report?repeats=100');
  await app.button('HTML, full').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: /interactive Explore/ })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: /texts of the questions/ })).not.toBeChecked();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const path = resolve(outputDir, download.suggestedFilename());
  expect(path).toMatch(/report\.html$/);
  await download.saveAs(path);
  await expectWorking(context, path);
  const text = readFileSync(path, 'utf8');
  expect(text.includes('"questions":null'), 'no texts in the file').toBe(true);
  const found = readProvenance(text);
  expect(found).toMatchObject({
    kind: 'ok',
    value: {
      selection: { role: 'confirmatory', questions: 800 },
      policy: { judge: JUDGE, threshold: FROZEN },
      bootstrap: { seed: 20260728, repeats: 100 },
    },
  });
});

test('the command line makes the same page, with texts where they are asked for', async ({ context }, {
  outputDir,
}) => {
  const path = join(outputDir, 'report.html');
  mkdirSync(outputDir, { recursive: true });
  const args = ['--questions', '200-999', '--format', 'html', '--interactive', '--with-texts', '--repeats', '100'];
  const cli = join(dist, 'cli', 'stopscope.js');
  execFileSync(process.execPath, [cli, 'report', join(samples, 'dev1000'), ...args, '--out', path], { cwd: root });
  await expectWorking(context, path);
  const { page, asked } = await openFile(context, path);
  await expect(page.getByRole('group', { name: 'Questions stopped early' }).getByRole('row')).toHaveCount(70);
  await page.getByRole('button', { name: 'Never stop' }).click();
  await expect(page.getByText('No question is stopped early at this threshold.')).toBeVisible();
  await page.getByRole('button', { name: 'Frozen' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  expect(asked).toEqual([]);
});

test('a view opens on local files from the link in a report', async ({ page }, { outputDir }) => {
  const path = join(outputDir, 'report.html');
  mkdirSync(outputDir, { recursive: true });
  const args = ['--questions', '200-999', '--threshold', `${JUDGE}=7.25`, '--format', 'html', '--repeats', '50'];
  const cli = join(dist, 'cli', 'stopscope.js');
  execFileSync(process.execPath, [cli, 'report', join(samples, 'dev1000'), ...args, '--out', path], { cwd: root });
  const found = readProvenance(readFileSync(path, 'utf8'));
  const link = found.kind === 'ok' ? found.value.link : null;
  const served = await view([join(samples, 'dev1000'), '--open', link ?? '']);
  try {
    await page.goto(served.address);
    const app = new App(page);
    await app.settled();
    const { correct, questions, stops } = demo.at(JUDGE, 7.25, CONFIRMATORY);
    await expect(app.field).toHaveValue('7.25');
    await expect(app.value('Early stops')).toHaveText(String(stops));
    await expect(app.value('Exact match')).toHaveText((correct / questions).toFixed(5));
  } finally {
    await served.close();
  }
});
