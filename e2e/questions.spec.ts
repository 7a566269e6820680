import { readProvenance } from '../src/core/present/provenance-text.ts';
import { test as base, expect } from './support/app.ts';
import { dropPaths, writeFiles } from './support/drop.ts';
import { checkLatex } from './support/latex.ts';
import { QuestionsPage } from './support/questions.ts';

const test = base.extend<{ readonly questions: QuestionsPage }>({
  questions: async ({ page }, use) => use(new QuestionsPage(page)),
});

const UNSAFE = 'questions?f=outcome*unsafe&sort=-score';

test('every class of the frozen policy has its published count, and counts add up', async ({ questions }) => {
  await questions.open('questions');
  await questions.expectCount(800);
  const counts = { saved: 41, rescued: 1, harmed: 6, 'already wrong': 21, 'cost-only': 209, harmful: 39 };
  for (const [name, count] of Object.entries(counts)) {
    await expect(questions.facet(`${name} ${count}`)).toBeVisible();
  }
  for (const [name, count] of [
    ['Safe stop', 42],
    ['Unsafe stop', 27],
    ['Missed opportunity', 248],
    ['Kept, no opportunity', 103],
    ['Unreachable', 380],
  ] as const) {
    await questions.facet(`${name} ${count}`).click();
    await questions.expectCount(count);
    await questions.facet(`${name} ${count}`).click();
    await questions.expectCount(800);
  }
});

test('facets, ranges and search narrow the whole set, and the address brings it back', async ({ page, questions }) => {
  await questions.open(UNSAFE);
  await questions.facet('comparison 21').click();
  await questions.expectCount(21);
  // Facets count what each value would leave: the other type still has its 6.
  await expect(questions.facet('bridge 6')).toBeVisible();
  await questions.facet('bridge 6').click();
  await questions.expectCount(27);
  await questions.facet('bridge 6').click();
  await questions.expectCount(21);
  // A range by keyboard, and by typing an exact end.
  const lowest = page.getByRole('textbox', { name: 'First crossing score, at least' });
  await lowest.fill('9');
  await lowest.press('Enter');
  await expect(page.getByText('First crossing score at least 9.000')).toBeVisible();
  await expect.poll(async () => Number(await questions.grid.getAttribute('aria-rowcount')) - 1).toBeLessThan(21);
  const narrowed = Number(await questions.grid.getAttribute('aria-rowcount')) - 1;
  const slider = page.getByRole('slider', { name: 'First crossing score, to' });
  await slider.press('Home');
  await expect(page.getByText(/^First crossing score 9\.000 to/)).toBeVisible();
  await page.getByRole('button', { name: /^Remove the filter First crossing score/ }).click();
  await questions.expectCount(21);
  expect(narrowed).toBeGreaterThan(0);
  // Search answers at once.
  await questions.search.fill('born earlier');
  await expect.poll(async () => Number(await questions.grid.getAttribute('aria-rowcount')) - 1).toBeLessThan(21);
  const found = Number(await questions.grid.getAttribute('aria-rowcount')) - 1;
  expect(found).toBeGreaterThan(0);
  await expect(questions.row(0)).toContainText('born earlier');
  await questions.row(0).click();
  const open = await questions.openId();
  await expect.poll(() => page.url()).toContain(`open=${open}`);
  await page.reload();
  await questions.settled();
  await questions.expectCount(found);
  expect(await questions.openId()).toBe(open);
  await expect(questions.search).toHaveValue('born earlier');
  // Nothing matches: why, and the way out.
  await questions.search.fill('zzzz');
  await expect(page.getByText('No question matches', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await questions.expectCount(800);
});

test('passages, queries and gap items are searched on demand', async ({ page, questions }) => {
  await questions.open('questions');
  await questions.search.fill('pay in rupee');
  await questions.expectCount(0);
  await page.getByRole('button', { name: 'Search passages, queries and gap items too' }).click();
  await expect(page.getByText('Found in questions, answers, passages, queries and gap items.')).toBeVisible();
  await expect.poll(async () => Number(await questions.grid.getAttribute('aria-rowcount')) - 1).toBeGreaterThan(0);
  await questions.row(0).click();
  await expect(questions.panel.getByRole('list', { name: 'States' })).toBeVisible();
  await page.getByRole('link', { name: 'Full page' }).click();
  await page.getByRole('button', { name: 'Unfold all states' }).click();
  await expect(page.getByText(/pay in rupee/).first()).toBeVisible();
});

test('sorts by several columns, what is missing last both ways', async ({ page, questions }) => {
  await questions.open('questions');
  const head = (name: string) => questions.grid.getByRole('columnheader').filter({ hasText: name });
  await head('Score').getByRole('button').click();
  await expect(head('Score')).toHaveAttribute('aria-sort', 'descending');
  await expect(questions.row(0)).toContainText(/\d\.\d{3}/);
  await head('Score').getByRole('button').click();
  await expect(head('Score')).toHaveAttribute('aria-sort', 'ascending');
  await expect(questions.row(0)).toContainText('7.875');
  await questions.grid.focus();
  await page.keyboard.press('End');
  await expect(questions.row(799)).toContainText('none');
  await head('Searches')
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await expect(head('Score')).toContainText('1');
  await expect(head('Searches')).toContainText('2');
  await expect.poll(() => page.url()).toContain('sort=score*-saved');
});

test('columns: choice, order, width and pin, kept on the device', async ({ page, questions }) => {
  await questions.open('questions');
  const heads = () => questions.grid.getByRole('columnheader').allTextContents();
  expect(await heads()).not.toContain('Margin');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Margin' }).check();
  await page.getByRole('checkbox', { name: 'Gold' }).uncheck();
  await page.getByRole('button', { name: 'Move Outcome to the left' }).click();
  await page.getByRole('button', { name: 'Keep Id in sight' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(heads).toContain('Margin');
  const order = await heads();
  expect(order).not.toContain('Gold');
  expect(order.indexOf('Outcome')).toBeLessThan(order.indexOf('Policy answer'));
  const id = questions.grid.getByRole('columnheader').first();
  const before = (await id.boundingBox())!.width;
  const edge = page.getByRole('separator', { name: 'Width of Id' });
  await edge.press('ArrowRight');
  await edge.press('ArrowRight');
  await expect.poll(async () => (await id.boundingBox())!.width).toBe(before + 32);
  await page.reload();
  await questions.settled();
  expect(await heads()).toEqual(order);
  expect((await id.boundingBox())!.width).toBe(before + 32);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(heads).toContain('Gold');
});

test('tags and notes stay on the device, filter, and go into the export', async ({ page, questions }, info) => {
  await questions.open(`${UNSAFE}&open=dev-0783`);
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('textbox', { name: 'Tag' }).fill('=judge overrides an open gap');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(questions.panel).toContainText('=judge overrides an open gap');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('-0.3 is no formula,\nthis is "one" note');
  await page.keyboard.press('Escape');
  await page.reload();
  await questions.settled();
  await expect(questions.panel).toContainText('=judge overrides an open gap');
  await questions.facet('=judge overrides an open gap 1').click();
  await questions.expectCount(1);
  const csv = await questions.download('All filtered rows as CSV', info.outputDir);
  const [head, ...rest] = csv.split('\r\n');
  const row = rest.join('\r\n');
  expect(readProvenance(csv)).toMatchObject({ value: { policy: { judge: 'expanded_s2g_lora' } } });
  expect(head!.split(',')).toEqual(expect.arrayContaining(['question_id', 'outcome', 'tags', 'note', 'notice']));
  expect(row).toContain("'=judge overrides an open gap");
  expect(row).toContain('"\'-0.3 is no formula,\nthis is ""one"" note"');
  expect(row).toContain('frozen');
  // The first row ends with the notice, the hashes of all files and the record.
  expect(row).toMatch(/,synthetic replica,"?\S+ [0-9a-f]{64}.*,stopscope-provenance: \S+\r\n/s);
  const jsonl = await questions.download('All filtered rows as JSONL', info.outputDir);
  const lines = jsonl
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ questions: 1, notice: 'synthetic replica', thresholdStatus: 'frozen' });
  expect(readProvenance(jsonl)).toEqual(readProvenance(csv));
  expect(lines[1]).toMatchObject({ question_id: 'dev-0783', outcome: 'harmed', margin: expect.closeTo(0.5, 4) });
  const markdown = await questions.download('Columns in sight (Markdown)', info.outputDir);
  expect(markdown).toContain('| Id | Question | Gold | Native answer | Policy answer | Outcome | Searches | Score |');
  expect(markdown).toContain('| dev-0783 |');
  expect(markdown).toContain('1 questions listed');
  expect(readProvenance(markdown)).toEqual(readProvenance(csv));
  const latex = await questions.download('Columns in sight (LaTeX)', info.outputDir);
  expect(await checkLatex(latex, info.outputDir)).toEqual([]);
  // Counts by tag and outcome class.
  await page.goto('#/questions?tab=slices&by=tags&metric=em');
  await expect(page.getByRole('row', { name: /^=judge overrides an open gap/ })).toContainText('1');
});

test('two runs of one name keep their notes apart', async ({ page, questions }, info) => {
  const runOf = (folder: string, answer: string) =>
    writeFiles(
      info.outputPath(folder, 'run'),
      new Map([
        [
          'run.jsonl',
          ['a', 'b', 'c']
            .map((id) => `${JSON.stringify({ id, gold: 'x', native: { answer, searches: 1 } })}\n`)
            .join(''),
        ],
      ]),
    );
  const show = async (folder: string, verdict: string) => {
    await dropPaths(page, [folder]);
    await questions.settled();
    await expect(questions.row(0)).toContainText(verdict);
    await questions.row(0).click();
  };
  const [first, second] = [runOf('one', 'x marks'), runOf('two', 'y marks')];
  await questions.open('questions');
  await show(first, 'x marks');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('textbox', { name: 'Tag' }).fill('of the first');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(questions.panel).toContainText('of the first');
  await show(second, 'y marks');
  await expect(questions.panel.getByRole('button', { name: 'Add tag' })).toBeVisible();
  await expect(questions.panel).not.toContainText('of the first');
  await show(first, 'x marks');
  await expect(questions.panel).toContainText('of the first');
});

test('says so when the browser keeps no notes', async ({ page, questions }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await questions.open(`${UNSAFE}&open=dev-0783`);
  await expect(questions.panel.getByRole('status')).toContainText('as long as this tab');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('textbox', { name: 'Tag' }).fill('kept for now');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(questions.panel).toContainText('kept for now');
});

test('rows are copied as the columns show them', async ({ page, questions, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await questions.open(UNSAFE);
  await questions.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('3 rows copied.')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]!.split('\t')).toContain('Policy answer');
  expect(lines[1]!.split('\t')[0]).toMatch(/^dev-\d{4}$/);
});
