import type { Page } from '@playwright/test';
import { test as base, expect } from './support/app.ts';
import { dropPaths, writeFiles } from './support/drop.ts';
import { QuestionsPage } from './support/questions.ts';

const test = base.extend<{ readonly questions: QuestionsPage }>({
  questions: async ({ page }, use) => use(new QuestionsPage(page)),
});

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Drops a run and opens its questions. */
async function openRun(page: Page, questions: QuestionsPage, folder: string, count: number): Promise<void> {
  await questions.open('questions');
  await dropPaths(page, [folder]);
  await questions.expectCount(count);
  await questions.settled();
}

test('a trajectory of 1,000 states and 10 MB stays fluid', async ({ page, questions }, info) => {
  test.setTimeout(180_000);
  const states = 1000;
  const passage = (k: number) =>
    `Doc 1(Title: "Title ${k}") ${`Sentence ${k} of a long passage. `.repeat(300)}The answer is Gustave Flaubert.`;
  const id = (k: number) => `big:search-state:${k}`;
  const all = Array.from({ length: states }, (_, k) => k);
  const folder = writeFiles(
    info.outputPath('big'),
    new Map([
      ['inputs.jsonl', lines([{ question_id: 'big', question: 'Who wrote it?' }])],
      ['labels.jsonl', lines([{ question_id: 'big', answer: 'Gustave Flaubert' }])],
      [
        'native-run.jsonl',
        lines([
          {
            record_type: 'trajectory',
            question_id: 'big',
            question: 'Who wrote it?',
            answer: 'Gustave Flaubert',
            search_calls: states,
            steps: [
              ...all.map((k) => ({
                action: 'SEARCH',
                search_executed: true,
                query: `query number ${k + 1}`,
                observation: `<information>${passage(k + 1)}</information>`,
              })),
              { action: 'ANSWER', answer: 'Gustave Flaubert' },
            ],
          },
        ]),
      ],
      [
        'states.jsonl',
        lines(
          all.map((k) => ({
            record_type: 'state',
            state_id: id(k),
            question_id: 'big',
            state_index: k,
            native_next_action: 'SEARCH',
          })),
        ),
      ],
      [
        'probe-run.jsonl',
        lines(
          all.map((k) => ({
            record_type: 'probe',
            state_id: id(k),
            question_id: 'big',
            action: 'ANSWER',
            answer: k % 7 === 6 ? 'Gustave Flaubert' : 'Haruki Murakami',
          })),
        ),
      ],
      [
        'judge-j.jsonl',
        lines(
          all.map((k) => ({
            record_type: 'judge_score',
            request_id: id(k),
            question_id: 'big',
            state_id: id(k),
            state_index: k,
            score: Math.sin(k / 20) * 5,
            parsed: { sufficient: false, gap_items: [] },
            decision: 'CONTINUE',
          })),
        ),
      ],
    ]),
  );
  await openRun(page, questions, folder, 1);
  const start = Date.now();
  await questions.row(0).click();
  await expect(questions.state(0)).toContainText('Haruki Murakami');
  await expect(page.locator('li[aria-current="step"]')).toContainText(/query number|native/);
  expect(Date.now() - start).toBeLessThan(10_000);
  // Only what is in sight is read and laid out: the page holds a small part of the 10 MB.
  expect(await page.evaluate(() => document.body.textContent!.length)).toBeLessThan(2_000_000);
  // Far states are read when they come into sight.
  await page.evaluate(() => document.querySelector('li[data-index="900"]')!.scrollIntoView());
  await questions.state(900).getByRole('button').first().click();
  await expect(questions.state(900)).toContainText('query number 900');
  await expect(questions.state(900).getByText('Gustave Flaubert', { exact: true })).toHaveCount(0);
  await questions
    .state(900)
    .getByRole('button', { name: /^all .* characters/ })
    .click();
  await expect(questions.state(900).locator('mark', { hasText: 'Gustave Flaubert' })).toBeVisible();
  // Frames while the panel is scrolled from end to end.
  const frames = await page.evaluate(async () => {
    const body = document.querySelector('aside section')!;
    const times: number[] = [];
    let last = performance.now();
    for (let i = 0; i < 60; i++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      times.push(now - last);
      last = now;
      body.scrollTop = ((i * 37) % 60) * (body.scrollHeight / 60);
    }
    return times.sort((a, b) => a - b);
  });
  // A machine under load may drop frames; half of them late would be felt.
  expect(frames[30]!).toBeLessThan(100);
  const before = await page.locator('li[aria-current="step"]').getAttribute('data-index');
  await page.keyboard.press('[');
  await expect(page.locator('li[aria-current="step"]')).toHaveAttribute('data-index', String(Number(before) - 1));
});

test('markup in the data is shown as text and never run', async ({ page, questions }, info) => {
  const attack = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script><b>bold</b>';
  const folder = writeFiles(
    info.outputPath('markup'),
    new Map([
      [
        'run.jsonl',
        lines([
          {
            id: attack,
            question: attack,
            gold: attack,
            native: { answer: attack, searches: 1 },
            meta: { type: attack },
            states: [
              {
                searchesUsed: 0,
                nextAction: 'SEARCH',
                probe: `x ${attack}`,
                query: attack,
                context: `Doc 1(Title: "${attack}") ${attack}`,
                scores: { '<i>judge</i>': { score: 1, rawCompletion: attack, gapItems: [{ target: attack }] } },
              },
            ],
          },
        ]),
      ],
    ]),
  );
  await openRun(page, questions, folder, 1);
  await questions.row(0).click();
  await page.getByRole('link', { name: 'Full page' }).click();
  await page.getByRole('button', { name: 'Unfold all states' }).click();
  await page.getByText('Raw completion').click();
  await expect(page.getByText(attack).first()).toBeVisible();
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(await page.locator('main img, main script, main b:text-is("bold")').count()).toBe(0);
});

test('a tagged trajectory is shown as search, information and answer blocks', async ({ page, questions }, info) => {
  const text =
    '<think>I need the year.</think><search> first prize </search><information>Doc 1(Title: "Prize") It was <b>1901</b>.</information>So it is <answer>1901</answer>';
  const rows = Array.from({ length: 3 }, (_, i) => ({
    dataset: 'NQ',
    sample_idx: i,
    question: `When was prize ${i}?`,
    golden: ['In 1901'],
    predicted: '1901',
    correct: false,
    turns: 2,
    searches: 1,
    full_output: text,
  }));
  const folder = writeFiles(info.outputPath('tagged'), new Map([['log.jsonl', lines(rows)]]));
  await openRun(page, questions, folder, 3);
  await questions.row(0).click();
  // Why EM says no, word by word.
  await expect(questions.panel).toContainText('in is missing from in 1901');
  await page.getByRole('link', { name: 'Full page' }).click();
  await page.getByText('The run as recorded, 5 blocks').click();
  const blocks = page.locator('details ol li');
  await expect(blocks).toHaveText([
    'ReasoningI need the year.',
    'Searchfirst prize',
    'InformationDoc 1(Title: "Prize") It was <b>1901</b>.',
    'ReasoningSo it is',
    'Answer1901',
  ]);
});

test('300,000 rows scroll to the end, past the height that browsers allow', async ({ page, questions }, info) => {
  test.setTimeout(240_000);
  const count = 300_000;
  const part = (from: number) =>
    lines(
      Array.from({ length: 30_000 }, (_, i) => ({
        id: `q${from + i}`,
        gold: 'x',
        native: { answer: (from + i) % 3 === 0 ? 'x' : 'y', searches: (from + i) % 5 },
      })),
    );
  const folder = writeFiles(
    info.outputPath('many'),
    new Map([['run.jsonl', Array.from({ length: count / 30_000 }, (_, i) => part(i * 30_000)).join('')]]),
  );
  await questions.open('questions');
  await dropPaths(page, [folder]);
  await expect(questions.grid).toHaveAttribute('aria-rowcount', String(count + 1), { timeout: 120_000 });
  await questions.grid.focus();
  await page.keyboard.press('End');
  await expect(questions.row(count - 1)).toContainText(`q${count - 1}`);
  await expect(questions.row(count - 1)).toBeInViewport();
  // The wheel moves pixel by pixel there too.
  const top = async () => (await questions.row(count - 10).boundingBox())!.y;
  const before = await top();
  await questions.grid.hover();
  await page.mouse.wheel(0, -88);
  await expect.poll(async () => Math.round((await top()) - before)).toBe(88);
  // The scroll bar goes to the same share of the list.
  const scroller = questions.grid.locator('xpath=..');
  await scroller.evaluate((element) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
  });
  await expect(questions.row(count / 2)).toContainText(`q${count / 2}`);
  await page.keyboard.press('Home');
  await expect(questions.row(0)).toContainText('q0');
  // The whole set is sorted, not what is in sight.
  await questions.grid.getByRole('columnheader').filter({ hasText: 'Id' }).getByRole('button').click();
  await questions.grid.getByRole('columnheader').filter({ hasText: 'Id' }).getByRole('button').click();
  await expect(questions.row(0)).toContainText('q99999');
});
