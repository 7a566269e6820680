import { CONFIRMATORY, expect, FROZEN, QUICK, test } from './support/app.ts';
import { expectFigures } from './support/figures.ts';
import { Reference } from './support/reference.ts';

const demo = new Reference('dev1000');
const EXPANDED = 'expanded_s2g_lora';
const OLD = 'old_s2g_lora';
const BASE = 'structured_base';

test('frozen threshold, sentinel and never stop are one click away', async ({ app, page }) => {
  await app.open(QUICK);
  await app.setThreshold('5');
  await expectFigures(app, demo.at(EXPANDED, 5, CONFIRMATORY));
  await expect(app.button('Frozen')).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: /^Move the line back to the frozen threshold/ }).click();
  await expect(app.field).toHaveValue(String(FROZEN));
  await app.button('Never stop').click();
  await expectFigures(app, demo.at(EXPANDED, Number.POSITIVE_INFINITY, CONFIRMATORY));
  await app.button('Frozen').click();
  await expectFigures(app, demo.at(EXPANDED, FROZEN, CONFIRMATORY));
  // The sentinel never stopped on validation; here it may, and its stops are counted like any other.
  await app.button(/^Old S2G LoRA/).click();
  await expect(app.button('Sentinel')).toHaveAttribute('aria-pressed', 'true');
  await expect(app.field).toHaveValue('8.000000061001629');
  await expectFigures(app, demo.at(OLD, 8.000000061001629, CONFIRMATORY));
});

test('another judge: its own curve, threshold and figures', async ({ app, page }) => {
  await app.open();
  await app.button(/^Structured Base/).click();
  await expect(app.button(/^Structured Base/)).toHaveAttribute('aria-pressed', 'true');
  await expect(app.handle).toHaveAccessibleName('Threshold, Structured Base');
  await expectFigures(app, demo.at(BASE, 2.5, CONFIRMATORY));
  await app.settled();
  await expect(app.status).toContainText(
    `${demo.thresholds(BASE, CONFIRMATORY).length + 1}`.replace(/(?=\d{3}$)/, '\u2009'),
  );
  await app.setThreshold('0');
  await expectFigures(app, demo.at(BASE, 0, CONFIRMATORY));
  // Back at once, while the other judge's intervals are being computed: they never show beside this one's figures.
  await app.button(/^Expanded S2G LoRA/).click();
  await expectFigures(app, demo.at(EXPANDED, FROZEN, CONFIRMATORY));
  await app.settled();
  await expect(app.card('Exact match')).toContainText('[−0.01250, 0]');
  await expect(app.stateLevel('AP over reference')).toContainText('[0.00571, 0.07228]');
  await expect(page.getByText('PASS', { exact: true })).toHaveCount(2);
});

test('another range of questions: all figures follow', async ({ app, page }) => {
  await app.open(QUICK);
  await app.button(/^Split 200–999/).click();
  await page.getByRole('radio', { name: /0–199/ }).click();
  await expect(app.button(/^Split 0–199/)).toContainText('exploratory');
  await expectFigures(app, demo.at(EXPANDED, FROZEN, { from: 0, to: 199 }));
  await expect(app.status).toContainText('200 questions');

  await app.button(/^Split 0–199/).click();
  await page.getByLabel('From').fill('990');
  await page.getByLabel('To, inclusive').fill('1000');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('The last question has index 999.');
  await page.getByLabel('To, inclusive').fill('700');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('The first index is above the last one.');
  await page.getByLabel('From').fill('500');
  await page.getByLabel('To, inclusive').press('Enter');
  await expect(app.button(/^Split 500–700/)).toContainText('own range');
  await expectFigures(app, demo.at(EXPANDED, FROZEN, { from: 500, to: 700 }));
  await expect(app.status).toContainText('201 questions');

  await app.button(/^Split 500–700/).click();
  await page.getByRole('radio').last().click();
  await app.settled();
});

test('a hidden judge leaves both charts and comes back', async ({ app, page }) => {
  await app.open(QUICK);
  const figure = app.tradeoff.getByRole('figure');
  const curves = page.locator('figure path[stroke="var(--judge-2)"]');
  const shown = await curves.count();
  expect(shown).toBeGreaterThan(2);
  await expect(figure).toHaveAccessibleName(/Old S2G LoRA/);
  const eye = page.getByRole('button', { name: 'Show the curve of Old S2G LoRA' });
  await eye.click();
  await expect(eye).toHaveAttribute('aria-pressed', 'false');
  await expect(figure).not.toHaveAccessibleName(/Old S2G LoRA/);
  await expect(curves).toHaveCount(0);
  await expect(figure).toHaveAccessibleName(/Structured Base/);
  await eye.click();
  await expect(curves).toHaveCount(shown);
  // A hidden judge that is made the active one is shown.
  await eye.click();
  await app.button(/^Old S2G LoRA/).click();
  await expect(figure).toHaveAccessibleName(/Old S2G LoRA/);
});

test('four judges are behind one button', async ({ app, page }) => {
  await app.open('explore?data=core200-ladder&repeats=100');
  const figure = app.tradeoff.getByRole('figure');
  const name = (await app.handle.getAttribute('aria-label'))?.replace('Threshold, ', '') ?? '';
  await app.button(new RegExp(`^${name}`)).click();
  const chips = page.getByRole('dialog', { name: 'Judges' }).getByRole('button', { pressed: false });
  const other = await chips
    .first()
    .locator('span')
    .first()
    .evaluate((span) => span.firstChild?.textContent ?? '');
  await chips.first().click();
  await expect(app.handle).toHaveAccessibleName(`Threshold, ${other}`);
  await app.button(new RegExp(`^${other}`)).click();
  await page.getByRole('button', { name: `Show the curve of ${name}` }).click();
  await expect(figure).not.toHaveAccessibleName(new RegExp(name));
  await page.keyboard.press('Escape');
  await app.handle.press('Home');
  await expect(app.value('Early stops')).not.toHaveText('no stops');
});

test('both axes and both panels take any metric', async ({ app }) => {
  await app.open(QUICK);
  await app.pick('Vertical metric', 'Selected-stop risk');
  await app.pick('Horizontal metric', 'Coverage');
  await expect(app.tradeoff.getByRole('figure')).toHaveAccessibleName(
    /^Trade-off: Selected-stop risk against Coverage,/,
  );
  await app.pick('Metric of panel 1', 'Opportunity recall');
  await expect(app.threshold.getByRole('figure')).toHaveAccessibleName(/^Opportunity recall and Search difference at/);
  // The same policy, whatever is drawn.
  await expectFigures(app, demo.at(EXPANDED, FROZEN, CONFIRMATORY));
  await app.handle.press('ArrowLeft');
  await expectFigures(app, demo.at(EXPANDED, 7.874999886727892, CONFIRMATORY));
});

test('criteria: margin, replicates, seed and answer rule', async ({ app, page }) => {
  await app.open();
  await app.button('Criteria').click();
  const dialog = page.getByRole('dialog', { name: 'Criteria' });
  await dialog.getByLabel('EM margin').fill('0.005');
  await dialog.getByLabel('Bootstrap replicates').fill('39');
  await expect(dialog.getByRole('alert')).toHaveText('Replicates are a whole number from 40 to 100 000.');
  await dialog.getByLabel('Bootstrap replicates').fill('500');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(app.status).toContainText('bootstrap 500 × 800');
  await expect(page.getByText('FAIL', { exact: true })).toHaveCount(1);
  await expect(page.getByText(/EM lower end −0\.01\d* ≤ −0\.005/)).toBeVisible();
  await app.button('Criteria').click();
  await dialog.getByLabel('Answer rule').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'As published' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('PASS', { exact: true })).toHaveCount(2);
  await expect(app.card('Exact match')).toContainText('[−0.01250, 0]');
});
