import { test as base, expect } from './support/app.ts';
import { QuestionsPage, seriousFaults } from './support/questions.ts';

const test = base.extend<{ readonly questions: QuestionsPage }>({
  questions: async ({ page }, use) => use(new QuestionsPage(page)),
});

const UNSAFE = 'questions?f=outcome*unsafe&sort=-score';

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    // Without motion, so that nothing is looked at while it fades in.
    test.use({ colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing serious on table, panel and own page', async ({ page, questions }) => {
      await questions.open(`${UNSAFE}&open=dev-0783`);
      await expect(questions.panel.getByRole('list', { name: 'States' })).toBeVisible();
      expect(await seriousFaults(page), 'table with panel').toEqual([]);
      await page.getByRole('button', { name: 'Close (Esc)' }).click();
      await page.locator('summary', { hasText: 'More' }).click();
      await page.getByRole('button', { name: 'Columns' }).click();
      await expect(page.getByRole('checkbox', { name: 'Margin' })).toBeVisible();
      expect(await seriousFaults(page), 'columns').toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto('#/question?open=dev-0783');
      await page.getByRole('button', { name: 'Unfold all states' }).click();
      await expect(
        page
          .getByText('Raw completion')
          .or(page.getByText(/passages?,/))
          .first(),
      ).toBeVisible();
      expect(await seriousFaults(page), 'own page').toEqual([]);
    });

    test('axe finds nothing serious on ledgers, slices, palette and shortcuts', async ({ page }) => {
      for (const tab of ['flips', 'gap', 'slices']) {
        await page.goto(`#/questions?tab=${tab}`);
        await expect(page.getByRole('table').or(page.getByRole('grid')).first()).toBeVisible();
        expect(await seriousFaults(page), tab).toEqual([]);
      }
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
      expect(await seriousFaults(page), 'palette').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      expect(await seriousFaults(page), 'shortcuts').toEqual([]);
    });
  });
}

test('the whole walk by keyboard alone', async ({ page, questions }) => {
  await questions.open('questions');
  // To the unsafe stops: Tab reaches the facet, Space presses it.
  await questions.facet(/^Unsafe stop/).focus();
  await page.keyboard.press('Space');
  await questions.expectCount(27);
  await page.keyboard.press('/');
  await expect(questions.search).toBeFocused();
  await page.keyboard.type('born');
  await expect.poll(async () => Number(await questions.grid.getAttribute('aria-rowcount')) - 1).toBeLessThan(27);
  await page.keyboard.press('Escape');
  await questions.expectCount(27);
  await page.keyboard.press('Escape');
  await expect(questions.search).not.toBeFocused();
  // One tab stop for the grid; arrows, Enter, J and K, brackets, Esc.
  await questions.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(questions.row(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(questions.panel).toContainText('2 of 27');
  await page.keyboard.press('j');
  await expect(questions.panel).toContainText('3 of 27');
  const current = () => page.locator('li[aria-current="step"]').getAttribute('data-index');
  const stop = Number(await current());
  await page.keyboard.press(']');
  await expect.poll(current).toBe(String(stop + 1));
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect.poll(current).toBe(String(Math.max(0, stop - 1)));
  // States unfold by their own button.
  const folded = questions.panel.locator('button[aria-expanded="false"]').first();
  await folded.focus();
  await page.keyboard.press('Enter');
  await questions.grid.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Questions' }).last()).toBeVisible();
  await expect.poll(() => page.url()).toContain('#/question?');
  await expect(page.getByText('3 of 27')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByText('4 of 27')).toBeVisible();
  await page.keyboard.press('Escape');
  await questions.settled();
  await expect(questions.panel).toContainText('4 of 27');
  await page.keyboard.press('Escape');
  await expect(questions.panel).toHaveCount(0);
  await expect(questions.grid).toBeFocused();
});

test('the palette finds pages, judges, questions and actions', async ({ page, questions }) => {
  await questions.open('questions');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await page.keyboard.type('dev-0783');
  await expect(palette.getByRole('option', { name: /Haruki Murakami/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'dev-0783' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('old s2g');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('judge=old_s2g_lora');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('murakami flaubert zzz');
  await expect(palette.getByText('Nothing of that name.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('oracle gap');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Quality oracle' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('filters, table, panel and ledgers are usable at 390 px', async ({ page, questions }) => {
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await questions.open('questions');
    expect(await overflow()).toBe(0);
    await page.getByRole('button', { name: 'Filters' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('button', { name: /^Unsafe stop/ }).tap();
    await sheet.getByRole('button', { name: 'Show 27 questions' }).tap();
    await questions.expectCount(27);
    await questions.row(0).tap();
    await expect(questions.panel).toBeVisible();
    await expect(questions.panel.getByRole('list', { name: 'States' })).toBeVisible();
    expect(await overflow()).toBe(0);
    const faults = await seriousFaults(page);
    expect(faults).toEqual([]);
    await page.getByRole('button', { name: /^Next question/ }).tap();
    await expect(questions.panel).toContainText('2 of 27');
    await page.getByRole('button', { name: 'Close (Esc)' }).tap();
    await expect(questions.panel).toHaveCount(0);
    for (const tab of ['flips', 'gap', 'slices']) {
      await page.goto(`#/questions?tab=${tab}`);
      await expect(page.getByRole('table').or(page.getByRole('grid')).first()).toBeVisible();
      expect(await overflow(), tab).toBe(0);
    }
    await page.goto('#/question?open=dev-0783');
    await expect(page.getByRole('heading', { name: 'dev-0783' })).toBeVisible();
    expect(await overflow()).toBe(0);
  });
});
