import { test as base, expect } from './support/app.ts';
import { QuestionsPage, seriousFaults } from './support/questions.ts';

const test = base.extend<{ readonly questions: QuestionsPage }>({
  questions: async ({ page }, use) => use(new QuestionsPage(page)),
});
test('each number of Explore opens its questions', async ({ app, page, questions }) => {
  await app.open('explore?repeats=100');
  const states = (term: string) => app.stateLevel(term);
  for (const [place, name, count, token] of [
    [app.sentence, /^77: show the stops that move/, 69, null],
    [app.sentence, /^5: show the answers that flip/, 7, /Answer flips gained or lost/],
    [app.sentence, /^27: /, 27, 'unsafe stop'],
    [app.sentence, /^69: /, 69, 'safe stop or unsafe stop'],
    [app.card('Exact match'), '0.44250: show the questions that the policy answers right', 354, 'Policy is right'],
    [app.card('Exact match'), '0.44875: show the questions that native answers right', 359, 'Native is right'],
    [app.card('Exact match'), '\u22120.00625: show the answers that flip against native', 7, /gained or lost/],
    [app.card('Mean searches'), /^2.50500: /, 799, 'Policy searches at least 1'],
    [app.card('Mean searches'), /^2.60125: /, 800, 'Native searches at least 1'],
    [app.card('Mean searches'), /^\u22120.09625: /, 69, null],
    [app.card('Early stops'), /^27 unsafe/, 27, 'unsafe stop'],
    [app.card('Early stops'), /^42 safe/, 42, 'safe stop'],
    [app.card('Early stops'), /^69:/, 69, 'early stop'],
    [app.card('Selected-stop risk'), /^27:/, 27, 'unsafe stop'],
    [app.card('Selected-stop risk'), /^69:/, 69, 'safe stop or unsafe stop'],
    [app.card('Coverage'), /^800:/, 800, null],
    [app.card('Opportunity recall'), /^294:/, 294, 'has an opportunity'],
    [app.card('Harmed / rescued'), /^6:/, 6, 'harmed'],
    [app.card('Harmed / rescued'), /^1:/, 1, 'rescued'],
    [app.card('Harmed / rescued'), /^net \u22125: show the answers that flip/, 7, /gained or lost/],
    // 46 states of 42 questions: counted from the files.
    [app.states, /^2\s081 states: /, 800, 'holds a state that the state-level figures count'],
    [states('Precision'), '46: show the questions that hold a true positive state', 42, 'holds a true positive state'],
    [states('Precision'), /^74: /, 69, 'holds a state that crosses'],
    [states('Recall'), /^523: /, 294, 'holds an eligible state with a right answer'],
    [states('AP'), /^0.2513: /, 294, 'holds an eligible state with a right answer'],
    [states('AP'), /^0.40358: /, 800, 'holds a state that the state-level figures count'],
    [states('Unparsed'), /^3: /, 3, 'holds an unparsed state'],
  ] as const) {
    await place.getByRole('button', { name, exact: true }).click();
    await questions.settled();
    await questions.expectCount(count);
    const tokens = page.getByRole('button', { name: /^Remove the filter / });
    await expect(tokens).toHaveCount(token === null ? 0 : 1);
    if (token !== null)
      await expect(tokens).toHaveAccessibleName(typeof token === 'string' ? `Remove the filter ${token}` : token);
    await page.goBack();
  }
  await app.settled();
  expect(await seriousFaults(page)).toEqual([]);
});

test('a count of states opens by keyboard, and its facet counts, changes and takes back the condition', async ({
  app,
  page,
  questions,
}) => {
  await app.open('explore?repeats=100');
  await app.stateLevel('Precision').getByRole('button', { name: /^46: / }).focus();
  await page.keyboard.press('Enter');
  await questions.settled();
  await questions.expectCount(42);
  await expect(page).toHaveURL(/f=stateMarks\*true-positive/);
  const facet = questions.facets.getByRole('group', { name: 'Holds a state, at θ = 7.875' });
  const option = (name: string) => facet.getByRole('button', { name });
  await expect(option('true positive 42')).toHaveAttribute('aria-pressed', 'true');
  await expect(option('Crosses 69')).toBeVisible();
  await option('false positive 27').press('Enter');
  await questions.expectCount(69);
  await option('true positive 42').click();
  await questions.expectCount(27);
  await option('false positive 27').click();
  await questions.expectCount(800);
  // Without a condition it stands with the others that are seldom asked.
  await expect(facet).toHaveCount(0);
  await questions.facets.getByText('More', { exact: true }).click();
  await expect(option('Unparsed 3')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
});

test('a number in the table of a chart opens the questions of its own threshold', async ({ app, page, questions }) => {
  await app.open('explore?repeats=100');
  await app.risk.getByRole('button', { name: 'Table' }).click();
  // The next higher threshold has 26 unsafe stops of 68.
  const row = app.risk.getByRole('row', { name: '38.24\u2009%' });
  await row.getByRole('button', { name: '38.24\u2009%: show the questions with an unsafe stop' }).click();
  await questions.settled();
  await questions.expectCount(26);
  await expect(questions.count).toContainText('26 of 800 questions');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Explore' }).click();
  await app.settled();
  await expect(app.field).toHaveValue('7.87500030072988');
  await expect(app.card('Early stops')).toContainText('26 unsafe');
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
