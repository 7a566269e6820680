import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONFIRMATORY, expect, FROZEN, test } from './support/app.ts';
import { type Contents, writeFiles } from './support/drop.ts';
import { expectFigures } from './support/figures.ts';
import { Reference, sampleFiles } from './support/reference.ts';
import { exchangeLines } from './support/runs.ts';
import { serveStatic, view } from './support/servers.ts';

test('the built app works below a path of any static host', async ({ app, page }) => {
  const host = await serveStatic('/some/repo/');
  try {
    await page.goto(`${host.address}#/explore?repeats=100`);
    await app.settled();
    await expectFigures(app, new Reference('dev1000').at('expanded_s2g_lora', FROZEN, CONFIRMATORY));
    expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringContaining('/some/repo/')]);
    // Pages are loaded when they are opened.
    for (const link of await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all()) {
      const isSlides = (await link.textContent()) === 'Present';
      await link.click();
      if (isSlides) {
        // Slides have the window to themselves.
        await expect(page.getByRole('heading', { name: 'Present' })).toBeAttached();
        await page.getByRole('button', { name: /^Leave/ }).click();
        continue;
      }
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    await page.getByRole('link', { name: /^synthetic replica/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The sample data is a synthetic replica');
    expect(host.missing).toEqual([]);
  } finally {
    await page.close();
    await host.close();
  }
});

const run = (scores: readonly number[]): string =>
  exchangeLines(
    scores.map((score, i) => ({ id: `q${i}`, isCorrect: i % 2 === 0, states: [{ score, isSafe: i % 3 === 0 }] })),
  );

test('a served directory opens by itself, and is read again when its files change', async ({ app, page }, {
  outputDir,
}) => {
  const directory = writeFiles(resolve(outputDir, 'runs', 'today'), new Map([['a.jsonl', run([1, 2, 3, 4])]]));
  const served = await view([directory]);
  try {
    await page.goto(served.address);
    await expect(app.status).toContainText('4 questions');
    await app.settled();
    await app.setThreshold('2.5');
    await expect(app.value('Early stops')).toHaveText('2');
    await expect(page).toHaveURL(/data=dir(:|%3A)/);

    writeFileSync(resolve(directory, 'b.jsonl'), run([7, 8, 9]).replaceAll('"q', '"r'));
    await expect(app.status).toContainText('7 questions');
    // The view stays: the same threshold, on more questions.
    await expect(app.field).toHaveValue('2.5');
    await expect(app.value('Early stops')).toHaveText('5');

    writeFileSync(resolve(directory, 'a.jsonl'), run([1]));
    await expect(app.status).toContainText('4 questions');
    await expect(app.value('Early stops')).toHaveText('3');

    // A reload finds the same directory and view.
    await page.reload();
    await expect(app.status).toContainText('4 questions');
    await expect(app.field).toHaveValue('2.5');

    // Everything gone: said in words, and the last figures stay.
    rmSync(resolve(directory, 'a.jsonl'));
    rmSync(resolve(directory, 'b.jsonl'));
    await expect(page.getByRole('alert')).toContainText('There are no files.');
    await expect(app.value('Early stops')).toHaveText('3');
    writeFileSync(resolve(directory, 'c.jsonl'), run([5, 5]));
    await expect(app.status).toContainText('2 questions');
    await expect(page.getByRole('alert')).toHaveCount(0);
  } finally {
    await page.close();
    await served.close();
  }
});

test('a bundle in a directory: names with spaces and signs, folders in folders', async ({ app, page }, {
  outputDir,
}) => {
  const files: Contents = new Map(
    [...sampleFiles('validation100')].map(([name, bytes]) => [`50 % of é & #1/${name.replace('-', ' + ')}`, bytes]),
  );
  const served = await view([writeFiles(resolve(outputDir, 'bundle'), files)]);
  try {
    await page.goto(served.address);
    await expect(app.status).toContainText('100 questions');
    await expect(app.card('Early stops')).toBeVisible();
  } finally {
    await page.close();
    await served.close();
  }
});

test('an address whose token is gone is refused in words', async ({ page, watch }) => {
  watch.expectComplaint(/403/);
  await page.goto('#/explore?data=dir:AAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('alert')).toContainText('The list of files: the server answered 403.');
  await expect(page.getByRole('heading', { name: 'Drop a run here' })).toBeVisible();
});
