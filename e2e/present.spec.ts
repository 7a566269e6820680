import { readFileSync, writeFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { CONFIRMATORY, expect, FROZEN, test } from './support/app.ts';
import { drag, middleOf } from './support/charts.ts';
import { Reference } from './support/reference.ts';

const demo = new Reference('dev1000');
const JUDGE = 'expanded_s2g_lora';
const COUNT = 8;

/** The slide that is on; the others are there for paper only, and nobody sees or hears them. */
const slide = (page: Page): Locator => page.getByRole('region', { name: /^Slide \d of \d$/ });
const title = (page: Page): Locator => slide(page).getByRole('heading', { level: 2 });
const isOn = (page: Page, number: number, count = COUNT) =>
  expect(slide(page)).toHaveAccessibleName(`Slide ${number} of ${count}`);

async function openSlides(page: Page, query = ''): Promise<void> {
  await page.goto(`#/present?repeats=100${query}`);
  await expect(slide(page).locator('footer')).toContainText('paired resamples');
}

test('the story is told by keyboard alone', async ({ page }) => {
  await page.goto('#/lab?repeats=100');
  await expect(page.getByRole('heading', { name: 'Policy lab' })).toBeAttached();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Present' }).click();
  await isOn(page, 1);
  await expect(title(page)).toHaveText('When should a question stop searching?');
  for (const [key, number] of [
    ['ArrowRight', 2],
    ['ArrowDown', 3],
    ['PageDown', 4],
    ['Space', 5],
    ['Shift+Space', 4],
    ['ArrowLeft', 3],
    ['PageUp', 2],
    ['End', 8],
    ['ArrowRight', 8],
    ['Home', 1],
    ['ArrowUp', 1],
  ] as const) {
    await page.keyboard.press(key);
    await isOn(page, number);
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Leave the slides');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await isOn(page, 1);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/lab/);
});

test('every slide says what it is of, and has the figures of the reference', async ({ page }) => {
  await openSlides(page, '&slide=gate');
  const at = demo.at(JUDGE, FROZEN, CONFIRMATORY);
  await expect(slide(page).getByRole('row', { name: /^Exact match/ })).toContainText('0.448750.44250−0.00625');
  await expect(slide(page).getByRole('row', { name: /^Mean searches/ })).toContainText('2.601252.50500−0.09625');
  for (const { name, text } of [
    { name: 'setting', text: '2\u2009081' },
    { name: 'reach', text: '294' },
    { name: 'ranking', text: '0.40358' },
    { name: 'tradeoff', text: '39.13\u2009%' },
    { name: 'risk', text: `The gate passes, yet ${at.unsafe} of ${at.stops} early stops are unsafe.` },
    { name: 'examples', text: 'unsafe stop, harmed' },
    { name: 'claims', text: 'Stopping is safe27 of 69 stops unsafe, 39.13\u2009%' },
  ]) {
    await page.evaluate((id) => {
      location.hash = location.hash.replace(/slide=\w+/, `slide=${id}`);
    }, name);
    await expect(page.locator(`[data-slide=${name}]`)).toBeVisible();
    await expect(slide(page)).toContainText(text);
    await expect(slide(page)).toContainText('synthetic replica');
    await expect(slide(page)).toContainText('confirmatory, 200–999');
    const foot = slide(page).locator('footer');
    for (const fact of [/[0-9a-f]{16}/, 'n = 800', 'θ = 7.875, frozen', 'seeds 20260928 and 20261028']) {
      await expect(foot).toContainText(fact);
    }
  }
});

test('the handle moves everything on the slide, and every other slide with it', async ({ page }) => {
  await openSlides(page, '&slide=tradeoff');
  const handle = slide(page).getByRole('slider', { name: /^Threshold, Expanded/ });
  const start = await middleOf(handle);
  await drag(page, start, [{ x: start.x - 180, y: start.y }], 12);
  // In the pixels of the screen, although the slide is drawn smaller than it is.
  const there = await middleOf(handle);
  expect(Math.abs(there.x - (start.x - 180))).toBeLessThan(6);
  const field = page.getByRole('textbox', { name: 'Threshold' });
  await expect(field).not.toHaveValue('7.874999982333975');
  const at = demo.at(JUDGE, Number((await field.inputValue()).replace('\u2212', '-')), CONFIRMATORY);
  await expect(title(page)).toContainText(`${at.unsafe} of ${at.stops} early stops unsafe`);
  await expect(slide(page)).toContainText(`${at.safe} safe, ${at.unsafe} unsafe`);
  await expect(slide(page).getByText('post hoc').first()).toBeVisible();
  await handle.press('ArrowRight');
  await isOn(page, 4);
  await handle.press('ArrowLeft');
  await expect(title(page)).toContainText(`${at.unsafe} of ${at.stops} early stops unsafe`);
  await handle.blur();
  await page.keyboard.press('End');
  await expect(slide(page)).toContainText(`${at.unsafe} of ${at.stops} stops unsafe`);
  await page.getByRole('button', { name: 'Never stop' }).click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(title(page)).toHaveText('No question stops early at this threshold.');
  await expect(slide(page)).toContainText('No stops');
});

test('order, hidden slides, titles, notes and examples are kept, saved and opened again', async ({ page }, info) => {
  await openSlides(page, '&slide=risk');
  await page.keyboard.press('e');
  const outline = page.getByRole('complementary', { name: 'Outline' });
  await outline.getByRole('button', { name: 'Hide Reachability and headroom' }).click();
  await isOn(page, 5, 7);
  await outline.getByRole('button', { name: 'Move The risk of the stops up' }).click();
  await isOn(page, 4, 7);
  await outline.getByLabel('Title').fill('27 of 69 stops went wrong');
  await expect(title(page)).toHaveText('27 of 69 stops went wrong');
  await outline.getByLabel('Speaker notes').fill('Pause here.');
  // A title with a number says so where it stands beside other figures.
  await page.getByRole('button', { name: 'Never stop' }).click();
  await expect(slide(page)).toContainText('title written about θ = 7.875, frozen');
  await page.getByRole('button', { name: 'Frozen' }).click();
  await expect(slide(page)).not.toContainText('title written about');
  await outline
    .getByRole('button', { name: /Three questions$/ })
    .first()
    .click();
  await outline.getByRole('button', { name: 'Choose example 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Example 3' });
  await dialog.getByLabel('Outcome').selectOption('rescued');
  await expect(dialog.getByText('1 question', { exact: true })).toBeVisible();
  const rescued = dialog.getByRole('listitem').getByRole('button');
  const id = ((await rescued.textContent()) ?? '').match(/dev-\d+/)![0];
  await rescued.click();
  await expect(slide(page).getByRole('article', { name: 'Example 3' })).toContainText(id);
  await expect(slide(page).getByRole('article', { name: 'Example 3' })).toContainText('chosen by hand');

  const saving = page.waitForEvent('download');
  await outline.getByRole('button', { name: 'Save as a file' }).click();
  const path = await (await saving).path();
  const saved = JSON.parse(readFileSync(path, 'utf8'));
  expect(saved).toMatchObject({
    stopscope: 'slides',
    hidden: ['reach'],
    titles: { risk: { text: '27 of 69 stops went wrong' } },
    notes: { risk: 'Pause here.' },
  });
  expect(saved.examples[2]).toEqual({ kind: 'question', id });

  await page.reload();
  await expect(slide(page).locator('footer')).toContainText('paired resamples');
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await expect(title(page)).toHaveText('27 of 69 stops went wrong');
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(title(page)).toHaveText('The gate passes, yet 27 of 69 early stops are unsafe.');
  await isOn(page, 6);
  const file = info.outputPath('slides.json');
  writeFileSync(file, JSON.stringify({ ...saved, dataset: 'another run' }));
  await page.getByLabel('File of slides').setInputFiles(file);
  await isOn(page, 4, 7);
  await expect(title(page)).toHaveText('27 of 69 stops went wrong');
  await expect(page.getByText('These slides were made for "another run".')).toBeVisible();
});

test('the notes have a window that follows, and leads', async ({ page }) => {
  await openSlides(page, '&slide=gate');
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('n');
  const notes = await opening;
  await expect(notes.getByRole('heading', { name: 'Speaker notes' })).toBeAttached();
  await expect(notes.getByRole('region', { name: 'Notes' })).toContainText('PASS means within the margin');
  await expect(notes.getByText('Next: The risk of the stops')).toBeVisible();
  await expect(notes.locator('time')).toHaveText(/^\d\d:\d\d:\d\d$/);
  await expect(notes.getByText('Both criteria pass')).toBeVisible();
  // The styles are there: an unstyled slide would be as wide as the window.
  const width = await notes.locator('section[aria-label=Now] > div').evaluate((element) => element.clientWidth);
  expect(width).toBe(672);
  await page.keyboard.press('ArrowRight');
  await expect(notes.getByText('Next: Three questions')).toBeVisible();
  await expect(notes.getByRole('region', { name: 'Notes' })).toContainText('Exact match averages');
  await notes.bringToFront();
  await notes.keyboard.press('PageDown');
  await isOn(page, 7);
  await notes.getByRole('button', { name: 'Next' }).click();
  await isOn(page, 8);
  await expect(notes.getByText('This is the last slide')).toBeVisible();
  const closing = notes.waitForEvent('close');
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await closing;
});

test('print: every shown slide is one page of 16:9', async ({ page }) => {
  await openSlides(page);
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Hide Three questions' }).click();
  await isOn(page, 1, 7);
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(7);
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[([^\]]*)\]/g)].map((match) => match[1]!.trim().split(' ').map(Number));
  expect(boxes).toHaveLength(7);
  for (const [left, bottom, width, height] of boxes) {
    // 1600 x 900 CSS pixels are 1200 x 675 points; the browser rounds up to its own grid.
    expect([left, bottom, width]).toEqual([0, 0, 1200]);
    expect(Math.abs(height! - 675)).toBeLessThan(0.5);
  }
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test('axe finds nothing serious on any slide', async ({ page }) => {
      const faults = async (part = 'body') => {
        const { violations } = await new AxeBuilder({ page }).include(part).analyze();
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
      };
      await openSlides(page);
      await expect(page.locator('[data-slide=claims]')).toContainText('Stopping is safe');
      for (let number = 1; number <= COUNT; number++) {
        await isOn(page, number);
        expect(await faults(number === 1 ? 'body' : '[data-current]'), `slide ${number}`).toEqual([]);
        if (number === 7) {
          await page.keyboard.press('e');
          await page.getByRole('button', { name: 'Choose example 1' }).click();
          await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
          expect(await faults(), 'outline and examples').toEqual([]);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0);
          await page.keyboard.press('e');
        }
        await page.keyboard.press('PageDown');
      }
    });
  });
}

test('sealed labels stay hidden, and what is missing is said', async ({ page }) => {
  await page.goto('#/present?data=paper&q=200-999&repeats=100&slide=risk');
  await expect(title(page)).toHaveText('What became of the early stops?');
  for (const id of ['reach', 'ranking', 'tradeoff', 'gate', 'risk', 'claims']) {
    await page.evaluate((to) => {
      location.hash = location.hash.replace(/slide=\w+/, `slide=${to}`);
    }, id);
    await expect(page.locator(`[data-slide=${id}]`)).toBeVisible();
    await expect(slide(page)).toContainText('These labels are sealed');
    await expect(slide(page).locator('header').getByText('sealed', { exact: true })).toBeVisible();
    await expect(slide(page)).not.toContainText('0.44875');
  }
  await page.goto('#/present?data=h0-pilot200&repeats=100&slide=reach');
  // The published pilot: 143 of 523 states, 70 questions, 5 points, 131 searches.
  await expect(title(page)).toHaveText('70 of 200 questions could stop early and be right.');
  for (const text of ['27.34\u2009%', '143 / 523', '60 where only searches are lost', '+5.000', '131 / 523']) {
    await expect(slide(page)).toContainText(text);
  }
  await page.keyboard.press('ArrowRight');
  await expect(slide(page)).toContainText('This run has no judge scores');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('slides stand below each other and nothing runs out of the screen', async ({ page }) => {
    await page.goto('#/present?repeats=100');
    const all = page.getByRole('region', { name: /^Slide \d of 8$/ });
    await expect(all).toHaveCount(COUNT);
    await expect(all.nth(5)).toContainText('stopped early');
    await expect(all.nth(3).getByRole('slider')).toBeVisible();
    await expect(all.nth(6)).toContainText('unsafe stop, harmed');
    await expect(all.nth(7)).toContainText('Stopping is safe');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  });
});
