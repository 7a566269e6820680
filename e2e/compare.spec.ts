import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { readProvenance } from '../src/core/present/provenance-text.ts';
import { expect, test } from './support/app.ts';
import { dropPaths } from './support/drop.ts';
import { checkLatex } from './support/latex.ts';
import { pngText, sizeOfPng } from './support/png.ts';
import { exchangeRow, type QuestionSpec } from './support/runs.ts';
import { withoutExport } from './support/tables.ts';

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
  // Before the page stands it takes no drop.
  await expect(page.getByRole('contentinfo')).toContainText(/\d questions/);
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
  const pairs = readFileSync(path, 'utf8');
  expect(readProvenance(pairs)).toMatchObject({ value: { compared: { by: 'id', questions: 4 } } });
  const lines = pairs.trim().split('\r\n');
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

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** As the program says it of a run that is one file. */
const hashOf = (folder: string, name: string): string =>
  sha256(`${sha256(readFileSync(join(folder, name)))}  ${name}\n`);

async function save(page: Page, folder: string, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

const saveItem = (page: Page, panel: Locator, item: string, folder: string): Promise<string> =>
  save(page, folder, async () => {
    await panel.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  });

test('what a comparison exports names both runs and both hashes, and says so when it is dropped', async ({ page }, {
  outputDir,
}) => {
  await compareBoth(page, outputDir);
  const hashes = ['first.jsonl', 'second.jsonl'].map((name) => hashOf(outputDir, name));
  const chart = page.getByRole('region', { name: 'Trade-off' });
  const svg = await saveItem(page, chart, 'Picture as seen (SVG)', outputDir);
  const csv = await saveItem(page, chart, 'Data of both curves (CSV)', outputDir);
  await chart.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Figure for paper or slide' }).click();
  await page.getByRole('radio', { name: 'Single column' }).check();
  await page.getByRole('combobox', { name: 'PNG scale' }).selectOption('3x');
  await expect(page.getByRole('img', { name: /^Preview/ })).toBeVisible();
  await expect(page.getByRole('dialog').locator('output')).toHaveText(/^95\d × \d+ px$/);
  const png = await save(page, outputDir, () => page.getByRole('button', { name: 'Save PNG' }).click());
  await page.keyboard.press('Escape');
  const text = readFileSync(svg, 'utf8').replaceAll(/base64,[A-Za-z0-9+/=]+/g, 'base64,');
  expect(text).not.toMatch(/var\(|currentColor|<script|<foreignObject|class=|NaN|undefined/);
  // In the small print, for people.
  const print = text.replaceAll(/<\/text><text[^>]*>/g, ' ');
  for (const [i, name] of ['first.jsonl', 'second.jsonl'].entries())
    expect(print).toContain(`${name}, SHA-256 ${hashes[i]!.slice(0, 16)}`);
  expect(print).toContain('4 questions of both, matched by question id');
  expect(sizeOfPng(readFileSync(png)).width).toBeGreaterThanOrEqual(950);
  const found = readProvenance(readFileSync(svg, 'utf8'));
  expect(found).toMatchObject({
    kind: 'ok',
    value: {
      dataset: { name: 'first.jsonl', sha256: hashes[0] },
      policy: { words: 'judge >= 5', status: 'frozen' },
      compared: {
        dataset: { name: 'second.jsonl', sha256: hashes[1] },
        policy: { words: 'judge >= 5', threshold: 5, status: 'frozen' },
        selection: { questions: 6 },
        by: 'id',
        questions: 4,
      },
    },
  });
  expect(readProvenance(readFileSync(csv, 'utf8'))).toEqual(found);
  expect(readProvenance(pngText(readFileSync(png), 'stopscope-provenance')!)).toEqual(found);
  const rows = readFileSync(csv, 'utf8')
    .split('\r\n')
    .filter((line) => /^(First|Second): /.test(line));
  // By hand: natively 2 + 1 + 3 + 1 searches. At 6 q1 stops at once, at 5 q0 after 1, at 2 q2 after 2, and so on.
  expect(rows.filter((line) => line.startsWith('First'))).toEqual(
    ['never stop,1.75,0.75', '6,1.5,0.75', '5,1.25,0.5', '2,1,0.5', '1,0.5,0.5', '0,0,0.5'].map(
      (rest) => `First: judge,${rest}`,
    ),
  );
  // Dropped on this very page it is no second run.
  await dropPaths(page, [png]);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(hashes[0]!);
  await expect(dialog).toContainText(hashes[1]!);
  await expect(dialog).toContainText('Made on the data that is open, first.jsonl');
  await expect(dialog).toContainText('Second run: made on the data that is open, second.jsonl');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await withoutExport(page), 'tables and charts without an Export').toEqual([]);
  // The table of differences: bold only where the whole interval is on the better side.
  const differences = page.getByRole('region', { name: 'Paired differences', exact: true });
  const latex = readFileSync(await saveItem(page, differences, 'Table (LaTeX)', outputDir), 'utf8');
  expect(await checkLatex(latex, outputDir)).toEqual([]);
  expect(readProvenance(latex)).toEqual(found);
  for (const line of latex.split('\n').filter((one) => one.includes('\\textbf'))) {
    const [low, high] = /\[([^,\]]+), ([^\]]+)\]/
      .exec(line)!
      .slice(1)
      .map((end) => Number(end.replace('$-$', '-')));
    expect(line.startsWith('Mean searches') || line.startsWith('Selected') ? high! < 0 : low! > 0).toBe(true);
  }
  expect(latex).toMatch(/Selected-stop risk, policy & 50\.00\\,\\% & 0 & /);
});

test('a link to a comparison asks for both runs, opens each as it was looked at, and checks both', async ({
  page,
  context,
}, { outputDir }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await compareBoth(page, outputDir);
  const second = page.getByRole('region', { name: 'Second run' }).last();
  await second.getByRole('button', { name: 'Never stop' }).click();
  await expect(row(page, 'Mean searches, policy').getByRole('cell')).toContainText(['1.25000', '1.50000']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const [first, other] = ['first.jsonl', 'second.jsonl'].map((name) => hashOf(outputDir, name).slice(0, 16));
  expect(link.length).toBeLessThan(2000);
  for (const part of ['for=first.jsonl', `hash=${first}`, 'for2=second.jsonl', `hash2=${other}`, 't2=never'])
    expect(link).toContain(part);
  expect(link).not.toContain('What');

  const receiver = await (await context.browser()!.newContext()).newPage();
  await receiver.goto(link);
  await expect(receiver.getByRole('heading', { name: 'This link is about first.jsonl' })).toBeVisible();
  await expect(receiver.getByText(`It is compared with second.jsonl (SHA-256 ${other}`)).toBeVisible();
  await dropPaths(receiver, [join(outputDir, 'first.jsonl')]);
  await expect(receiver.getByText(`The link compares with second.jsonl, SHA-256 ${other}`)).toBeVisible();
  // Another run in its place: it says so, and its own view opens.
  const changed = SECOND.map((question) => (question.id === 'q1' ? { ...question, isCorrect: false } : question));
  const wrong = write(join(outputDir, 'wrong'), 'second.jsonl', changed, (id) =>
    id === 'q5' ? { question: 'Another one?' } : {},
  );
  await dropPaths(receiver, [wrong]);
  await expect(receiver.getByText(`The link compares with other data: second.jsonl, SHA-256 ${other}`)).toBeVisible();
  await expect(row(receiver, 'Mean searches, policy').getByRole('cell')).toContainText(['1.25000', '1.00000']);
  // The right one: the sender's view, never stop.
  await dropPaths(receiver, [join(outputDir, 'second.jsonl')]);
  await expect(receiver.getByText(/The link compares with/)).toHaveCount(0);
  await expect(row(receiver, 'Mean searches, policy').getByRole('cell')).toContainText(['1.25000', '1.50000']);
  await expect.poll(() => receiver.url()).toContain(`hash2=${other}`);
  await receiver.context().close();
});

test('a link to a comparison with a sample opens both by itself, and back brings another view of it', async ({
  page,
}) => {
  const of = (judge: string) => `#/compare?repeats=100&data2=dev1000&judge2=${judge}&q2=200-999`;
  await page.goto(of('old_s2g_lora'));
  await expect(row(page, 'Exact match, policy').getByRole('cell')).toContainText(['0.44250', '0.44875', '+0.00625']);
  await page.getByRole('combobox', { name: 'Judge of the second run' }).selectOption({ label: 'Expanded S2G LoRA' });
  await expect(row(page, 'Exact match, policy').getByRole('cell')).toContainText(['0.44250', '0.44250', '0']);
  await expect.poll(() => page.url()).toContain('judge2=expanded_s2g_lora');
  await page.reload();
  await expect(row(page, 'Exact match, policy').getByRole('cell')).toContainText(['0.44250', '0.44250', '0']);
});
