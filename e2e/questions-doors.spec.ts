import { test as base, expect } from './support/app.ts';
import { QuestionsPage, seriousFaults } from './support/questions.ts';

const test = base.extend<{ readonly questions: QuestionsPage }>({
  questions: async ({ page }, use) => use(new QuestionsPage(page)),
});
test('each number of Explore opens its questions', async ({ app, page, questions }) => {
  await app.open('explore?repeats=100');
  for (const [card, name, count] of [
    ['Early stops', /^27 unsafe/, 27],
    ['Early stops', /^42 safe/, 42],
    ['Early stops', /^69:/, 69],
    ['Selected-stop risk', /^27:/, 27],
    ['Coverage', /^800:/, 800],
    ['Opportunity recall', /^294:/, 294],
    ['Harmed / rescued', /^6:/, 6],
    ['Harmed / rescued', /^1:/, 1],
  ] as const) {
    await app.card(card).getByRole('button', { name }).click();
    await questions.settled();
    await questions.expectCount(count);
    await page.goBack();
    await app.settled();
  }
  expect(await seriousFaults(page)).toEqual([]);
});

test('from 27 unsafe stops on Explore to the first one, its crossing state, its gap items, and the next by J', async ({
  app,
  page,
  questions,
}) => {
  await app.open('explore?repeats=100');
  await app
    .card('Early stops')
    .getByRole('button', { name: /^27 unsafe/ })
    .click();
  await questions.settled();
  await questions.expectCount(27);
  await expect(questions.count).toContainText('27 of 800 questions');
  await questions.row(0).click();
  await expect(questions.panel).toContainText('1 of 27');
  const first = await questions.openId();
  const crossing = page.locator('li[aria-current="step"]');
  await expect(crossing).toContainText('first crossing, stops here');
  await expect(crossing).toContainText(/EM: /);
  await expect(crossing).toContainText(/Expanded (sufficient|not sufficient)/);
  // Gap items of a judge that was not satisfied.
  await expect(crossing.getByRole('listitem').first()).toContainText(/\w/);
  // What native did stays in sight.
  await expect(questions.panel).toContainText(/native (went on and answered|answers here)/);
  await page.keyboard.press('j');
  await expect(questions.panel).toContainText('2 of 27');
  expect(await questions.openId()).not.toBe(first);
  await expect(crossing).toContainText('first crossing, stops here');
  await page.keyboard.press('k');
  await expect(questions.panel).toContainText('1 of 27');
  expect(await questions.openId()).toBe(first);
});
