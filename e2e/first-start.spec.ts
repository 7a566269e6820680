import { expect, test } from './support/app.ts';

test('opens on the demo, with the published figures at the frozen threshold', async ({ app, page }) => {
  await app.open();
  await expect(page).toHaveTitle('Explore · Stopscope');
  await expect(page.getByRole('link', { name: /^synthetic replica/ })).toBeVisible();
  await expect(app.field).toHaveValue('7.874999982333975');
  await expect(app.button('Frozen')).toHaveAttribute('aria-pressed', 'true');
  await expect(app.button(/^Split 200–999/)).toContainText('confirmatory');

  await expect(app.sentence).toHaveText(
    '77 fewer searches (−3.70 %), 5 fewer correct answers (−0.625 points), and 27 of 69 early stops unsafe.',
  );
  const em = app.card('Exact match');
  await expect(app.value('Exact match')).toHaveText('0.44250');
  await expect(em).toContainText('native 0.44875');
  await expect(em).toContainText('−0.00625');
  await expect(em).toContainText('[−0.01250, 0]');
  const searches = app.card('Mean searches');
  await expect(app.value('Mean searches')).toHaveText('2.50500');
  await expect(searches).toContainText('native 2.60125');
  await expect(searches).toContainText('[−0.12000, −0.07375]');
  const stops = app.card('Early stops');
  await expect(app.value('Early stops')).toHaveText('69');
  await expect(stops).toContainText('42 safe');
  await expect(stops).toContainText('27 unsafe');
  await expect(app.value('Selected-stop risk')).toHaveText('39.13\u2009%');
  await expect(app.card('Selected-stop risk')).toContainText('27 / 69');
  await expect(app.card('Selected-stop risk')).toContainText('native: no stops');
  await expect(app.card('Coverage')).toContainText('69 / 800');
  await expect(app.card('Opportunity recall')).toContainText('42 / 294');
  await expect(app.value('Harmed / rescued')).toHaveText('6 / 1');

  const verdicts = page.getByText('PASS', { exact: true });
  await expect(verdicts).toHaveCount(2);
  await expect(page.getByText('EM lower end −0.0125 > −0.02')).toBeVisible();
  await expect(page.getByText('Search upper end −0.07375 < 0')).toBeVisible();

  await expect(app.stateLevel('Precision')).toContainText('46 / 74');
  await expect(app.stateLevel('Precision')).toContainText('0.6216');
  await expect(app.stateLevel('AP')).toContainText('0.40358');
  await expect(app.stateLevel('AP over reference')).toContainText('+0.03983');
  await expect(app.stateLevel('AP over reference')).toContainText('[0.00571, 0.07228]');
});

test('every screen of the demo says synthetic replica', async ({ app, page }) => {
  await app.open();
  await expect(app.status).toContainText('synthetic replica');
  await app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Data' }).click();
  await expect(page.getByRole('heading', { name: 'What to know about this data' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^synthetic replica/ })).toBeVisible();
  await expect(app.status).toContainText('synthetic replica');
  await page.getByRole('link', { name: /^synthetic replica/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The sample data is a synthetic replica');
});

test('skeleton and progress while reading, figures when read', async ({ app, page }) => {
  let release = () => {};
  const isReleased = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/judge-expanded_s2g_lora/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('img', { name: 'The trade-off is being computed' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  release();
  await app.settled();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(app.value('Exact match')).toHaveText('0.44250');
});
