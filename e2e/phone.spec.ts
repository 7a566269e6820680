import AxeBuilder from '@axe-core/playwright';
import { CONFIRMATORY, expect, QUICK, test } from './support/app.ts';
import { drag, middleOf } from './support/charts.ts';
import { Reference } from './support/reference.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const demo = new Reference('dev1000');
const JUDGE = 'expanded_s2g_lora';

test('the dock at the foot holds the threshold, and every figure is there', async ({ app, page, context }) => {
  await page.goto(`#/${QUICK}`);
  const dock = page.getByRole('region', { name: 'Threshold steps' });
  const slider = dock.getByRole('slider');
  await expect(dock).toContainText('7.875');
  await expect(dock).toContainText('frozen threshold');
  await expect(app.status).toContainText('bootstrap');
  await expect(dock).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: /^synthetic replica/ })).toBeVisible();
  await expect(app.value('Early stops')).toHaveText('69');
  await expect(page.getByText('PASS', { exact: true })).toHaveCount(2);
  // The word is not shown there, but it is still what the button is called.
  await expect(app.button(/^Split/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // Steps of 44 px.
  const lower = dock.getByRole('button', { name: 'Lower to the next threshold that changes anything' });
  const box = await lower.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await lower.tap();
  await expect(app.value('Early stops')).toHaveText('70');
  await expect(dock).toContainText('post hoc, the frozen one is 7.875');
  await slider.press('Home');
  const lowest = demo.thresholds(JUDGE, CONFIRMATORY).at(-1)!;
  await expect(app.value('Early stops')).toHaveText(`${demo.at(JUDGE, lowest, CONFIRMATORY).stops}`);
  await slider.press('End');
  await expect(dock).toContainText('never stop');
  await expect(app.value('Early stops')).toHaveText('no stops');

  // A finger drags the grip.
  const session = await context.newCDPSession(page);
  const start = await middleOf(slider);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: start.y }] });
  await touch('touchStart', start.x);
  for (const step of [40, 80, 120, 160]) await touch('touchMove', start.x - step);
  await touch('touchEnd', start.x - 160);
  await expect(app.value('Early stops')).not.toHaveText('no stops');
  expect(Math.abs((await middleOf(slider)).x - (start.x - 160))).toBeLessThan(12);
});

test('judge, split and pages are in reach', async ({ app, page }) => {
  await page.goto(`#/${QUICK}`);
  await expect(app.status).toContainText('bootstrap');
  await page.getByRole('button', { name: /^Expanded S2G LoRA/ }).tap();
  await page.getByRole('button', { name: /^Structured Base/ }).tap();
  const stops = demo.at('structured_base', 2.5, CONFIRMATORY).stops;
  await expect(app.value('Early stops')).toHaveText(`${stops}`);
  await page.getByRole('button', { name: /200–999/ }).tap();
  await page.getByRole('radio', { name: /0–199/ }).tap();
  await expect(app.status).toContainText('200 questions');
  await page.getByRole('button', { name: 'Pages' }).tap();
  await page.getByRole('menuitem', { name: 'Data' }).tap();
  await expect(page.getByRole('heading', { name: 'Open a run' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('dragged by mouse, dock and chart agree', async ({ app, page }) => {
  await page.goto(`#/${QUICK}`);
  await expect(app.status).toContainText('bootstrap');
  const dock = page.getByRole('region', { name: 'Threshold steps' });
  const slider = dock.getByRole('slider');
  const start = await middleOf(slider);
  await drag(page, start, [{ x: start.x - 90, y: start.y }], 6);
  const spoken = await slider.getAttribute('aria-valuetext');
  expect(spoken).toMatch(/post hoc/);
  await expect(app.tradeoff.getByRole('slider')).toHaveAttribute('aria-valuetext', spoken ?? '');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${colorScheme}`, async ({ app, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`#/${QUICK}`);
    await expect(app.status).toContainText('bootstrap');
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))).toEqual([]);
  });
}
