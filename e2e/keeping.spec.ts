import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type App, expect, QUICK, test } from './support/app.ts';
import { dropTransfer } from './support/drop.ts';
import { sampleFiles } from './support/reference.ts';

const RUNS = [0, 1, 2, 3]
  .map((i) => `${JSON.stringify({ id: i, response: `<answer> answer ${i} </answer>` })}\n`)
  .join('');
const GOLD = [0, 1, 2, 3]
  .map((i) => `${JSON.stringify({ _id: `hotpot-${9 - i}`, question: `Q${i}?`, answer: `answer ${i}` })}\n`)
  .join('');

const toData = async (app: App) => {
  await app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Data' }).click();
  await expect(app.page.getByRole('heading', { name: 'Open a run' })).toBeVisible();
};

/** Storage as a private window, a closed setting or a full disk has it, before the page's own code runs. */
const PRIVATE = () => {
  const refuse = () => Promise.reject(new DOMException('private', 'SecurityError'));
  Object.defineProperty(navigator.storage, 'getDirectory', { value: refuse });
  Object.defineProperty(globalThis, 'indexedDB', {
    value: {
      open: () => {
        throw new DOMException('private', 'SecurityError');
      },
    },
  });
};
const MISSING = () => {
  Object.defineProperty(navigator, 'storage', { value: undefined });
  Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
};
const FULL = () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  Object.defineProperty(FileSystemFileHandle.prototype, 'createWritable', { value: async () => full() });
  Object.defineProperty(IDBObjectStore.prototype, 'put', { value: full });
};
const NO_FILES = () => {
  Object.defineProperty(navigator.storage, 'getDirectory', { value: undefined });
};

for (const [title, script, words] of [
  ['a private window', PRIVATE, 'This browser keeps no data here'],
  ['a browser without storage', MISSING, 'This browser keeps no data here'],
  ['a full disk', FULL, 'The storage of this browser is full'],
] as const) {
  test(`${title}: the run opens, and that it will not stay is said`, async ({ app, page }) => {
    await page.addInitScript(script);
    await app.open(QUICK);
    await toData(app);
    await dropTransfer(page, new Map([['runs.jsonl', RUNS]]));
    await expect(app.status).toContainText('4 questions');
    await expect(page.getByRole('region', { name: 'On this device' })).toContainText(words);
    await expect(page).toHaveURL(/for=runs/);
    // Nothing half written comes back, and nothing is opened in its place: the address still names the run.
    await page.reload();
    await expect(page.getByText(/^The link is about runs/)).toBeVisible();
    await expect(app.status).toContainText('no data');
  });
}

test('without a private file system the database keeps the run', async ({ app, page }) => {
  await page.addInitScript(NO_FILES);
  await app.open(QUICK);
  await toData(app);
  await dropTransfer(page, new Map([['runs.jsonl', RUNS]]));
  await expect(page.getByRole('region', { name: 'On this device' }).getByRole('listitem')).toHaveCount(1);
  // Until then the address still names the demo.
  await expect(page).not.toHaveURL(/data=/);
  await page.reload();
  await expect(app.status).toContainText('4 questions');
});

test('the replica is there again after a reload, its texts too, and opened again it is the same dataset', async ({
  app,
  page,
}) => {
  await app.open(QUICK);
  await toData(app);
  await dropTransfer(page, sampleFiles('dev1000'));
  const kept = page.getByRole('region', { name: 'On this device' });
  await expect(kept.getByRole('listitem')).toHaveCount(1);
  await expect(page).not.toHaveURL(/data=/);
  for (let again = 0; again < 2; again++) {
    await page.reload();
    await expect(app.status).toContainText('1 000 questions');
    await expect(kept.getByRole('listitem')).toHaveCount(1);
  }
  // What is open reads from what is kept: that must not have been written over.
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export in the exchange format' }).click(),
  ]);
  const renamed = new Map([...sampleFiles('dev1000')].map(([name, bytes]) => [`other/${name}`, bytes]));
  await dropTransfer(page, renamed);
  await expect(page.getByRole('rowheader', { name: 'other/inputs.jsonl' })).toBeVisible();
  await expect(kept.getByRole('listitem')).toHaveCount(1);
});

/** How the runs on this device are read, as JSON. */
const keptReadings = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('stopscope');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const asking = database.transaction('datasets').objectStore('datasets').getAll();
          asking.onerror = () => reject(asking.error);
          asking.onsuccess = () => {
            database.close();
            resolve(JSON.stringify(asking.result.map(({ reading }: { readonly reading: unknown }) => reading)));
          };
        };
      }),
  );

test('labels are joined by order only when the user says so', async ({ app, page }) => {
  await app.open(QUICK);
  await toData(app);
  await dropTransfer(
    page,
    new Map([
      ['gold.jsonl', GOLD],
      ['runs.jsonl', RUNS],
    ]),
  );
  const proposal = page.getByRole('region', { name: 'Join by order?' });
  await expect(proposal).toContainText('gold.jsonl has 4 labels and runs.jsonl as many runs');
  await expect(proposal.getByRole('cell', { name: 'line 2: hotpot-8 · Q1? → answer 1' })).toBeVisible();
  await expect(proposal.getByRole('cell', { name: 'line 2: 1 → answer 1' })).toBeVisible();
  await expect(page.getByText(/labels\.none/)).toBeVisible();
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);

  await proposal.getByRole('button', { name: 'Leave the labels out' }).click();
  await expect(proposal).toHaveCount(0);
  await expect(page.getByText('you did not let them be joined by order')).toBeVisible();
  await page.reload();
  await expect(page.getByText('you did not let them be joined by order')).toBeVisible();
  await page.getByRole('button', { name: 'Look again' }).click();
  await proposal.getByRole('button', { name: 'Join row by row' }).click();
  const joined = page.getByRole('region', { name: 'Joined by order' });
  await expect(joined).toContainText('You confirmed it');
  await expect(page.getByText(/label\.joined-by-order/)).toBeVisible();
  await expect(page.getByText(/labels\.none/)).toHaveCount(0);
  // The answer holds for the session, through a reload. It is written down a moment after the data is shown.
  await expect.poll(() => keptReadings(page)).toContain('"joinByOrder":["gold.jsonl"]');
  await page.reload();
  await expect(joined).toBeVisible();
  await joined.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/labels\.none/)).toBeVisible();
});

test('a run without its probe answers says so', async ({ app, page }) => {
  const files = new Map([...sampleFiles('validation100')].filter(([name]) => !name.startsWith('probe-run')));
  await app.open(QUICK);
  await toData(app);
  await dropTransfer(page, files);
  await expect(app.status).toContainText('100 questions');
  await expect(page.getByText(/There are no probe answers/)).toBeVisible();
});

test('files are listed by name, however they were dropped', async ({ app, page }) => {
  await app.open(QUICK);
  await toData(app);
  const files = [...sampleFiles('validation100')].reverse();
  await dropTransfer(page, new Map(files));
  await expect(page.getByRole('rowheader')).toHaveText(files.map(([name]) => name).sort());
});
