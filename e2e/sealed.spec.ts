import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { writeFiles } from './support/drop.ts';
import { sampleFiles } from './support/reference.ts';
import { view } from './support/servers.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

/** From now on every text that ever stands on the page is looked at, however short. */
const watchFor = (page: Page, pattern: RegExp) =>
  page.evaluate((source) => {
    const found: string[] = [];
    Object.assign(window, { found });
    const look = () => {
      const match = new RegExp(source).exec(document.body.textContent ?? '');
      if (match !== null) found.push(`${location.hash}: ${match[0]}`);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  }, pattern.source);
const found = (page: Page) => page.evaluate(() => Reflect.get(window, 'found') as string[]);

test('figures from before the seal are gone from every page', async ({ app, page }) => {
  await app.open('explore?data=dev1000&q=200-999&repeats=40&open=dev-0201');
  await expect(app.card('Exact match')).toContainText('0.44250');
  // Every page has shown them.
  await goTo(page, 'Report');
  await expect(page.getByRole('region', { name: 'Policies' }).first()).toContainText('0.4425');
  await goTo(page, 'Questions');
  await expect(page.getByRole('grid').or(page.getByRole('table')).first()).toBeVisible();
  await goTo(page, 'Policy lab');
  await expect(page.getByRole('main')).toContainText('Passage overlap');
  await goTo(page, 'Audit');
  await expect(panel(page, 'Claims')).toContainText('39.13');
  await page.getByRole('button', { name: 'Seal labels' }).click();
  await expect(panel(page, 'Protocol').getByRole('listitem', { name: /^Sealed: done/ })).toContainText('seen before');
  await expect(panel(page, 'Audit').getByText(/800 sealed labels were not looked at/)).toBeVisible();
  await watchFor(page, /0\.448[78]|0\.4425|39\.13|0\.6216|27 \/ 69|42 safe|0\.4036/);
  await goTo(page, 'Explore');
  await expect(app.card('Exact match')).toContainText('sealed');
  await app.settled();
  await goTo(page, 'Questions');
  await expect(page.getByRole('status').filter({ hasText: 'sealed' })).toBeVisible();
  await expect(page.getByRole('grid').or(page.getByRole('table')).first()).toBeVisible();
  await goTo(page, 'Policy lab');
  await expect(page.getByRole('main')).toBeVisible();
  await goTo(page, 'Report');
  await expect(page.getByRole('region', { name: 'Policies' }).first()).toBeVisible();
  await goTo(page, 'Data');
  await expect(page.getByRole('heading', { name: 'What to know about this data' })).toBeVisible();
  // The same data once more, by name: it stays sealed.
  await page.getByRole('button', { name: /^Open Replica, 1,000/ }).click();
  await goTo(page, 'Audit');
  await expect(panel(page, 'Protocol').getByRole('listitem', { name: /^Sealed: done/ })).toBeVisible();
  await goTo(page, 'Explore');
  await expect(app.card('Exact match')).toContainText('sealed');
  expect(await found(page)).toEqual([]);
});

const TABLE = [
  'qid,question,pred,ref,is_right,conf',
  'a,Capital of France?,Paris,Parisgold,1,0.91',
  'b,Capital of Peru?,Lima,Limagold,0,0.72',
].join('\n');

test('the mapping preview shows no sealed label and computes no correctness', async ({ app, page }, { outputDir }) => {
  const folder = writeFiles(resolve(outputDir, 'table'), new Map([['table.csv', TABLE]]));
  await app.open('data');
  await page.getByRole('checkbox', { name: /Keep every label/ }).check();
  await page.getByLabel('Files of a run').setInputFiles(resolve(folder, 'table.csv'));
  await page.getByRole('button', { name: 'Map columns' }).click();
  const rows = page.getByRole('region', { name: 'First rows' });
  await expect(rows).toContainText('Capital of Peru?');
  await page.getByRole('combobox', { name: 'Gold answers' }).selectOption('ref');
  await page.getByRole('combobox', { name: 'Stored correctness' }).selectOption('is_right');
  const outcome = page.locator('dl').filter({ hasText: 'EM of the native run' });
  await expect(outcome.locator('div').filter({ hasText: 'EM of the native run' })).toContainText('sealed');
  await expect(outcome).not.toContainText('As stored');
  await expect(rows).toContainText('sealed');
  await expect(rows).not.toContainText('gold');
  // Without the box the same table is shown whole.
  await page.getByRole('checkbox', { name: /Keep every label/ }).uncheck();
  await page.getByRole('button', { name: 'Map columns' }).click();
  await expect(rows).toContainText('Limagold');
});

test('a served directory is sealed from the first reading, or read again sealed', async ({ page, app }, {
  outputDir,
}) => {
  test.setTimeout(120_000);
  const folder = writeFiles(
    resolve(outputDir, 'run'),
    new Map([...sampleFiles('validation100')].filter(([name]) => name !== 'dataset.json')),
  );
  const sealed = await view([folder], ['--sealed']);
  try {
    await page.goto(sealed.address);
    await expect(app.card('Exact match')).toContainText('sealed');
    await watchFor(page, /0\.5300/);
    await goTo(page, 'Audit');
    const rail = panel(page, 'Protocol').getByRole('listitem', { name: /^Sealed: done/ });
    await expect(rail).toContainText('Labels of all questions');
    await expect(rail).not.toContainText('seen before');
    await page.reload();
    await expect(rail).toBeVisible();
    expect(decodeURIComponent(page.url())).toContain('data=dir:');
  } finally {
    // The page listens to its server: it leaves first.
    await page.goto('about:blank');
    await sealed.close();
  }
  const open = await view([folder]);
  try {
    await page.goto(open.address);
    await expect(app.card('Exact match')).toContainText('0.53');
    await goTo(page, 'Data');
    await page.getByRole('button', { name: /^Seal every label of/ }).click();
    await goTo(page, 'Audit');
    await expect(panel(page, 'Protocol').getByRole('listitem', { name: /^Sealed: done/ })).toContainText('seen before');
    await page.reload();
    await expect(panel(page, 'Protocol').getByRole('listitem', { name: /^Sealed: done/ })).toBeVisible();
    await goTo(page, 'Explore');
    await expect(app.card('Exact match')).toContainText('sealed');
  } finally {
    await page.goto('about:blank');
    await open.close();
  }
});
