import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { dropPaths, writeFiles } from './support/drop.ts';
import { readStructure } from './support/latex.ts';
import { exchangeRow } from './support/runs.ts';
import { faultsOf, keepFiles, readCsv, type SavedFile, saveAll, withoutExport } from './support/tables.ts';

/** What LaTeX, Markdown, CSV and spreadsheets would take for something else. */
const HOSTILE = '50% of a_b & c #1 {x} $y$ ~z ^w \\v | <i> `t` *u*';

const QUESTIONS = Array.from({ length: 12 }, (_, i) => ({
  ...exchangeRow({
    id: `q_${i}&${i}%`,
    isCorrect: i % 3 === 0,
    states: [
      { score: i, isSafe: i % 2 === 0 },
      { score: 12 - i, isSafe: i % 4 === 1 },
    ],
  }),
  question: i === 0 ? `=SUM(A1) ${HOSTILE}` : `${HOSTILE} ${i}?`,
  meta: { 'le_vel & 1': i % 2 === 0 ? 'ea_sy' : '50%' },
}));
const HEAD = {
  stopscope: 'dataset',
  version: 1,
  name: HOSTILE,
  judges: [{ id: 'judge', name: HOSTILE, threshold: 9 }],
};
const RUN = [HEAD, ...QUESTIONS].map((row) => `${JSON.stringify(row)}\n`).join('');

/** Opens a run whose every name is hostile. */
async function openHostile(page: Page, folder: string): Promise<void> {
  await page.goto('#/data?data=validation100&repeats=100');
  await expect(page.getByRole('contentinfo')).toContainText('100 questions');
  await dropPaths(page, [resolve(writeFiles(folder, new Map([['run_1&2.jsonl', RUN]])), 'run_1&2.jsonl')]);
  await expect(page.getByRole('contentinfo')).toContainText('12 questions');
}

const exports = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Export', exact: true });

/** Every table and chart of the page has an Export beside it, and whatever it saves is sound. */
async function expectSound(page: Page, folder: string, triggers = exports(page)): Promise<readonly SavedFile[]> {
  expect(await withoutExport(page), 'tables and charts without an Export').toEqual([]);
  const saved: SavedFile[] = [];
  for (let i = 0; i < (await triggers.count()); i++) saved.push(...(await saveAll(page, triggers.nth(i))));
  const faults: string[] = [];
  // One after the other: where a TeX is present they are compiled in one folder.
  for (const file of saved) faults.push(...(await faultsOf(file, folder)));
  expect(faults).toEqual([]);
  return saved;
}

const PAGES = [
  ['explore', 'figure', /^Selected-stop risk against coverage/, 3],
  ['report', 'heading', 'Files', 10],
  ['questions?tab=flips', 'table', 'Answers under both policies', 2],
  ['questions?tab=gap', 'heading', 'Cost oracle', 2],
  ['questions?tab=slices', 'row', /^50%/, 1],
  ['audit', 'button', /more$|check/, 1],
  ['lab?dnf=judge >= 6', 'table', 'The rule against native', 3],
  ['lab?lab=ranking', 'table', 'Judges: ranking of states and outcome of the policy', 1],
  ['lab?lab=baselines', 'table', 'The policy against its baselines', 3],
  ['lab?lab=cost', 'table', 'Cost of each policy', 2],
  ['data', 'heading', 'Files', 1],
] as const;

for (const [address, role, name, least] of PAGES) {
  test(`${address}: every table as CSV, Markdown and LaTeX, whatever the names are`, async ({ page }, {
    outputDir,
  }) => {
    await keepFiles(page);
    await openHostile(page, outputDir);
    const more = address.includes('?') ? '&' : '?';
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${address}${more}repeats=100`);
    await expect(page.getByRole(role, { name }).first()).toBeVisible();
    await expect(page.locator('[data-stale]')).toHaveCount(0);
    await expect(exports(page)).not.toHaveCount(0);
    const saved = await expectSound(page, outputDir);
    expect(saved.filter(({ name: file }) => file.endsWith('.tex')).length).toBeGreaterThanOrEqual(least);
    const latex = saved.find(({ name: file }) => file.endsWith('.tex'))!.text;
    expect(readStructure(latex.replace('\\\\\n', '')), 'the parser sees what is missing').not.toEqual([]);
  });
}

test('the lab: what is read, enumerated and solved for is exported too', async ({ page }, { outputDir }) => {
  await keepFiles(page);
  await page.goto('#/lab?lab=sufficiency&repeats=100');
  await expect(page.getByRole('table', { name: /^Verdicts of/ }).first()).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  // One judge's panel stands for the others: three tables to choose from.
  const gate = await expectSound(page, outputDir, exports(page).first());
  expect(new Set(gate.map(({ name }) => name)).size).toBe(9);
  await page.goto('#/lab?lab=study&repeats=100');
  for (const name of ['Old S2G LoRA', 'Structured Base'])
    await page.getByRole('checkbox', { name, exact: true }).uncheck();
  await page.getByRole('button', { name: 'Compare 4 rules' }).click();
  await expect(page.getByRole('table', { name: 'Rules against the baseline' })).toBeVisible();
  const rules = await expectSound(page, outputDir);
  const [head, first] = readCsv(rules.find(({ name }) => name === 'rules.csv')!.text);
  // Exact in a spreadsheet, whatever the page rounds to.
  const at = (title: string) => Number(first![head!.indexOf(title)]);
  expect(Number.isInteger(Math.round(at('Exact match') * 800 * 1e6) / 1e6)).toBe(true);
  expect(head).toEqual(expect.arrayContaining(['Early stops, count', 'Early stops, of', 'Better', 'worse']));
  expect(at('95 % interval, low')).toBeLessThanOrEqual(at('95 % interval, high'));
});
