import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type App, expect, FROZEN, QUICK, test } from './support/app.ts';
import { type Contents, dropPaths, dropTransfer, writeFiles } from './support/drop.ts';
import { expectFigures } from './support/figures.ts';
import { samples } from './support/paths.ts';
import { Reference, sampleFiles } from './support/reference.ts';
import { exchangeLines } from './support/runs.ts';

const validation = new Reference('validation100');
const files = sampleFiles('validation100');
const wanted = validation.at('expanded_s2g_lora', FROZEN, { from: 0, to: 99 });

const expectValidation = async (app: App) => {
  await expect(app.status).toContainText('100 questions');
  await expectFigures(app, wanted);
  await expect(app.button(/^Expanded S2G LoRA/)).toContainText('frozen at 7.875');
};

const toData = async (app: App) => {
  await app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Data' }).click();
  await expect(app.page.getByRole('heading', { name: 'What to know about this data' })).toBeVisible();
};

const toExplore = (app: App) =>
  app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Explore' }).click();

test('a folder is dropped, with folders in it', async ({ app, page }, { outputDir }) => {
  const nested: Contents = new Map(
    [...files].map(([name, bytes]) => [name.startsWith('judge') ? `scores/of judges/${name}` : name, bytes]),
  );
  const folder = writeFiles(resolve(outputDir, 'my validation run'), nested);
  await app.open(QUICK);
  await dropPaths(page, [folder]);
  await expectValidation(app);
  await toData(app);
  await expect(
    page.getByRole('rowheader', { name: 'my validation run/scores/of judges/judge-states.jsonl' }),
  ).toBeVisible();
  await expect(page.getByText('Every row was read and used.')).toBeVisible();
  // Files that only this tab has are in no address.
  expect(page.url()).not.toContain('data=');
});

test('loose files are dropped, packed or not', async ({ app, page }) => {
  await app.open(QUICK);
  await dropPaths(
    page,
    [...files.keys()]
      .map((name) => resolve(samples, 'validation100', name))
      .filter((path) => path.endsWith('dataset.json'))
      .concat(
        [...files.keys()]
          .filter((name) => name !== 'dataset.json')
          .map((name) => resolve(samples, 'validation100', `${name}.gz`)),
      ),
  );
  await expectValidation(app);
});

test('files from a script are dropped on the Data page', async ({ app, page }) => {
  await app.open('data?data=dev1000&repeats=100');
  await dropTransfer(page, files);
  await expect(page.getByRole('heading', { name: 'Files' }).locator('..')).toContainText('11 read');
  await expect(app.status).toContainText('100 questions');
  await toExplore(app);
  await expectValidation(app);
});

test('a folder and files are chosen with the buttons', async ({ app, page }, { outputDir }) => {
  const folder = writeFiles(resolve(outputDir, 'chosen'), files);
  await page.goto('#/data?data=dev1000&repeats=100');
  await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), app.button('Choose a folder').click()]);
  await chooser.setFiles(folder);
  await expect(page.getByRole('rowheader', { name: 'chosen/labels.jsonl' })).toBeVisible();
  await toExplore(app);
  await expectValidation(app);

  await toData(app);
  const [other] = await Promise.all([page.waitForEvent('filechooser'), app.button('Choose files').click()]);
  await other.setFiles([
    {
      name: 'a.jsonl',
      mimeType: '',
      buffer: Buffer.from(exchangeLines([{ id: 'q1', isCorrect: true, states: [{ score: 1, isSafe: true }] }])),
    },
  ]);
  await expect(app.status).toContainText('1 question');
});

test('more files than a folder listing gives at once', async ({ app, page }, { outputDir }) => {
  const shards = new Map(
    Array.from({ length: 130 }, (_, i) => [
      `part-${i}.jsonl.gz`,
      gzipSync(exchangeLines([{ id: `q${i}`, isCorrect: true, states: [{ score: i, isSafe: i % 2 === 0 }] }])),
    ]),
  );
  await app.open(QUICK);
  await dropPaths(page, [writeFiles(resolve(outputDir, 'shards'), shards)]);
  await expect(app.status).toContainText('130 questions');
  await expect(app.status).toContainText('131 distinct policies');
});

test('names say nothing: content decides', async ({ app, page }) => {
  const renamed = new Map([...files.values()].map((bytes, i) => [`${String.fromCharCode(122 - i)}.csv`, bytes]));
  await app.open(QUICK);
  await dropTransfer(page, renamed);
  await expect(app.status).toContainText('100 questions');
  // The judge whose file comes first by name is looked at first.
  const policies = validation.thresholds('structured_base', { from: 0, to: 99 }).length + 1;
  await expect(app.status).toContainText(`${policies} distinct policies`);
  await toData(app);
  await expect(page.getByRole('rowheader', { name: 'z.csv' })).toBeVisible();
});

test('a sample is opened from the list, and exported data comes back the same', async ({ app, page }, {
  outputDir,
}) => {
  await app.open('data?data=dev1000&repeats=100');
  await app.button('Open Replica, 100 validation questions').click();
  await expect(app.status).toContainText('100 questions');
  await expect(page).toHaveURL(/data=validation100/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    app.button('Export in the exchange format').click(),
  ]);
  const path = resolve(outputDir, download.suggestedFilename());
  await download.saveAs(path);
  await dropPaths(page, [path]);
  await expect(page.getByRole('rowheader', { name: download.suggestedFilename() })).toBeVisible();
  await toExplore(app);
  await expectValidation(app);
  await expect(page.getByRole('link', { name: /^synthetic replica/ })).toBeVisible();
});

test('a run without judges shows what needs none', async ({ app, page }) => {
  await page.goto('#/explore?data=h0-pilot200');
  await expect(page.getByText('This run has no judge scores')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Native/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Cost oracle, label-dependent/ })).toBeVisible();
  await expect(app.status).toContainText('200 questions');
  // What a policy stops is on its flip ledger: 60 where only searches are lost.
  const oracle = page.getByRole('row', { name: /^Cost oracle/ });
  await oracle.getByRole('button', { name: /^60: show the safe stops against native, Cost oracle/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('60 changed of 200 questions');
  await page.goBack();
  const native = page.getByRole('row', { name: /^Native/ });
  await native.getByRole('button', { name: /: show the questions that native answers right$/ }).click();
  await expect(page.getByRole('button', { name: 'Remove the filter Native is right' })).toBeVisible();
});

test('every link on the Data page leads somewhere', async ({ app, page, request }) => {
  await app.open('data?data=validation100&repeats=100');
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200);
});
