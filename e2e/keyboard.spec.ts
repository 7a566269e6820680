import { CONFIRMATORY, expect, FROZEN, QUICK, test } from './support/app.ts';
import { expectFigures } from './support/figures.ts';
import { Reference } from './support/reference.ts';

const JUDGE = 'expanded_s2g_lora';
const demo = new Reference('dev1000');
const thresholds = demo.thresholds(JUDGE, CONFIRMATORY);
const at = (threshold: number) => demo.at(JUDGE, threshold, CONFIRMATORY);
/** Where the frozen threshold stands among all that change a stop. */
const below = thresholds.findIndex((threshold) => threshold < FROZEN);

test('arrows go to the next threshold that changes a stop, on both sliders', async ({ app, page }) => {
  await app.open(QUICK);
  for (const slider of [app.handle, app.line]) {
    await app.button('Frozen').click();
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(app.field).toHaveValue(String(thresholds[below]));
    await expectFigures(app, at(thresholds[below]!));
    await expect(app.value('Early stops')).toHaveText('70');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    // The row of the frozen policy begins at the score above it; one further is a new policy.
    await expect(app.field).toHaveValue(String(thresholds[below - 2]));
    await expect(app.value('Early stops')).toHaveText('68');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(app.field).toHaveValue(String(thresholds[below + 8]));
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect(app.field).toHaveValue(String(thresholds[below - 1]));
    await expectFigures(app, at(thresholds[below - 1]!));
    await expect(slider).toBeFocused();
  }
});

test('Home stops as often as can be, End never', async ({ app, page }) => {
  await app.open(QUICK);
  const lowest = thresholds.at(-1)!;
  for (const slider of [app.handle, app.line]) {
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(app.field).toHaveValue(String(lowest).replace('-', '\u2212'));
    await expectFigures(app, at(lowest));
    await page.keyboard.press('ArrowLeft');
    await expect(app.field).toHaveValue(String(lowest).replace('-', '\u2212'));
    await page.keyboard.press('End');
    await expect(app.field).toHaveValue('never stop');
    await expectFigures(app, at(Number.POSITIVE_INFINITY));
    await page.keyboard.press('ArrowRight');
    await expect(app.field).toHaveValue('never stop');
    await page.keyboard.press('ArrowLeft');
    await expect(app.field).toHaveValue(String(thresholds[0]));
    await expect(app.value('Early stops')).toHaveText('1');
  }
});

test('the number field takes an exact value, and ties count as reached', async ({ app }) => {
  await app.open(QUICK);
  const steps: readonly (readonly [string, number, number])[] = [
    ['7.874999982333975', 7.874999982333975, 69],
    ['7.874999886727892', 7.874999886727892, 70],
    // One step of a double above the score: it is not reached any more.
    ['7.874999886727893', 7.874999886727893, 69],
    ['7.87500012019882', 7.87500012019882, 69],
    [' +7.5e0 ', 7.5, at(7.5).stops],
    ['\u22121', -1, at(-1).stops],
    ['never', Number.POSITIVE_INFINITY, 0],
  ];
  for (const [typed, value, stops] of steps) {
    expect(at(value).stops).toBe(stops);
    await app.setThreshold(typed);
    expect(await app.exactThreshold()).toBe(value);
    await expectFigures(app, at(value));
  }
});

test('what is no number is refused in words, and nothing moves', async ({ app, page }) => {
  await app.open(QUICK);
  for (const typed of ['seven', '7,875', '', '1e999', 'NaN', '--1']) {
    await app.field.fill(typed);
    await app.field.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Not a number. Write a threshold such as 7.875');
    await expect(app.field).toHaveAttribute('aria-invalid', 'true');
    await expect(app.value('Early stops')).toHaveText('69');
    await app.field.press('Escape');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(app.field).toHaveValue(String(FROZEN));
  }
});

test('the buttons beside the field step, and end at the ends', async ({ app, page }) => {
  await app.open(QUICK);
  const lower = page.getByRole('button', { name: 'Lower to the next threshold that changes anything' });
  const raise = page.getByRole('button', { name: 'Raise to the next threshold that changes anything' });
  await lower.click();
  await expect(app.value('Early stops')).toHaveText('70');
  await raise.click();
  await expect(app.value('Early stops')).toHaveText('69');
  await app.button('Never stop').click();
  await expect(raise).toBeDisabled();
  await app.handle.press('Home');
  await expect(lower).toBeDisabled();
  await expect(raise).toBeEnabled();
});
