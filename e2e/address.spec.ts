import { type App, CONFIRMATORY, expect, FROZEN, QUICK, test } from './support/app.ts';
import { expectFigures } from './support/figures.ts';
import { Reference } from './support/reference.ts';

const demo = new Reference('dev1000');

/** All that is shown in words, for a comparison before and after. */
const wordsOf = async (app: App): Promise<string> => {
  await app.settled();
  await expect(app.stateLevel('AP over reference')).toBeVisible();
  return app.page.locator('body').ariaSnapshot();
};

const RICH = new URLSearchParams([
  ['data', 'dev1000'],
  ['judge', 'old_s2g_lora'],
  ['hide', 'structured_base'],
  ['q', '0-199'],
  ['t', '-1.25'],
  ['x', 'coverage'],
  ['y', 'risk'],
  ['panels', 'risk.opportunity'],
  ['rule', 'hotpot'],
  ['margin', '0.05'],
  ['repeats', '300'],
  ['seed', '7'],
]);

test('a reload shows the same view', async ({ app, page }) => {
  await app.open(`explore?${RICH}`);
  const before = await wordsOf(app);
  expect(before).toContain('Old S2G LoRA');
  expect(before).toContain('Selected-stop risk and Opportunity recall at every threshold of Old S2G LoRA');
  const address = page.url();
  await page.reload();
  expect(await wordsOf(app)).toBe(before);
  expect(page.url()).toBe(address);
  for (const [key, value] of RICH) expect(new URLSearchParams(address.split('?')[1]).getAll(key)).toEqual([value]);
});

test('what is changed by hand is in the address, and a second visitor sees it', async ({ app, page, context }) => {
  await app.open(QUICK);
  await app.button(/^Old S2G LoRA/).click();
  await page.getByRole('button', { name: 'Show the curve of Structured Base' }).click();
  await app.pick('Vertical metric', 'Selected-stop risk');
  await app.pick('Metric of panel 2', 'Coverage');
  await app.button(/^Split/).click();
  await page.getByRole('radio', { name: /0–199/ }).click();
  await app.setThreshold('6.5');
  await expectFigures(app, demo.at('old_s2g_lora', 6.5, { from: 0, to: 199 }));
  await expect(page).toHaveURL(/[?&]t=6\.5(&|$)/);
  const before = await wordsOf(app);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.button('Copy link').click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(page.url());
  const other = await context.newPage();
  await other.goto(link);
  const visitor = app.on(other);
  expect(await wordsOf(visitor)).toBe(before);
});

test('a closed clipboard is said in words', async ({ app, page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  await app.open(QUICK);
  await app.button('Copy link').click();
  await expect(page.getByText('The clipboard is closed to this page. Copy the address bar instead.')).toBeVisible();
});

test('a threshold keeps every digit on its way through the address', async ({ app, page }) => {
  await app.open(QUICK);
  await app.setThreshold('7.874999886727892');
  await expect(page).toHaveURL(/t=7\.874999886727892/);
  await page.reload();
  await expect(app.value('Early stops')).toHaveText('70');
  await app.button('Never stop').click();
  await expect(page).toHaveURL(/t=never/);
  await page.reload();
  await expect(app.field).toHaveValue('never stop');
  await expect(app.value('Early stops')).toHaveText('no stops');
});

test('back and forward go from page to page, and not through a drag', async ({ app, page }) => {
  const nav = page.getByRole('navigation', { name: 'Pages' });
  const current = (name: string) => nav.getByRole('link', { name, exact: true });
  await app.open(QUICK);
  await app.setThreshold('6');
  await expect(page).toHaveURL(/t=6/);
  await current('Data').click();
  await expect(page).toHaveTitle('Data · Stopscope');
  await expect(current('Data')).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page).toHaveTitle('Explore · Stopscope');
  await expect(app.field).toHaveValue('6');
  await expectFigures(app, demo.at('expanded_s2g_lora', 6, CONFIRMATORY));
  await page.goForward();
  await expect(page).toHaveTitle('Data · Stopscope');
  await page.goBack();
  await expect(app.field).toHaveValue('6');
});

test('back to other data brings that data with its view, and forward comes back', async ({ app, page }) => {
  await app.open('explore?data=core200-ladder&repeats=100&t=1');
  await expect(app.field).toHaveValue('1');
  const stops = await app.value('Early stops').textContent();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Data' }).click();
  await app.button('Open Replica, 100 validation questions').click();
  await expect(page).toHaveURL(/#\/data\?data=validation100/);
  await page.goBack();
  await expect(page).toHaveTitle('Explore · Stopscope');
  await expect(app.status).toContainText('200 questions');
  await expect(app.field).toHaveValue('1');
  await expect(app.value('Early stops')).toHaveText(stops ?? '');
  await page.goForward();
  await expect(page).toHaveTitle('Data · Stopscope');
  await expect(app.status).toContainText('100 questions');
  await expect(page).toHaveURL(/#\/data\?data=validation100/);
});

test('an address typed into a page that is open is followed', async ({ app, page }) => {
  await app.open(QUICK);
  await page.evaluate(() => {
    location.hash = '#/explore?data=dev1000&q=0-199&t=5&repeats=100';
  });
  await expectFigures(app, demo.at('expanded_s2g_lora', 5, { from: 0, to: 199 }));
  await page.evaluate(() => {
    location.hash = '#/explore?data=validation100&repeats=100';
  });
  await expect(app.status).toContainText('100 questions');
  const validation = new Reference('validation100');
  await expectFigures(app, validation.at('expanded_s2g_lora', FROZEN, { from: 0, to: 99 }));
});

test('an address that makes no sense opens the default view', async ({ app, page }) => {
  const garbage = [
    '#/explore?data=dev1000&judge=nobody&hide=nobody&q=9-3&split=none&t=abc&x=no&y=&panels=..&rule=zz&margin=-1&repeats=1e99&seed=x',
    '#/nowhere/at/all?%E0%A4%A=1&t=&#?&&==%00',
  ];
  for (const hash of garbage) {
    // A page that is open already would only see its hash change.
    await page.goto('about:blank');
    await page.goto(hash);
    await app.settled();
    await expect(app.value('Early stops')).toHaveText('69');
    await expect(app.card('Exact match')).toContainText('[−0.01250, 0]');
  }
});

test('a range outside the data, and one question alone', async ({ app, page }) => {
  await page.goto('#/explore?data=dev1000&q=5000-6000');
  await expect(page.getByRole('heading', { name: 'No question is in this selection' })).toBeVisible();
  await page.goto('#/explore?data=dev1000&q=5-5&t=-20&repeats=40');
  await expectFigures(app, demo.at('expanded_s2g_lora', -20, { from: 5, to: 5 }));
  await expect(app.status).toContainText('1 question');
});

test('a sample that does not exist is named, and there is a way on', async ({ app, page, watch }) => {
  await page.goto('#/explore?data=nothing');
  await expect(page.getByRole('alert')).toContainText('There is no sample "nothing".');
  await page.getByRole('button', { name: 'Choose other data' }).click();
  await page.getByRole('button', { name: 'Open Replica, 100 validation questions' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Explore' }).click();
  await app.settled();
  await expect(app.status).toContainText('100 questions');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(watch.complaints).toEqual([]);
});
