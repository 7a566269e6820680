import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { dropPaths, writeFiles } from './support/drop.ts';

/** Few resamples: these tests look at no interval. */
const lab = (section: string, more = ''): string => `#/lab?lab=${section}&repeats=100${more}`;

async function openLab(page: Page, section: string, more = ''): Promise<void> {
  await page.goto(lab(section, more));
  await expect(page.getByRole('navigation', { name: 'Sections of the lab' })).toBeVisible();
}

async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

const ruleField = (page: Page) => page.getByRole('textbox', { name: 'Stop at the first state where' });
const effect = (page: Page) => page.getByRole('region', { name: 'What the rule does' });

test('a rule is typed, told what is wrong with it, and replayed like any policy', async ({ page }) => {
  await openLab(page, 'rule');
  const field = ruleField(page);
  await field.fill('expanded_s2g_lora >= seven');
  await expect(page.getByRole('alert')).toContainText('At character 22');
  await expect(page.getByRole('alert')).toContainText('a number is expected after');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  // What the frozen threshold does: the published figures of the confirmatory questions.
  await field.fill('expanded_s2g_lora >= 7.874999982333975');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(effect(page)).toContainText('stops 69 of 800 questions early: 42 safe stops, 27 unsafe stops');
  await expect(effect(page).getByRole('row', { name: /^Exact match 0.44250 0.44875 −0.00625/ })).toBeVisible();
  await expect(effect(page).getByRole('row', { name: /^Harmed.* 6$/ })).toBeVisible();
  // Every count is a door.
  await effect(page)
    .getByRole('row', { name: /^Harmed/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('6');
});

test('a published rule, a condition by clicking, a name, and a link that carries them', async ({ page, context }) => {
  await openLab(page, 'rule');
  await page.getByRole('button', { name: 'TASR: answer repeats, margin 0.25' }).click();
  await expect(ruleField(page)).toHaveValue('repeat & calibrated:expanded_s2g_lora > 0.25');
  await expect(effect(page)).toContainText('stops 141 of 800 questions early');
  await page.getByRole('combobox', { name: 'Signal' }).selectOption({ label: 'Round' });
  await page.getByRole('combobox', { name: 'Comparison' }).selectOption('>=');
  await page.getByRole('textbox', { name: 'Number' }).fill('3');
  await page.getByRole('button', { name: 'Or', exact: true }).click();
  await expect(ruleField(page)).toHaveValue('repeat & calibrated:expanded_s2g_lora > 0.25 | round >= 3');
  await page.getByRole('button', { name: 'Remove repeat', exact: true }).click();
  await expect(ruleField(page)).toHaveValue('calibrated:expanded_s2g_lora > 0.25 | round >= 3');
  const stops = 'The rule stops 392 of 800 questions early: 144 safe stops, 248 unsafe stops.';
  await expect(effect(page).getByRole('paragraph')).toHaveText(stops);
  await page.getByRole('textbox', { name: 'Name' }).fill('mine');
  await page.getByRole('button', { name: 'Keep this rule' }).click();
  await expect(page.getByRole('button', { name: 'mine', exact: true })).toBeVisible();
  await expect.poll(() => page.url()).toContain('dnf-name=mine');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(ruleField(other)).toHaveValue('calibrated:expanded_s2g_lora > 0.25 | round >= 3');
  await expect(effect(other).getByRole('paragraph')).toHaveText(stops);
  // Kept on this device, and forgotten on demand.
  await other.getByRole('button', { name: 'Forget mine' }).click();
  await expect(other.getByRole('button', { name: 'mine', exact: true })).toHaveCount(0);
});

test('every rule over a few signals, with its multiplicity', async ({ page }) => {
  await openLab(page, 'study');
  for (const name of ['Old S2G LoRA', 'Structured Base'])
    await page.getByRole('checkbox', { name, exact: true }).uncheck();
  await page.getByRole('button', { name: 'Compare 4 rules' }).click();
  const rules = page.getByRole('region', { name: 'Undominated rules' });
  await expect(rules).toContainText('4 rules were tried');
  await expect(rules).toContainText("after Holm's adjustment");
  await expect(rules).toContainText('Locked on 200 tuning questions');
  await rules.getByRole('button', { name: 'Unfold all' }).click();
  const all = page.getByRole('region', { name: 'All rules' }).last();
  await expect(all.getByRole('row')).toHaveCount(5);
  await page.getByRole('region', { name: 'Quality against searches' }).getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table', { name: 'All rules, best first' })).toBeVisible();
  await all.getByRole('button', { name: 'repeat', exact: true }).click();
  await expect(ruleField(page)).toHaveValue('repeat');
});

test('better ranking, worse answers: the inversion and the questions that cause it', async ({ page }) => {
  await openLab(page, 'ranking', '&data=core200-ladder');
  await page.getByRole('checkbox', { name: /^Rank high-confidence states only/ }).check();
  const inversion = page.getByRole('region', { name: 'Binary LoRA ranks better than Binary Base and answers worse' });
  await expect(inversion).toBeVisible();
  const words = (await inversion.getByRole('paragraph').textContent()) ?? '';
  const causes = Number(/(\d+) of the \d+ are lost to an early stop/.exec(words)?.[1]);
  expect(causes).toBeGreaterThan(0);
  await expect(inversion.getByRole('row')).toHaveCount(causes + 1);
  await inversion.getByRole('link', { name: 'show these questions' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(causes));
});

test('what cannot be promised is said plainly, with what it would take', async ({ page }) => {
  await openLab(page, 'certify');
  const stops = page.getByRole('region', { name: 'Selected-stop risk' });
  await expect(stops).toContainText('Cannot certify.');
  await expect(stops).toContainText('no number of further stops like these would certify it');
  await page.getByRole('textbox', { name: 'Risk at most (alpha)' }).fill('0.45');
  await expect(stops).toContainText('It would take 12 more labelled stops, as often right as those seen.');
  await page.getByRole('textbox', { name: 'Risk at most (alpha)' }).fill('0.6');
  await page.getByRole('textbox', { name: 'Start at so many stops' }).fill('30');
  await expect(stops).toContainText('is certified at threshold');
  await expect(stops).toContainText('On the 800 check questions');
});

test('baselines, cost, solver and recorded decisions', async ({ page }) => {
  await openLab(page, 'baselines');
  const left = page.getByRole('region', { name: 'What is left of the advantage' });
  await expect(left.getByRole('row', { name: /^Never stop early \(native\) 0.44875 2.60125/ })).toBeVisible();
  await expect(left.getByRole('region', { name: 'The policy against its baselines' }).getByRole('row')).toHaveCount(8);
  await expect(left).toContainText('They cannot be deployed.');

  const sections = page.getByRole('navigation', { name: 'Sections of the lab' });
  await sections.getByRole('link', { name: 'Cost' }).click();
  const cost = page.getByRole('region', { name: 'Cost of each policy' });
  // (2.60125 - 2.505) searches over 2.59125 judge calls a question.
  await expect(cost.getByRole('row', { name: /^Expanded S2G LoRA/ })).toContainText('cheaper than native below 0.0371');
  await page.getByRole('textbox', { name: 'A judge call' }).fill('0.03');
  await expect(cost.getByRole('row', { name: /^Expanded S2G LoRA/ })).toContainText('2.5827');
  await expect(page.getByText(/total efficiency/i)).toHaveCount(0);

  await sections.getByRole('link', { name: 'Solver' }).click();
  const solver = page.getByRole('region', { name: 'Solver' });
  await expect(solver).toContainText('The selected-stop risk binds.');
  await page.getByRole('textbox', { name: 'EM difference at least' }).fill('0.5');
  await expect(solver).toContainText('No policy meets the EM difference even alone.');

  await sections.getByRole('link', { name: 'Recorded decisions' }).click();
  const decisions = page.getByRole('region', { name: 'Recorded decisions', exact: true });
  await expect(
    decisions.getByRole('row', { name: /^Structured Base says stop stop:structured_base 0.44250/ }),
  ).toBeVisible();
});

test('verdicts of sufficiency from the texts', async ({ page }) => {
  await openLab(page, 'sufficiency', '&data=validation100');
  const gate = page.getByRole('region', { name: 'Expanded S2G LoRA', exact: true });
  await expect(gate).toBeVisible({ timeout: 60_000 });
  await expect(gate.getByRole('row', { name: /^gold titles there when it was asked/ })).toBeVisible();
  await expect(gate.getByRole('row', { name: /^the probe answer is right/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Context size', exact: true })).toBeVisible();
  // The texts give rules further signals.
  await page
    .getByRole('navigation', { name: 'Sections of the lab' })
    .getByRole('link', { name: 'Rule', exact: true })
    .click();
  await ruleField(page).fill('sufficient:expanded_s2g_lora & overlap > 0');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(effect(page)).toContainText('The rule stops');
});

test('a chance baseline opens what it draws from, depth by depth', async ({ page }) => {
  await openLab(page, 'baselines');
  const left = page.getByRole('region', { name: 'What is left of the advantage' });
  const grid = page.getByRole('grid');
  const count = (questions: number) => expect(grid).toHaveAttribute('aria-rowcount', String(questions + 1));
  // One stop before any search, so that every question may be drawn; 35 of the 69 stops are after one search.
  for (const [name, questions] of [
    ['Random stopping, as many stops at each state index', 800],
    ['Scores permuted within each state index', 800],
    ['35', 35],
    ['740', 740],
  ] as const) {
    await left.getByRole('link', { name, exact: true }).click();
    await count(questions);
    await page.goBack();
    await expect(left.getByRole('row', { name: /^1 search 35 57\.14/ })).toBeVisible();
  }
  await left.getByRole('link', { name: 'k = 3', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'From policy' })).toContainText('k = 3');
});

test('a count of sufficiency opens its questions, and the link reads the texts by itself', async ({
  page,
  context,
}) => {
  await openLab(page, 'sufficiency', '&data=validation100');
  const gate = page.getByRole('region', { name: 'Expanded S2G LoRA', exact: true });
  const wrong = gate
    .getByRole('row', { name: /^… after 1 search / })
    .first()
    .getByRole('link')
    .nth(1);
  const verdicts = Number(await wrong.textContent({ timeout: 60_000 }));
  await wrong.click();
  const grid = page.getByRole('grid');
  // One verdict a question at one depth.
  await expect(grid).toHaveAttribute('aria-rowcount', String(verdicts + 1));
  await expect(page.getByText(/^expanded_s2g_lora: said sufficient, was not after 1 search/)).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('grid')).toHaveAttribute('aria-rowcount', String(verdicts + 1), { timeout: 60_000 });
});

test('cells of recorded decisions and figures of the calibration open their questions', async ({ page }) => {
  await openLab(page, 'decisions');
  const states = page.getByRole('region', { name: 'Recorded decisions, state by state' });
  const row = states.getByRole('row', { name: /^Structured Base says stop/ });
  const accepted = row.getByRole('link').first();
  const right = Number(await accepted.textContent());
  await accepted.click();
  await expect(page.getByText('stop:structured_base: a state accepted, right')).toBeVisible();
  const grid = page.getByRole('grid');
  // Not more questions than states, and some.
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount')) - 1).toBeGreaterThan(0);
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount')) - 1).toBeLessThanOrEqual(right);
  await openLab(page, 'certify');
  await page
    .getByRole('region', { name: 'Selected-stop risk' })
    .getByRole('link', { name: /4 \/ 11$/ })
    .click();
  await expect(grid).toHaveAttribute('aria-rowcount', '12');
});

test('comparing rules can be cancelled, and started again', async ({ page }, info) => {
  // Large enough for the comparison to take a while: 6 signals, 876 rules.
  const rows = Array.from({ length: 6000 }, (_, q) => {
    const random = (k: number, j: number) => ((q * 7919 + k * 104_729 + j * 1_299_709) % 1009) / 1009;
    return JSON.stringify({
      id: `q${q}`,
      gold: 'x',
      native: { answer: q % 2 === 0 ? 'x' : 'y', searches: 4 },
      states: [0, 1, 2, 3].map((k) => ({
        searchesUsed: k,
        nextAction: 'SEARCH',
        probe: random(k, 9) > 0.6 ? 'x' : 'y',
        scores: Object.fromEntries([1, 2, 3, 4, 5, 6].map((j) => [`judge ${j}`, random(k, j)])),
      })),
    });
  });
  await openLab(page, 'study');
  await dropPaths(page, [writeFiles(info.outputPath('rules'), new Map([['run.jsonl', `${rows.join('\n')}\n`]]))]);
  await expect(page.getByRole('contentinfo')).toContainText('6\u2009000 questions');
  await page
    .getByRole('navigation', { name: 'Sections of the lab' })
    .getByRole('link', { name: 'All rules', exact: true })
    .click();
  const panel = page.getByRole('region', { name: 'All rules' });
  await panel.getByRole('checkbox', { name: 'Answer repeated' }).uncheck();
  for (const id of [1, 2, 3, 4, 5, 6]) await panel.getByRole('checkbox', { name: `judge ${id}`, exact: true }).check();
  const start = panel.getByRole('button', { name: 'Compare 876 rules' });
  await start.click();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Undominated rules' })).toHaveCount(0);
  // The worker is free: a smaller comparison answers.
  for (const id of [3, 4, 5, 6]) await panel.getByRole('checkbox', { name: `judge ${id}`, exact: true }).uncheck();
  await panel.getByRole('button', { name: 'Compare 4 rules' }).click();
  await expect(page.getByRole('region', { name: 'Undominated rules' })).toContainText('4 rules were tried');
});

const SECTIONS = ['rule', 'study', 'baselines', 'ranking', 'sufficiency', 'certify', 'cost', 'solver', 'decisions'];

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });
    test('axe finds nothing serious in any section', async ({ page }) => {
      test.setTimeout(180_000);
      for (const section of SECTIONS) {
        await openLab(page, section, '&data=validation100&dnf=repeat');
        await expect(
          page
            .locator('main table')
            .first()
            .or(page.getByRole('button', { name: /^Compare/ }))
            .or(page.getByRole('region', { name: 'Selected-stop risk' }))
            .first(),
        ).toBeVisible();
        if (section === 'study') {
          await page.getByRole('button', { name: /^Compare/ }).click();
          await expect(page.getByRole('region', { name: 'Undominated rules' })).toBeVisible();
        }
        expect(await seriousFaults(page), section).toEqual([]);
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('nothing scrolls sideways but tables and tabs', async ({ page }) => {
    for (const section of SECTIONS) {
      await openLab(page, section, '&data=validation100&dnf=repeat');
      await expect(page.locator('main').getByRole('region').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => document.documentElement.scrollWidth), section).toBe(390);
    }
    // A title of many words.
    await openLab(page, 'ranking', '&data=core200-ladder');
    await expect(page.getByRole('region', { name: / ranks better than / }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
