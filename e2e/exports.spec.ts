import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { CONFIRMATORY, expect, FROZEN, QUICK, test } from './support/app.ts';
import { Reference } from './support/reference.ts';

const demo = new Reference('dev1000');
const JUDGE = 'expanded_s2g_lora';
const thresholds = demo.thresholds(JUDGE, CONFIRMATORY);

async function save(page: Page, panel: Locator, item: string, folder: string): Promise<string> {
  await panel.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  const path = resolve(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

test('each chart has a table twin of the same size, and its rows set the threshold', async ({ app }) => {
  await app.open(QUICK);
  for (const panel of [app.tradeoff, app.threshold, app.risk]) {
    await app.button('Frozen').click();
    const before = await panel.boundingBox();
    const toggle = panel.getByRole('button', { name: 'Table' });
    await toggle.click();
    await expect(panel.getByRole('figure')).toHaveCount(0);
    const table = panel.getByRole('table');
    await expect(table).toHaveAttribute('aria-rowcount', String(thresholds.length + 2));
    await expect(toggle).toBeFocused();
    const after = await panel.boundingBox();
    expect(after?.height).toBeCloseTo(before?.height ?? 0, 0);
    // The policy in force is in sight and marked; the row below it is one click away.
    const current = panel.locator('tr[aria-current="true"]');
    await expect(current).toBeInViewport();
    await panel.getByRole('button', { name: '7.874999886727892', exact: true }).click();
    await expect(app.value('Early stops')).toHaveText('70');
    await expect(app.value('Exact match')).toHaveText('0.44250');
    await expect(current.getByRole('button').first()).toHaveText('7.874999886727892');
    await toggle.click();
    await expect(panel.getByRole('figure')).toBeVisible();
    await expect(toggle).toBeFocused();
  }
  await expect(app.handle).toBeVisible();
});

test('the table twin shows the figures that the cards show', async ({ app }) => {
  await app.open();
  await app.tradeoff.getByRole('button', { name: 'Table' }).click();
  const row = app.tradeoff.locator('tr[aria-current="true"]');
  await expect(row).toContainText('0.44250');
  await expect(row).toContainText('2.50500');
  await expect(row).toContainText('[−0.01250, 0]');
  await expect(row).toContainText('[−0.12000, −0.07375]');
  await app.handle.waitFor({ state: 'detached' });
  await app.button('Never stop').click();
  await expect(row.getByRole('button').first()).toHaveText('never stop');
  await expect(row).toContainText('0.44875');
});

test('CSV: every policy, every digit', async ({ app, page }, { outputDir }) => {
  await app.open();
  const path = await save(page, app.tradeoff, 'Data of every policy (CSV)', outputDir);
  expect(path).toMatch(/trade-off.*expanded-s2g-lora\.csv$/);
  const lines = readFileSync(path, 'utf8').split('\r\n');
  expect(lines.pop()).toBe('');
  const notes = lines.filter((line) => line.startsWith('# '));
  expect(notes.join('\n')).toContain('synthetic replica');
  expect(notes.join('\n')).toContain('questions 200–999');
  const [head, ...rows] = lines.filter((line) => !line.startsWith('# '));
  // Only the names of columns hold commas, in quotes.
  const names = [...(head ?? '').matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  expect(names.slice(1)).toEqual([
    'Exact match',
    'Mean searches',
    'EM difference, 95 % low',
    'EM difference, 95 % high',
    'Search difference, 95 % low',
    'Search difference, 95 % high',
  ]);
  for (const row of rows) expect(row.split(',')).toHaveLength(names.length);
  expect(rows).toHaveLength(thresholds.length + 1);
  expect(rows[0]).toMatch(/^never stop,/);
  expect(rows.slice(1).map((row) => Number(row.split(',')[0]))).toEqual(thresholds);
  // EM and searches of some rows, replayed.
  for (const index of [0, 68, 69, 700, thresholds.length - 1]) {
    const [threshold, em, searches] = rows[index + 1]!.split(',').map(Number);
    const { correct, questions, searches: spent } = demo.at(JUDGE, threshold!, CONFIRMATORY);
    expect(em).toBe(correct / questions);
    expect(searches).toBe(spent / questions);
  }
});

test('SVG: stands alone, with its colours, fonts and the notice', async ({ app, page, context }, { outputDir }) => {
  await app.open();
  for (const panel of [app.tradeoff, app.threshold, app.risk]) {
    const path = await save(page, panel, 'Picture as seen (SVG)', outputDir);
    // Letters of a font may spell anything.
    const text = readFileSync(path, 'utf8').replaceAll(/base64,[A-Za-z0-9+/=]+/g, 'base64,');
    expect(text).not.toMatch(/var\(|currentColor|<script|<foreignObject|class=|NaN|undefined/);
    expect(text).not.toMatch(/(href|src)=|url\((?!#|data:font\/woff2;base64,)|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    for (const [, id] of text.matchAll(/url\(#([^)]+)\)/g)) expect(text).toContain(`id="${id}"`);
    expect(text).toContain('synthetic replica');
    // The small print goes on from line to line.
    expect(text.replaceAll(/<\/text><text[^>]*>/g, ' ')).toContain(`expanded_s2g_lora &gt;= ${FROZEN}`);
    const alone = await context.newPage();
    await alone.goto(pathToFileURL(path).href);
    const drawn = await alone.evaluate(() => {
      const svg = document.documentElement as unknown as SVGSVGElement;
      const strokes = [...svg.querySelectorAll('path')].map((one) => getComputedStyle(one).stroke);
      return { name: svg.localName, width: svg.getBoundingClientRect().width, strokes };
    });
    expect(drawn.name).toBe('svg');
    expect(drawn.width).toBeGreaterThan(200);
    // The active judge's blue.
    expect(drawn.strokes).toContain('rgb(36, 104, 214)');
    await alone.close();
  }
});
