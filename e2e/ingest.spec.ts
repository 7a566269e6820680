import { resolve } from 'node:path';
import { zipSync } from 'fflate';
import { type App, expect, QUICK, test } from './support/app.ts';
import { dropTransfer, writeFiles } from './support/drop.ts';

const TABLE = `case,hop,said,right,doubt
a,1,no,False,0.8
b,1,x,True,0.1
a,2,yes,True,0.25
b,2,x,True,0.05
`;
const TURNS = `ID,Turn,Reasoner Task Content,Reasoner Answer,Gate Output,Gold Answer,Correct Answer,Confidence Scores
q1,0,"Question: Who?
Context:
",Ada,False,"['Ada', ""O'Hara""]",1,"0: 0.7, 1: 0.3"
q1,1,"Question: Who?
Context:
",Ada,True,"['Ada', ""O'Hara""]",1,"0: 0.1, 1: 0.9"
q2,0,"Question: Where?
Context:
",Rome,True,['Milan'],0,"0: 0.2, 1: 0.8"
`;
const TAGGED = [
  {
    id: 't1',
    question: 'Who wrote it?',
    predicted: 'Ada',
    full_output: '<search> it </search>\n<information>Ada did.</information>\n<answer> Ada </answer>',
  },
  { id: 't2', question: 'Where is it?', predicted: 'Rome', full_output: '<answer> Rome </answer>' },
]
  .map((row) => `${JSON.stringify(row)}\n`)
  .join('');

const toData = async (app: App) => {
  await app.open(QUICK);
  await app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Data' }).click();
  await expect(app.page.getByRole('heading', { name: 'Open a run' })).toBeVisible();
};

test('a table nobody knows is mapped, opened, and its mapping remembered', async ({ app, page }) => {
  await toData(app);
  await dropTransfer(page, new Map([['mine.csv', TABLE]]));
  await expect(page.getByRole('alert')).toContainText('No question with a native run was found in mine.csv');
  await page.getByRole('button', { name: 'Map columns' }).click();
  const panel = page.getByRole('region', { name: 'Map the columns' });
  await expect(panel).toContainText('a guess: you have the last word');
  await expect(panel.getByRole('cell', { name: 'yes' })).toBeVisible();
  await panel.getByLabel('Question id').selectOption('case');
  await panel.getByLabel('Turn or round').selectOption('hop');
  await panel.getByLabel('Predicted answer').selectOption('said');
  await panel.getByLabel('Stored correctness').selectOption('right');
  await panel.getByLabel('Add a score').selectOption('doubt');
  await panel.getByLabel('Direction of doubt').selectOption('lower-is-surer');
  await panel.getByLabel('Scale of doubt').selectOption('probability');
  await expect(panel.getByText('As stored')).toBeVisible();
  await expect(panel.locator('dl')).toContainText('100.00');
  // Doubt is 0.8 where the answer is wrong, and less wherever it is right.
  await expect(panel.locator('dl')).toContainText('1.000 as chosen, 0.000 the other way');
  await panel.getByRole('button', { name: 'Open with this mapping' }).click();
  await expect(app.status).toContainText('2 questions');
  await expect(page.getByRole('rowheader', { name: 'mine.csv' })).toBeVisible();
  await expect(page.getByRole('cell', { name: /a table with mapped columns/ })).toBeVisible();
  await page.getByRole('button', { name: 'Map columns' }).click();
  await expect(panel).toContainText('as you mapped such a file before');
  await expect(panel.getByLabel('Scale of doubt')).toHaveValue('probability');
  // What this device keeps may break: that is said, and nothing else suffers.
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('stopscope.mapping.')) localStorage.setItem(key, '{"columns":');
    }
  });
  await page.getByRole('button', { name: 'Map columns' }).click();
  await expect(panel).toContainText('cannot be read');
  await expect(panel).toContainText('a guess: you have the last word');
});

test('a zipped table of turns opens; it is there again after a reload, and gone when deleted', async ({
  app,
  page,
}) => {
  await toData(app);
  await dropTransfer(page, new Map([['run.zip', zipSync({ 'run/turns.csv': new TextEncoder().encode(TURNS) })]]));
  await expect(app.status).toContainText('2 questions');
  await expect(page.getByRole('cell', { name: /a table of turns \(SIM-RAG\)/ })).toBeVisible();
  const kept = page.getByRole('region', { name: 'On this device' });
  await expect(kept.getByRole('listitem')).toHaveCount(1);
  // Until then the address still names the demo.
  await expect(page).not.toHaveURL(/data=/);
  await page.reload();
  await expect(app.status).toContainText('2 questions');
  await kept.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
  await expect(kept).toHaveCount(0);
  await page.reload();
  // The address still names what was deleted: nothing is opened in its place.
  await expect(page.getByText(/^The link is about/)).toBeVisible();
  await expect(app.status).toContainText('no data');
});

test('labels come later, by the text of the question; a file is taken for something else', async ({ app, page }, {
  outputDir,
}) => {
  await toData(app);
  await dropTransfer(page, new Map([['run.jsonl', TAGGED]]));
  await expect(app.status).toContainText('2 questions');
  await expect(page.getByText(/labels\.none/)).toBeVisible();
  const folder = writeFiles(outputDir, new Map([['gold.jsonl', '{"question": "Where is it?", "answer": ["Rome"]}\n']]));
  await page.getByLabel('Labels or files to add').setInputFiles(resolve(folder, 'gold.jsonl'));
  await expect(page.getByText(/label\.joined-by-text/)).toBeVisible();
  await expect(page.getByText(/labels\.none/)).toHaveCount(0);
  await page.getByLabel('Take gold.jsonl for').selectOption('Tagged trajectories');
  await expect(page.getByText(/row\.unknown-kind/)).toBeVisible();
});

test('text is pasted', async ({ app, page }) => {
  await toData(app);
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, TAGGED);
  await expect(app.status).toContainText('2 questions');
});

test('data by address: its name is shown before anything is fetched', async ({ app, page }) => {
  const asked: string[] = [];
  await page.route(
    ({ pathname }) => pathname === '/elsewhere/run.jsonl',
    (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body: TAGGED });
    },
  );
  await page.goto('?data=./elsewhere/run.jsonl#/data');
  await expect(page.getByText('This link opens data from ./elsewhere/run.jsonl')).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(app.status).toContainText('2 questions');
  expect(asked).toHaveLength(1);
});
