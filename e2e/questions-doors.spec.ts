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
