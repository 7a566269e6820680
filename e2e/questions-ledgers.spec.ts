import { test as base, expect } from './support/app.ts';
import { QuestionsPage } from './support/questions.ts';

const test = base.extend<{ readonly questions: QuestionsPage }>({
  questions: async ({ page }, use) => use(new QuestionsPage(page)),
});

/** "−77", "+3 points" and "1 234" as the number that they begin with. */
function signed(text: string): number {
  const plain = text.trim().replace('\u2212', '-').replaceAll('\u2009', '');
  return Number(/^[+-]?\d+(\.\d+)?/.exec(plain)![0]);
}

/** Searches and correct answers against native, as Explore's sentence says them. */
function fromSentence(text: string): { readonly searches: number; readonly correct: number } {
  const read = (what: string): number => {
    const match = new RegExp(`([\\d\u2009]+) (fewer|more) ${what}`).exec(text);
    return match === null ? 0 : Number(match[1]!.replaceAll('\u2009', '')) * (match[2] === 'fewer' ? -1 : 1);
  };
  return { searches: read('search(es)?'), correct: read('correct answers?') };
}

test('the flip ledger between two thresholds sums to the difference that Explore shows', async ({
  app,
  page,
  questions,
}) => {
  await app.open('explore?repeats=100&t=7.874999982333975');
  const before = fromSentence((await app.sentence.textContent())!);
  await app.setThreshold('5');
  await expect(app.card('Early stops')).not.toContainText('69');
  const after = fromSentence((await app.sentence.textContent())!);
  expect(after).not.toEqual(before);
  await questions.open('questions?repeats=100&tab=flips&t=5&from=frozen');
  const ledger = page.getByRole('region', { name: 'Flip ledger' });
  const figure = async (term: string): Promise<number> => {
    const row = ledger.locator('dl > div').filter({ has: page.getByRole('term').getByText(term, { exact: true }) });
    await expect(row).toBeVisible();
    return signed((await row.getByRole('definition').textContent())!);
  };
  expect(await figure('Correct answers')).toBe(after.correct - before.correct);
  expect(await figure('Searches')).toBe(after.searches - before.searches);
  // The rows themselves sum to it: every changed question is listed once.
  const moved = await figure('Stops that move');
  await questions.expectCount(moved);
  const gained = questions.facet(/^gained \d+$/);
  const lost = questions.facet(/^lost \d+$/);
  const countOf = async (facet: typeof gained) => Number((await facet.textContent())!.match(/\d+$/)![0]);
  expect((await countOf(gained)) - (await countOf(lost))).toBe(after.correct - before.correct);
  // McNemar's table holds the same counts.
  await expect(ledger.getByRole('table')).toContainText(`${await countOf(gained)} gained`);
  // A count of the table on top lists its questions below.
  const losses = await countOf(lost);
  await ledger.getByRole('button', { name: `${losses} lost: show the answers lost` }).click();
  await questions.expectCount(losses);
  await expect(ledger).toContainText(/p (=|<) 0\.\d+/);
});

test('arrow keys walk the thresholds that move something, with Shift those that flip an answer', async ({
  page,
  questions,
}) => {
  await questions.open('questions?tab=flips&from=frozen');
  await expect(page.getByText('No question changes')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await questions.expectCount(1);
  await expect(page.getByRole('link', { name: /Expanded S2G LoRA θ/ })).not.toContainText('7.8750');
  await expect(page.getByText('post hoc')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await questions.expectCount(0);
  await page.keyboard.press('Shift+ArrowLeft');
  const ledger = page.getByRole('region', { name: 'Flip ledger' });
  await expect(ledger.getByRole('table')).toContainText(/[1-9]\d* (gained|lost)/);
  // Between two judges, and against a fixed budget.
  await page.getByRole('combobox', { name: 'To policy' }).click();
  await page.getByRole('option', { name: /^Old S2G LoRA/ }).click();
  await expect(page.getByRole('textbox', { name: 'To policy, threshold' })).toHaveValue('8.000000061001629');
  await questions.settled();
  await page.getByRole('combobox', { name: 'From policy' }).click();
  await page.getByRole('option', { name: /^k = 1/ }).click();
  await expect(page.getByRole('combobox', { name: 'From policy' })).toContainText('k = 1');
  await expect.poll(async () => Number(await questions.grid.getAttribute('aria-rowcount'))).toBeGreaterThan(400);
});

test('the oracle gap adds up, and each slice opens its questions', async ({ page, questions }) => {
  await page.goto('#/questions?tab=gap');
  for (const oracle of ['Quality oracle', 'Cost oracle']) {
    const table = page.getByRole('region', { name: oracle }).getByRole('table');
    await expect(table).toBeVisible({ timeout: 60_000 });
    const column = async (index: number) =>
      (await table.locator(`tbody tr td:nth-of-type(${index})`).allTextContents()).map((text) => signed(text));
    const whole = async (index: number) =>
      signed((await table.locator(`tfoot td:nth-of-type(${index})`).textContent())!);
    for (const index of [1, 2, 3]) {
      const parts = await column(index);
      expect(
        parts.reduce((sum, part) => sum + part, 0),
        `${oracle}, column ${index}`,
      ).toBe(await whole(index));
    }
    expect(await whole(1)).toBe(800);
  }
  const row = page
    .getByRole('region', { name: 'Quality oracle' })
    .getByRole('row', { name: /^right, then overwritten/ });
  const count = Number(await row.getByRole('cell').first().textContent());
  await row.getByRole('link').click();
  await questions.settled();
  await questions.expectCount(count);
  await expect(page.getByText('Against the quality oracle right, then overwritten')).toBeVisible();
});

test('slices carry counts, intervals and a warning where they are small', async ({ page, questions }) => {
  await page.goto('#/questions?tab=slices');
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect(row(/^comparison/)).toContainText('41.18');
  await expect(row(/^comparison/)).toContainText('21 / 51');
  await expect(row(/^comparison/)).toContainText('[28.8, 54.8]');
  await expect(row(/^bridge/)).toContainText('small slice');
  await expect(row(/^comparison/)).not.toContainText('small slice');
  await page.getByRole('combobox', { name: 'Grouped by' }).click();
  await page.getByRole('option', { name: 'Native searches' }).click();
  await expect(row(/^4/)).toBeVisible();
  await row(/^4/).getByRole('link').first().click();
  await questions.settled();
  await expect(page.getByText('Native searches 4', { exact: true })).toBeVisible();
});
