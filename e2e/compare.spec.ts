import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { dropPaths } from './support/drop.ts';
import { exchangeRow, type QuestionSpec } from './support/runs.ts';

const stop = (score: number, isSafe: boolean) => ({ score, isSafe });

/** q0 .. q3 are in both runs; q4 only in the first; q5 has another text in the second; q6 is only there. */
const FIRST: readonly QuestionSpec[] = [
  { id: 'q0', isCorrect: true, states: [stop(1, false), stop(5, false)] },
  { id: 'q1', isCorrect: true, states: [stop(6, true)] },
  { id: 'q2', isCorrect: false, states: [stop(0, false), stop(1, false), stop(2, false)] },
  { id: 'q3', isCorrect: true, states: [stop(0, true)] },
  { id: 'q4', isCorrect: true, states: [stop(9, true)] },
  { id: 'q5', isCorrect: true, states: [stop(9, true)] },
];
const SECOND: readonly QuestionSpec[] = [
  { id: 'q3', isCorrect: true, states: [stop(0, true), stop(7, true)] },
  { id: 'q2', isCorrect: true, states: [stop(8, true)] },
  { id: 'q1', isCorrect: true, states: [stop(0, true)] },
  { id: 'q0', isCorrect: true, states: [stop(1, true), stop(2, true)] },
  { id: 'q5', isCorrect: true, states: [stop(9, true)] },
  { id: 'q6', isCorrect: true, states: [stop(9, true)] },
];

function write(
  folder: string,
  name: string,
  questions: readonly QuestionSpec[],
  change: (id: string) => object,
): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  const head = { stopscope: 'dataset', version: 1, name, judges: [{ id: 'judge', threshold: 5 }] };
  const rows = questions.map((question) => ({ ...exchangeRow(question), ...change(question.id) }));
  writeFileSync(path, [head, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

async function compareBoth(page: Page, folder: string): Promise<void> {
  const first = write(folder, 'first.jsonl', FIRST, () => ({}));
  const second = write(folder, 'second.jsonl', SECOND, (id) => (id === 'q5' ? { question: 'Another one?' } : {}));
  await page.goto('#/data?repeats=100');
  await dropPaths(page, [first]);
  await expect(page.getByRole('contentinfo')).toContainText('6 questions');
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('region', { name: 'First run' })).toContainText('6');
  await dropPaths(page, [second]);
}

test('two runs question by question: matched, paired, each under its own policy', async ({ page }, { outputDir }) => {
  await compareBoth(page, outputDir);
  const shared = page.getByRole('region', { name: 'Shared questions' });
  await expect(shared).toContainText('4 matched by question id');
  await expect(page.getByRole('region', { name: 'First run' })).toContainText(
    '1 not in the other run; 1 same id, another question',
  );
  await expect(page.getByRole('region', { name: 'Second run' }).last()).toContainText(
    '1 not in the other run; 1 same id, another question',
  );
  await shared.getByText('Questions without a partner').click();
  await expect(shared.getByRole('listitem').filter({ hasText: 'q6' })).toContainText('second run');
  // First at 5: q0 stops unsafe after 1 search, q1 safe after 0; q2, q3 finish after 3 and 1.
  // Second at 5: q3 stops after 1, q2 after 0, both safe; q1, q0 finish after 1 and 2.
  await expect(row(page, 'Exact match, policy').getByRole('cell')).toContainText(['0.50000', '1.00000', '+0.50000']);
  await expect(row(page, 'Mean searches, policy').getByRole('cell')).toContainText([
    '1.25000',
    '1.00000',
    '\u22120.25000',
  ]);
  await expect(row(page, 'Coverage, policy').getByRole('cell')).toContainText(['2 / 4', '2 / 4', '0']);
  await expect(row(page, 'Selected-stop risk, policy').getByRole('cell')).toContainText([
    '1 / 2 stops',
    '0 / 2 stops',
    '\u221250.00 points',
  ]);
  await expect(row(page, 'Exact match, native').getByRole('cell')).toContainText(['0.75000', '1.00000', '+0.25000']);
  await expect(page.getByText('0 in the first, 2 in the second, of 4; McNemar p = 0.500')).toBeVisible();
  await expect(page.getByRole('figure', { name: /Exact match against Mean searches/ })).toBeVisible();
  // The second run's own threshold: never stop.
  const second = page.getByRole('region', { name: 'Second run' }).last();
  await second.getByRole('button', { name: 'Never stop' }).click();
  await expect(row(page, 'Selected-stop risk, policy').getByRole('cell')).toContainText([
    '1 / 2',
    'no stops',
    'undefined',
  ]);
  await expect(row(page, 'Mean searches, policy').getByRole('cell')).toContainText(['1.25000', '1.50000']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the questions (CSV)' }).click(),
  ]);
  const path = join(outputDir, 'pairs.csv');
  await download.saveAs(path);
  const lines = readFileSync(path, 'utf8').trim().split('\r\n');
  expect(lines.filter((line) => line.startsWith('id,'))).toHaveLength(4);
  expect(lines).toContain('id,q0,q0,What about q0?,1,2,0,1,1,1,2,1,2,0');
  expect(lines.filter((line) => /^(missing|other-text),/.test(line))).toHaveLength(4);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
});

test('a sample beside the demo: both say that they are synthetic, and nothing is shared', async ({ page }) => {
  await page.goto('#/compare?repeats=100');
  const source = page.getByRole('combobox', { name: 'Kept dataset or sample' });
  await source.selectOption({ value: 'sample validation100' });
  await page.getByRole('button', { name: 'Open as second run' }).click();
  await expect(page.getByRole('region', { name: 'Second run' }).last()).toContainText('synthetic replica');
  await expect(page.getByText('The two selections share no question')).toBeVisible();
  await source.selectOption({ value: 'sample dev1000' });
  await page.getByRole('button', { name: 'Open as second run' }).click();
  await expect(page.getByText('800 matched by question id')).toBeVisible();
  await page.getByRole('combobox', { name: 'Judge of the second run' }).selectOption({ label: 'Old S2G LoRA' });
  await expect(row(page, 'Exact match, policy').getByRole('cell')).toContainText(['0.44250', '0.44875', '+0.00625']);
  await expect(row(page, 'Selected-stop risk, policy').getByRole('cell')).toContainText(['27 / 69', '0 / 1']);
});
