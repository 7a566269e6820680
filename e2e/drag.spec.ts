import { type App, CONFIRMATORY, expect, QUICK, test } from './support/app.ts';
import { drag, horizontalAxis, middleOf, type Place } from './support/charts.ts';
import { expectFigures } from './support/figures.ts';
import { Reference } from './support/reference.ts';

const JUDGE = 'expanded_s2g_lora';
const demo = new Reference('dev1000');
const now = async (app: App) => demo.at(JUDGE, await app.exactThreshold(), CONFIRMATORY);

/** Handle, line and figures agree, and each mark stands where the axis says that its policy is. */
async function expectOneThreshold(app: App): Promise<void> {
  const figures = await now(app);
  await expectFigures(app, figures);
  const tradeoff = await horizontalAxis(app.tradeoff.getByRole('figure'));
  const handle = await middleOf(app.handle);
  expect(Math.abs(handle.x - tradeoff(figures.searches / figures.questions))).toBeLessThan(2);
  const scores = await horizontalAxis(app.threshold.getByRole('figure'));
  const line = await middleOf(app.line);
  const threshold = await app.exactThreshold();
  if (Number.isFinite(threshold)) expect(Math.abs(line.x - scores(threshold))).toBeLessThan(2);
}

test('the handle is dragged along its curve', async ({ app, page }) => {
  await app.open(QUICK);
  const start = await middleOf(app.handle);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await expect(app.field).toHaveValue('7.874999982333975');
  await page.mouse.move(start.x - 150, start.y - 40, { steps: 20 });
  // While the button is down, everything has moved already.
  await expectOneThreshold(app);
  const there = await middleOf(app.handle);
  expect(Math.abs(there.x - (start.x - 150))).toBeLessThan(6);
  await page.mouse.up();
  await page.mouse.move(start.x, start.y);
  await expectOneThreshold(app);
  await expect(page.getByText('post hoc').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`[?&]t=${await app.exactThreshold()}(&|$)`));
});

test('the threshold line is dragged over the scores, and follows a press on the plot', async ({ app, page }) => {
  await app.open(QUICK);
  const scores = await horizontalAxis(app.threshold.getByRole('figure'));
  const start = await middleOf(app.line);
  await drag(page, start, [{ x: scores(4), y: start.y + 30 }], 20);
  await expectOneThreshold(app);
  expect(Math.abs((await app.exactThreshold()) - 4)).toBeLessThan(0.2);
  await page.mouse.click(scores(3), start.y - 40);
  await expectOneThreshold(app);
  expect(Math.abs((await app.exactThreshold()) - 3)).toBeLessThan(0.2);
});

test('past the highest score there is "never stop"', async ({ app, page }) => {
  await app.open(QUICK);
  const start = await middleOf(app.line);
  await drag(page, start, [{ x: start.x + 900, y: start.y }], 4);
  await expect(app.field).toHaveValue('never stop');
  await expectFigures(app, demo.at(JUDGE, Number.POSITIVE_INFINITY, CONFIRMATORY));
  await expect(app.value('Early stops')).toHaveText('no stops');
  await expect(app.value('Selected-stop risk')).toHaveText('no stops');
  await expect(app.value('Exact match')).toHaveText('0.44875');
  await expect(app.sentence).toContainText('the same number of searches');
  await expect(app.button('Never stop')).toHaveAttribute('aria-pressed', 'true');
  // And back from there.
  const end = await middleOf(app.line);
  const scores = await horizontalAxis(app.threshold.getByRole('figure'));
  await drag(page, end, [{ x: scores(6), y: end.y }], 3);
  await expectOneThreshold(app);
});

test('a fast drag ends where a slow one does, on both charts', async ({ app, page }) => {
  await app.open(QUICK);
  for (const slider of [app.handle, app.line]) {
    await app.button('Frozen').click();
    const start = await middleOf(slider);
    const way: Place[] = [
      { x: start.x - 220, y: start.y },
      { x: start.x + 60, y: start.y - 30 },
      { x: start.x - 90, y: start.y },
    ];
    await drag(page, start, way, 1);
    const fast = await app.exactThreshold();
    await expectOneThreshold(app);
    await app.button('Frozen').click();
    await drag(page, start, way, 8);
    expect(await app.exactThreshold()).toBe(fast);
  }
});

test('a drag while the intervals are still being computed', async ({ app, page }) => {
  await page.goto('#/explore?repeats=40000');
  await expect(app.handle).toBeVisible();
  await expect(page.getByText('Intervals are being computed')).toBeVisible();
  const start = await middleOf(app.line);
  const way = Array.from({ length: 20 }, (_, i) => ({ x: start.x - (i % 2 === 0 ? 300 : 20) - i, y: start.y }));
  await drag(page, start, way, 1);
  await expectOneThreshold(app);
  await app.settled();
  await expectOneThreshold(app);
  await expect(app.status).toContainText('bootstrap 40\u2009000');
});

test('where the curve turns back, the handle still goes along it', async ({ app, page }) => {
  await app.open(`${QUICK}&x=risk&y=coverage`);
  const start = await middleOf(app.handle);
  await drag(page, start, [{ x: start.x + 60, y: start.y - 60 }], 30);
  const figures = await now(app);
  await expectFigures(app, figures);
  expect(figures.stops).not.toBe(69);
  // It lies on the curve: at its own coverage and risk, not where the pointer was let go.
  const box = await middleOf(app.handle);
  const across = await horizontalAxis(app.tradeoff.getByRole('figure'));
  expect(Math.abs(box.x - across((100 * figures.unsafe) / figures.stops))).toBeLessThan(2);
});

test('other buttons of the mouse do not drag', async ({ app, page }) => {
  await app.open(QUICK);
  const start = await middleOf(app.handle);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(start.x - 120, start.y, { steps: 5 });
  await page.mouse.up({ button: 'right' });
  await expect(app.field).toHaveValue('7.874999982333975');
});
