import type { Locator } from '@playwright/test';
import { type App, CONFIRMATORY, expect, QUICK, test } from './support/app.ts';
import { drag, horizontalAxis, middleOf } from './support/charts.ts';
import { expectFigures } from './support/figures.ts';
import { Reference } from './support/reference.ts';

const demo = new Reference('dev1000');
const JUDGE = 'expanded_s2g_lora';

/** Values at the ends of what a chart shows. */
async function ends(figure: Locator): Promise<{ low: number; high: number }> {
  const texts = await figure.locator('.recharts-cartesian-axis-tick-label text').evaluateAll((labels) => {
    const foot = Math.max(...labels.map((label) => label.getBoundingClientRect().top));
    return labels
      .filter((label) => Math.abs(label.getBoundingClientRect().top - foot) < 2)
      .map((label) => (label.textContent ?? '').replace('\u2212', '-'));
  });
  const values = texts.map(Number).filter(Number.isFinite);
  return { low: Math.min(...values), high: Math.max(...values) };
}

const expectHandleInPlace = async (app: App) => {
  const { searches, questions } = demo.at(JUDGE, await app.exactThreshold(), CONFIRMATORY);
  const axis = await horizontalAxis(app.tradeoff.getByRole('figure'));
  const handle = await middleOf(app.handle);
  expect(Math.abs(handle.x - axis(searches / questions))).toBeLessThan(2);
};

test('the wheel zooms the trade-off around the pointer; the handle stays at its policy and drags exactly', async ({
  app,
  page,
}) => {
  await app.open(QUICK);
  const figure = app.tradeoff.getByRole('figure');
  const before = await ends(figure);
  const start = await middleOf(app.handle);
  await page.mouse.move(start.x, start.y + 60);
  for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -100);
  await expect
    .poll(async () => (await ends(figure)).high - (await ends(figure)).low)
    .toBeLessThan((before.high - before.low) / 2);
  await expectHandleInPlace(app);
  const zoomed = await middleOf(app.handle);
  await drag(page, zoomed, [{ x: zoomed.x - 80, y: zoomed.y }], 5);
  await expectHandleInPlace(app);
  await expectFigures(app, demo.at(JUDGE, await app.exactThreshold(), CONFIRMATORY));
  // A step by keyboard that leads out of the window takes it along.
  await app.handle.press('Home');
  await expectHandleInPlace(app);
  // And all the way out again.
  await page.mouse.move(start.x, start.y);
  for (let i = 0; i < 40; i++) await page.mouse.wheel(0, 100);
  await expect.poll(async () => (await ends(figure)).low).toBeLessThan(0.3);
  await expectHandleInPlace(app);
  await page.getByRole('button', { name: 'Zoom to native' }).click();
  await expect.poll(async () => (await ends(figure)).low).toBeGreaterThan(1.5);
});

test('the overview moves the window, by mouse and by keyboard', async ({ app, page }) => {
  await app.open(QUICK);
  const figure = app.tradeoff.getByRole('figure');
  const window = page.getByRole('button', { name: /^Zoom window\./ });
  const before = await ends(figure);
  const at = await middleOf(window);
  await drag(page, at, [{ x: at.x - 60, y: at.y + 10 }], 6);
  await expect.poll(async () => (await ends(figure)).low).toBeLessThan(before.low - 0.2);
  await window.focus();
  const moved = await ends(figure);
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await ends(figure)).low).toBeLessThan(moved.low);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Zoom to native' })).toBeVisible();
  await expectFigures(app, demo.at(JUDGE, await app.exactThreshold(), CONFIRMATORY));
});

test('the score axis shows all scores and comes back; the line keeps its score', async ({ app, page }) => {
  await app.open(QUICK);
  const figure = app.threshold.getByRole('figure');
  const place = async () => {
    const axis = await horizontalAxis(figure);
    expect(Math.abs((await middleOf(app.line)).x - axis(await app.exactThreshold()))).toBeLessThan(2);
  };
  await page.getByRole('button', { name: /Show all scores$/ }).click();
  await expect.poll(async () => (await ends(figure)).low).toBeLessThan(-12);
  await place();
  await app.line.press('Home');
  await place();
  await page.getByRole('button', { name: 'Zoom to the upper scores' }).click();
  await expect.poll(async () => (await ends(figure)).low).toBeGreaterThan(-6);
  await app.button('Frozen').click();
  const line = await middleOf(app.line);
  await page.mouse.move(line.x, line.y);
  for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -100);
  await expect.poll(async () => (await ends(figure)).high - (await ends(figure)).low).toBeLessThan(5);
  await place();
  const near = await middleOf(app.line);
  await drag(page, near, [{ x: near.x - 100, y: near.y }], 4);
  await place();
  await expectFigures(app, demo.at(JUDGE, await app.exactThreshold(), CONFIRMATORY));
});

test('where the page scrolls, a plain wheel scrolls it', async ({ app, page }) => {
  await page.setViewportSize({ width: 1100, height: 700 });
  await app.open(QUICK);
  const figure = app.tradeoff.getByRole('figure');
  const before = await ends(figure);
  const box = await figure.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 100);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect(await ends(figure)).toEqual(before);
});

test('a change of the window size redraws the charts, and the mark stays at its policy', async ({ app, page }) => {
  await app.open(QUICK);
  await app.setThreshold('5');
  for (const size of [
    { width: 1600, height: 1000 },
    { width: 1000, height: 800 },
    { width: 700, height: 800 },
    { width: 1440, height: 700 },
  ]) {
    await page.setViewportSize(size);
    await expect(async () => {
      await expectHandleInPlace(app);
    }).toPass();
    await expect(app.line).toHaveAttribute('aria-valuetext', /post hoc/);
    const chart = await app.tradeoff.getByRole('figure').boundingBox();
    expect(chart?.height).toBeGreaterThan(240);
    expect(chart?.height).toBeLessThan(900);
  }
});
