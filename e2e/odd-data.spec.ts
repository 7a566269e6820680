import type { Page } from '@playwright/test';
import { type App, expect, FROZEN, QUICK, test } from './support/app.ts';
import { drag, horizontalAxis, middleOf } from './support/charts.ts';
import { dropTransfer } from './support/drop.ts';
import { expectFigures } from './support/figures.ts';
import { Reference, sampleFiles } from './support/reference.ts';
import { exchangeLines, type QuestionSpec } from './support/runs.ts';

const many = (count: number, make: (i: number) => Omit<QuestionSpec, 'id'>): QuestionSpec[] =>
  Array.from({ length: count }, (_, i) => ({ id: `q${i}`, ...make(i) }));

/** Runs at the edge of what can happen; all of them labelled and probed. */
const RUNS: Readonly<Record<string, readonly QuestionSpec[]>> = {
  'one question': many(1, () => ({ isCorrect: true, states: [{ score: 1, isSafe: true }] })),
  'no searches, nothing to stop': many(4, (i) => ({ isCorrect: i > 1, states: [] })),
  'all scores equal': many(30, (i) => ({
    isCorrect: i % 3 > 0,
    states: [
      { score: 0.5, isSafe: i % 2 === 0 },
      { score: 0.5, isSafe: true },
    ],
  })),
  'no output parsed': many(10, (i) => ({
    isCorrect: i % 2 === 0,
    states: [0, 1].map((k) => ({ score: i + k, isSafe: true, isParsed: false })),
  })),
  'no score at all but one': many(10, (i) => ({
    isCorrect: true,
    states: i === 7 ? [{ score: -3, isSafe: false }] : [{ isSafe: true }],
  })),
  'huge and masked scores': many(24, (i) => ({
    isCorrect: i % 2 === 0,
    states: [
      { score: [1e300, -1e30, 1e30 + i, i][i % 4] ?? 0, isSafe: i % 3 === 0 },
      { score: i / 7, isSafe: true },
    ],
  })),
  'the ends of the doubles': many(20, (i) => ({
    isCorrect: true,
    states: [
      { score: i % 2 === 0 ? Number.MAX_VALUE : -Number.MAX_VALUE, isSafe: i % 3 === 0 },
      { score: Number.MIN_VALUE * i, isSafe: false },
    ],
  })),
  'scores that differ in the last digit': many(40, (i) => ({
    isCorrect: i % 2 === 0,
    states: [{ score: 7.875 + i * 2 ** -50, isSafe: i % 2 === 1 }],
  })),
  'a thousand questions': many(1000, (i) => ({
    isCorrect: i % 7 < 3,
    states: Array.from({ length: i % 6 }, (_, k) => ({
      score: ((i * 31 + k * 17) % 97) / 8,
      isSafe: (i + k) % 4 === 0,
    })),
  })),
};

/** No drawing holds what is no number, and no text says so. */
async function expectSound(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const broken = /NaN|Infinity|undefined|null/;
    const attributes = [...document.querySelectorAll('svg, svg *')].flatMap((element) =>
      [...element.attributes]
        .filter(({ value }) => broken.test(value))
        .map(({ name, value }) => `<${element.localName} ${name}="${value.slice(0, 60)}">`),
    );
    // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered counts, not scripts and styles
    const words = document.body.innerText.match(/.{0,30}\b(NaN|Infinity|undefined|null|object Object)\b.{0,30}/g);
    return [...attributes, ...(words ?? [])];
  });
  expect(faults).toEqual([]);
}

async function exercise(app: App, page: Page, run: Reference, range: { from: number; to: number }): Promise<void> {
  const at = async () => run.at('judge', await app.exactThreshold(), range);
  await expectFigures(app, await at());
  await expectSound(page);
  for (const slider of [app.handle, app.line]) {
    await slider.press('Home');
    await expectFigures(app, await at());
    await slider.press('ArrowRight');
    await slider.press('Shift+ArrowRight');
    await expectFigures(app, await at());
  }
  const start = await middleOf(app.line);
  await drag(
    page,
    start,
    [
      { x: start.x - 260, y: start.y },
      { x: start.x - 20, y: start.y + 40 },
    ],
    3,
  );
  await expectFigures(app, await at());
  await expectSound(page);
  await app.line.press('End');
  await expectFigures(app, run.at('judge', Number.POSITIVE_INFINITY, range));
}

/** A few in one test, one after the other: each also follows on data of another shape. */
const GROUP = 3;
const names = Object.keys(RUNS);
for (let from = 0; from < names.length; from += GROUP) {
  const group = names.slice(from, from + GROUP);
  test(`runs with ${group.join('; ')}`, async ({ app, page }) => {
    await page.goto('#/explore?data=validation100&repeats=40');
    await expect(app.status).toContainText('100 questions');
    for (const name of group) {
      const questions = RUNS[name]!;
      await dropTransfer(page, new Map([[`${name}.jsonl`, exchangeLines(questions)]]));
      await expect(app.button(new RegExp(`^${name}`))).toBeVisible();
      if (questions.every(({ states }) => states.length === 0)) {
        await expect(page.getByText('This run has no judge scores')).toBeVisible();
        await expectSound(page);
      } else {
        await expect(app.handle).toBeVisible();
        await exercise(app, page, new Reference(questions), { from: 0, to: questions.length - 1 });
      }
    }
  });
}

test('without labels: what needs none is shown, the rest is words', async ({ app, page }) => {
  const files = new Map([...sampleFiles('validation100')].filter(([name]) => !name.startsWith('labels')));
  await app.open(QUICK);
  await dropTransfer(page, files);
  await expect(app.status).toContainText('100 questions');
  await expect(app.value('Exact match')).toHaveText('no labels');
  await expect(app.value('Mean searches')).toHaveText('2.33000');
  await expect(app.value('Early stops')).toHaveText('11');
  await expect(app.value('Selected-stop risk')).toHaveText('no labels');
  await expect(app.value('Harmed / rescued')).toHaveText('no labels');
  await expect(app.sentence).toHaveText('12 fewer searches (−4.90\u2009%), and right or wrong unknown without labels.');
  await expect(page.getByText('not evaluated')).toBeVisible();
  await expect(app.risk.getByRole('figure')).toHaveAccessibleName(/no labels$/);
  // The scores are there all the same, and the line stands among them.
  await expect(app.threshold.getByText('States, right or wrong unknown')).toBeVisible();
  const scores = await horizontalAxis(app.threshold.getByRole('figure'));
  expect(Math.abs((await middleOf(app.line)).x - scores(FROZEN))).toBeLessThan(2);
  await app.line.press('ArrowLeft');
  await expect(app.value('Early stops')).toHaveText('12');
  await expectSound(page);
});

test('without probe answers: a stop is neither safe nor wrong', async ({ app, page }) => {
  const files = new Map([...sampleFiles('validation100')].filter(([name]) => name !== 'probe-run.jsonl'));
  await app.open(QUICK);
  await dropTransfer(page, files);
  await expect(app.status).toContainText('100 questions');
  await expect(app.value('Exact match')).toHaveText('no probes');
  await expect(app.card('Exact match')).toContainText('native 0.53000');
  await expect(app.value('Early stops')).toHaveText('11');
  await expect(app.value('Selected-stop risk')).toHaveText('no probes');
  await expect(app.value('Harmed / rescued')).toHaveText('no probes');
  await expect(app.sentence).toContainText('right or wrong unknown at 11 of 11 early stops');
  await expect(page.getByText('not evaluated')).toBeVisible();
  await expect(page.getByText('FAIL', { exact: true })).toHaveCount(0);
  await expect(app.states).toContainText('0 states');
  await expectSound(page);
  // Where nothing is stopped, everything is known.
  await app.button('Never stop').click();
  await expect(app.value('Exact match')).toHaveText('0.53000');
  await expect(app.value('Selected-stop risk')).toHaveText('no stops');
});

test('names with markup and keys of every object are plain text', async ({ app, page }) => {
  const rows = [
    ['<img src=x onerror="document.title=\'pwned\'">', '<b>dev</b>', '<script>1</script>'],
    ['__proto__', '__proto__', '__proto__'],
    ['constructor', 'toString', 'hasOwnProperty'],
  ].map(([id, split, judge], i) => {
    const row = {
      id,
      question: id,
      gold: 'yes',
      split,
      native: { answer: 'yes', searches: 1 },
      states: [{ searchesUsed: 0, nextAction: 'SEARCH', probe: 'yes', scores: {} }],
    };
    // Written by hand: an object literal would not keep a key called __proto__.
    return JSON.stringify(row).replace('"scores":{}', `"scores":{${JSON.stringify(judge)}:${i}}`);
  });
  await app.open(QUICK);
  await dropTransfer(page, new Map([['<i>names</i>.jsonl', `${rows.join('\n')}\n`]]));
  await expect(app.status).toContainText('3 questions');
  await expect(app.button(/<script>1<\/script>/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Split in the files' }).click();
  await page.getByRole('option', { name: '__proto__' }).click();
  await expect(app.status).toContainText('1 question');
  await expect(page).toHaveTitle('Explore · Stopscope');
});

test('dragged, switched and resized while a file is being read', async ({ app, page }) => {
  await app.open(QUICK);
  const demo = new Reference('dev1000');
  const run = RUNS['a thousand questions']!;
  const start = await middleOf(app.line);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x - 150, start.y, { steps: 4 });
  const dropping = dropTransfer(page, new Map([['run.jsonl', exchangeLines(run)]]));
  await page.mouse.move(start.x - 100, start.y, { steps: 4 });
  await page.setViewportSize({ width: 1100, height: 700 });
  await dropping;
  await expect(app.status).toContainText('1\u2009000 questions');
  // The hand is still down, but what it held is gone: the new data stays where it opened.
  await page.mouse.move(start.x + 10, start.y, { steps: 4 });
  await page.mouse.up();
  await expectFigures(app, new Reference(run).at('judge', Number.POSITIVE_INFINITY, { from: 0, to: 999 }));
  await page.setViewportSize({ width: 1500, height: 950 });
  await app.handle.press('ArrowLeft');
  await expectFigures(app, new Reference(run).at('judge', await app.exactThreshold(), { from: 0, to: 999 }));
  // Judges and ranges one after the other, faster than they can be computed: the last one counts.
  await page.goto('#/explore?data=dev1000&q=200-999&repeats=5000');
  await expect(app.button(/^Structured Base/)).toBeVisible();
  for (const name of [/^Structured Base/, /^Old S2G/, /^Expanded S2G/, /^Structured Base/])
    await app.button(name).click();
  await app.button(/^Split/).click();
  await page.getByRole('radio', { name: /0–199/ }).click();
  await app.settled();
  await expectFigures(app, demo.at('structured_base', 2.5, { from: 0, to: 199 }));
  await expect(app.status).toContainText('bootstrap 5\u2009000 × 200');
});

test('two tabs do not disturb each other', async ({ app, page, context }) => {
  await app.open(QUICK);
  const second = app.on(await context.newPage());
  await second.page.goto('#/explore?data=validation100&repeats=100');
  await second.settled();
  await second.setThreshold('1');
  await expect(second.page).toHaveURL(/t=1(&|$)/);
  await page.bringToFront();
  await app.setThreshold('5');
  await expect(page).toHaveURL(/t=5(&|$)/);
  await page.reload();
  await second.page.reload();
  await app.settled();
  await second.settled();
  await expectFigures(app, new Reference('dev1000').at('expanded_s2g_lora', 5, { from: 200, to: 999 }));
  await expectFigures(second, new Reference('validation100').at('expanded_s2g_lora', 1, { from: 0, to: 99 }));
});
