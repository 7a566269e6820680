import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { CONFIRMATORY, expect, FROZEN, QUICK, test } from './support/app.ts';
import { expectFigures } from './support/figures.ts';
import { Reference } from './support/reference.ts';

const demo = new Reference('dev1000');
const JUDGE = 'expanded_s2g_lora';

/** What axe calls serious or critical, in words that name the elements. */
async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test('axe finds nothing serious on Explore and Data', async ({ app, page }) => {
      await app.open(QUICK);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      expect(await seriousFaults(page)).toEqual([]);
      // Open parts: table twin, a post hoc threshold with a complaint, the range form; then the criteria.
      await app.tradeoff.getByRole('button', { name: 'Table' }).click();
      await app.setThreshold('6');
      await app.button(/^Split/).click();
      await page.getByLabel('From').fill('x');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).not.toBeEmpty();
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await app.button('Criteria').click();
      await expect(page.getByRole('dialog', { name: 'Criteria' })).toBeVisible();
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Data' }).click();
      await expect(page.getByRole('table')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Open Replica/ }).first()).toBeVisible();
      expect(await seriousFaults(page)).toEqual([]);
    });
  });
}

test('the theme is chosen by hand and remembered', async ({ app, page }) => {
  await app.open(QUICK);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe('rgb(245, 246, 248)');
  await page.getByRole('button', { name: 'Use the dark theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  expect(await ground()).toBe('rgb(12, 14, 18)');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('the essentials of Explore need no scrolling at 1440 x 900', async ({ app, page }) => {
  await app.open(QUICK);
  for (const part of [app.sentence, app.handle, app.line, app.risk, app.states, app.status]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  const overflow = () =>
    page.evaluate(() => ({
      down: document.documentElement.scrollHeight - innerHeight,
      across: document.documentElement.scrollWidth - innerWidth,
    }));
  expect(await overflow()).toEqual({ down: 0, across: 0 });
  // Narrower windows scroll down, never across; nothing is lost.
  for (const width of [1200, 900, 640, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await overflow()).across).toBe(0);
    await expect(app.card('Harmed / rescued')).toBeAttached();
  }
});

test('the whole way by keyboard alone', async ({ app, page }) => {
  await app.open(QUICK);
  const focused = () =>
    page.evaluate(() => {
      const active = document.activeElement;
      return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
    });
  const seen: string[] = [];
  const tabTo = async (name: RegExp) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const now = await focused();
      seen.push(now);
      if (name.test(now)) return;
    }
    throw new Error(`no way by keyboard to ${name}: ${seen.join(' > ')}`);
  };
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(/^Criteria$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Criteria' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.button('Criteria')).toBeFocused();

  await tabTo(/^Vertical metric$/);
  await page.keyboard.press('Enter');
  // The keys go to the option that is highlighted, once there is one.
  const highlighted = page.locator('[role=option][data-highlighted]');
  await expect(highlighted).toHaveText('Exact match');
  await page.keyboard.press('ArrowDown');
  await expect(highlighted).not.toHaveText('Exact match');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(app.tradeoff.getByRole('figure')).not.toHaveAccessibleName(/^Trade-off: Exact match/);
  await tabTo(/^Table$/);
  await page.keyboard.press('Space');
  await expect(app.tradeoff.getByRole('table')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(app.tradeoff.getByRole('table')).toHaveCount(0);
  await tabTo(/^Export$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(/^Threshold, Expanded S2G LoRA$/);
  await page.keyboard.press('ArrowLeft');
  await expectFigures(app, demo.at(JUDGE, 7.874999886727892, CONFIRMATORY));
  await tabTo(/^Move the line back to the frozen threshold/);
  await page.keyboard.press('Enter');
  await expectFigures(app, demo.at(JUDGE, FROZEN, CONFIRMATORY));
  await tabTo(/, line$/);
  await page.keyboard.press('End');
  await expectFigures(app, demo.at(JUDGE, Number.POSITIVE_INFINITY, CONFIRMATORY));

  // And backwards, to the controls above.
  const backTo = async (name: RegExp) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Shift+Tab');
      if (name.test(await focused())) return;
    }
    throw new Error(`no way back by keyboard to ${name}`);
  };
  await backTo(/^Frozen$/);
  await page.keyboard.press('Space');
  await expectFigures(app, demo.at(JUDGE, FROZEN, CONFIRMATORY));
  await backTo(/^Split/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.button(/^Split/)).toBeFocused();
  await backTo(/^Old S2G LoRA/);
  await page.keyboard.press('Enter');
  await expectFigures(app, demo.at('old_s2g_lora', 8.000000061001629, CONFIRMATORY));
  await backTo(/^Data$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Data · Stopscope');
});

test('nothing moves for those who asked for that', async ({ app, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.open(QUICK);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
        const isLong = (text: string) => text.split(',').some((part) => Number.parseFloat(part) > 0.01);
        return isLong(transitionDuration) || (animationName !== 'none' && isLong(animationDuration));
      }).length,
  );
  expect(moving).toBe(0);
});
