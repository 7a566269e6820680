import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type App, CONFIRMATORY, expect, FROZEN, QUICK, test } from './support/app.ts';
import { dropPaths, dropTransfer, writeFiles } from './support/drop.ts';
import { expectFigures } from './support/figures.ts';
import { Reference, sampleFiles } from './support/reference.ts';
import { exchangeLines } from './support/runs.ts';

const demo = new Reference('dev1000');
const frozen = demo.at('expanded_s2g_lora', FROZEN, CONFIRMATORY);
const validationFiles = sampleFiles('validation100');

const nav = (app: App, name: string) =>
  app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

test('a broken line is set aside, counted, shown with its place, and can be had back', async ({ app, page }, {
  outputDir,
}) => {
  const name = 'judge-old_s2g_lora.jsonl';
  const lines = String(validationFiles.get(name)).split('\n');
  const broken = lines[41]!.slice(0, 60);
  lines[41] = broken;
  const files = new Map([...validationFiles, [name, Buffer.from(lines.join('\n'))]]);
  await app.open(QUICK);
  await dropTransfer(page, files);
  await expect(app.status).toContainText('100 questions');
  await nav(app, 'Data');
  const panel = page.getByRole('region', { name: 'What to know about this data' });
  await expect(panel).toContainText('json.syntax, 1 time');
  await expect(panel).toContainText(`${name}:42`);
  await expect(panel).toContainText('This line is not JSON');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 1 row set aside' }).click(),
  ]);
  const path = resolve(outputDir, 'aside.jsonl');
  await download.saveAs(path);
  const rows = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows[0])).toContain(JSON.stringify(broken).slice(1, -1));
  const table = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Set aside' }) });
  const column = (await table.getByRole('columnheader').allTextContents()).indexOf('Set aside');
  const row = table.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row.locator('th, td').nth(column)).toHaveText('1');
});

test('files that are no dataset: said in words, and what was on screen stays', async ({ app, page }) => {
  await app.open(QUICK);
  const cases: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ['photo.png', Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256), /photo\.png \(not recognised\)/],
    ['empty.jsonl', '', /empty\.jsonl \(an empty file\)/],
    ['diary.txt', 'Dear diary,\ntoday nothing happened.\n', /diary\.txt/],
    ['judge-only.jsonl', validationFiles.get('judge-old_s2g_lora.jsonl')!, /No question with a native run was found/],
  ];
  for (const [name, content, words] of cases) {
    await dropTransfer(page, new Map([[name, content]]));
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page.getByRole('alert')).toContainText('Nothing was loaded.');
    await expect(app.button(/^Replica, 1,000 development questions/)).toBeVisible();
    await expectFigures(app, frozen);
  }
  // Still at work: the worker goes on with what it had.
  await app.button(/^Structured Base/).click();
  await app.settled();
  await app.button(/^Split/).click();
  await page.getByRole('radio', { name: /0–199/ }).click();
  await expectFigures(app, demo.at('structured_base', 2.5, { from: 0, to: 199 }));
});

test('an empty folder is no silence', async ({ app, page }, { outputDir }) => {
  await app.open(QUICK);
  const folder = resolve(outputDir, 'nothing here');
  mkdirSync(folder, { recursive: true });
  await dropPaths(page, [folder]);
  await expect(page.getByRole('alert')).toContainText('There are no files.');
  await expect(page.getByRole('alert')).toContainText('Nothing was loaded.');
  await expectFigures(app, frozen);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('reading is cancelled, and something else read at once', async ({ app, page }, { outputDir }) => {
  // A small file that unpacks to half a gigabyte: reading it takes longer than the test.
  const lines = exchangeLines(
    Array.from({ length: 4000 }, (_, i) => ({
      id: `q${i}`,
      isCorrect: true,
      states: Array.from({ length: 8 }, (_, k) => ({ score: (i * 7 + k) % 13, isSafe: k > 2 })),
    })),
  );
  const member = gzipSync(lines);
  const large = Buffer.concat(Array.from({ length: Math.ceil(5e8 / lines.length) }, () => member));
  await app.open(QUICK);
  writeFiles(outputDir, new Map([['large.jsonl.gz', large]]));
  await dropPaths(page, [resolve(outputDir, 'large.jsonl.gz')]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectFigures(app, frozen);
  await app.setThreshold('3');
  await expectFigures(app, demo.at('expanded_s2g_lora', 3, CONFIRMATORY));
  await dropTransfer(
    page,
    new Map([['small.jsonl', exchangeLines([{ id: 'only', isCorrect: false, states: [{ score: 2, isSafe: true }] }])]]),
  );
  await expect(app.status).toContainText('1 question');
  await expect(app.button(/^small\.jsonl/)).toBeVisible();
});

test('the demo is cancelled while it is fetched', async ({ app, page }) => {
  let release = () => {};
  const isReleased = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/native-run/, async (route) => {
    await isReleased;
    await route.continue().catch(() => {});
  });
  await page.goto('#/explore?repeats=100');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Drop a run here' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  release();
  await page.getByRole('button', { name: 'Choose files or a sample' }).click();
  await app.button('Open Replica, 100 validation questions').click();
  await expect(app.status).toContainText('100 questions');
});

test('the worker dies: the figures stay, the message says so, and "Read again" brings it back', async ({
  app,
  page,
  watch,
}) => {
  watch.expectComplaint(/boom/);
  await app.open(QUICK);
  await app.setThreshold('6');
  const before = page.workers();
  expect(before).toHaveLength(1);
  await before[0]!.evaluate(() => {
    setTimeout(() => {
      throw new Error('boom');
    });
  });
  const alert = page.getByRole('alert');
  await expect(alert).toHaveCount(1);
  await expect(alert).toContainText('The worker stopped (Uncaught Error: boom)');
  await expect(alert).toContainText('the last results stay on screen');
  // A drag needs no worker.
  await expectFigures(app, demo.at('expanded_s2g_lora', 6, CONFIRMATORY));
  await app.handle.press('ArrowLeft');
  await expect(app.field).not.toHaveValue('6');
  await app.setThreshold('6');
  // Figures that need one cannot be had now; the old ones keep their name.
  await app.button(/^Split/).click();
  await page.getByRole('radio', { name: /0–199/ }).click();
  await expect(app.button(/^Split 200–999/)).toBeVisible();
  await expectFigures(app, demo.at('expanded_s2g_lora', 6, CONFIRMATORY));
  await nav(app, 'Data');
  await app.button('Export in the exchange format').click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await nav(app, 'Explore');
  await page.getByRole('button', { name: 'Read again' }).first().click();
  await expect(alert).toHaveCount(0);
  await app.settled();
  await expectFigures(app, demo.at('expanded_s2g_lora', 6, CONFIRMATORY));
  await app.button(/^Split/).click();
  await page.getByRole('radio', { name: /0–199/ }).click();
  await expectFigures(app, demo.at('expanded_s2g_lora', 6, { from: 0, to: 199 }));
});

test('the worker dies before the first figure', async ({ app, page, watch }) => {
  watch.expectComplaint(/boom/);
  let isFirst = true;
  await page.route(/worker-.*\.js/, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `throw new Error('boom');\n${await answer.text()}` });
  });
  await page.goto('#/explore?repeats=100');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('The worker stopped');
  await page.getByRole('button', { name: 'Read again' }).click();
  await app.settled();
  await expectFigures(app, frozen);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a worker that cannot start is not started over and over', async ({ page, watch }) => {
  watch.expectComplaint(/404|worker/i);
  let asked = 0;
  await page.route(/worker-.*\.js/, (route) => {
    asked++;
    return route.fulfill({ status: 404, body: 'gone' });
  });
  await page.goto('');
  await expect(page.getByRole('alert')).toContainText('The worker stopped');
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect.poll(() => asked).toBeGreaterThan(1);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('The worker stopped');
  // Nothing goes on by itself: many frames later it is still quiet.
  for (let i = 0; i < 20; i++) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(asked).toBe(2);
});

test('a file that cannot be fetched is named', async ({ app, page, watch }) => {
  watch.expectComplaint(/500|Failed to load/);
  await page.route(/probe-run/, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('#/explore?data=validation100');
  await expect(page.getByRole('alert')).toContainText('validation100/probe-run.jsonl.gz: the server answered 500.');
  await expect(page.getByRole('heading', { name: 'Drop a run here' })).toBeVisible();
  await page.unroute(/probe-run/);
  await page.route(/index\.json/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('about:blank');
  await page.goto('#/explore?data=validation100');
  await expect(page.getByRole('alert')).toContainText('The list of samples could not be fetched');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(app.status).toHaveCount(0);
});
