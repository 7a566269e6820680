import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { readProvenance } from '../src/core/present/provenance-text.ts';
import { type App, expect, FROZEN, QUICK, test } from './support/app.ts';
import { dropPaths, writeFiles } from './support/drop.ts';
import { checkLatex, readStructure } from './support/latex.ts';
import { samples } from './support/paths.ts';
import { pngText, sizeOfPng } from './support/png.ts';
import { exchangeLines } from './support/runs.ts';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** As `sha256sum * | LC_ALL=C sort | sha256sum` in the folder says. */
const hashOfFolder = (folder: string): string =>
  sha256(
    readdirSync(folder)
      .map((name) => `${sha256(readFileSync(resolve(folder, name)))}  ${name}\n`)
      .sort()
      .join(''),
  );

const DEMO_HASH = hashOfFolder(resolve(samples, 'dev1000'));

/** Opens the dialog of a chart and waits for its preview. */
async function openFigure(page: Page, panel: App['tradeoff']): Promise<void> {
  await panel.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Figure for paper or slide' }).click();
  await expect(page.getByRole('img', { name: /^Preview/ })).toBeVisible();
}

async function saveBy(page: Page, button: string, folder: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const path = resolve(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

async function saveItem(page: Page, panel: App['tradeoff'], item: string, folder: string): Promise<string> {
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item, exact: true }).click(),
  ]);
  const path = resolve(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

const pixels = (page: Page) => page.getByRole('dialog').locator('output');

/** "1432 × 1266 px". */
const toSize = (text: string) => {
  const [width, height] = text.match(/\d+/g)!.map(Number);
  return { width, height };
};

test('a figure for one column: 84 mm, greys with marks, fonts inside; it opens alone', async ({ app, page, context }, {
  outputDir,
}) => {
  await app.open(QUICK);
  await openFigure(page, app.tradeoff);
  await page.getByRole('radio', { name: 'Single column' }).check();
  await page.getByRole('checkbox', { name: 'Greys, dashes and marks' }).check();
  await expect(pixels(page)).toHaveText(/^635 × \d+ px$/);
  const path = await saveBy(page, 'Save SVG', outputDir);
  const full = readFileSync(path, 'utf8');
  // Letters of a font may spell anything.
  const text = full.replaceAll(/base64,[A-Za-z0-9+/=]+/g, 'base64,');
  expect(text).toMatch(/<svg [^>]*width="84mm"/);
  expect(text).not.toMatch(/var\(|currentColor|<script|<foreignObject|class=|NaN|undefined/);
  // Nothing outside is named: neither a file nor an address.
  expect(text).not.toMatch(/(href|src)=|url\((?!#|data:font\/woff2;base64,)|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  expect(text).toContain('Exact match');
  const alone = await context.newPage();
  await alone.goto(pathToFileURL(path).href);
  const drawn = await alone.evaluate(async () => {
    await document.fonts.ready;
    const svg = document.documentElement as unknown as SVGSVGElement;
    const all = [...svg.querySelectorAll('*')].filter((one) => one.closest('defs, metadata') === null);
    const colours = all.flatMap((one) => [getComputedStyle(one).stroke, getComputedStyle(one).fill]);
    const judge = [...svg.querySelectorAll('path')].filter((one) => getComputedStyle(one).stroke === 'rgb(90, 90, 90)');
    return {
      fonts: [...document.fonts].map(({ family, status }) => `${family} ${status}`),
      texts: svg.querySelectorAll('text').length,
      width: svg.getBoundingClientRect().width,
      // Of whatever has a colour: how far from grey its channels are.
      tint: Math.max(
        ...colours
          .flatMap((colour) => [...colour.matchAll(/rgba?\((\d+), (\d+), (\d+)/g)])
          .map(([, r, g, b]) => Math.max(Number(r), Number(g), Number(b)) - Math.min(Number(r), Number(g), Number(b))),
      ),
      dashed: judge.filter((one) => getComputedStyle(one).strokeDasharray !== 'none').length,
      marks: judge.filter((one) => one.closest('g[transform]') !== null).length,
    };
  });
  expect(drawn.width).toBeCloseTo((84 * 96) / 25.4, 0);
  expect(drawn.texts).toBeGreaterThan(10);
  expect(drawn.fonts.some((font) => /Inter Variable"? loaded/.test(font))).toBe(true);
  expect(drawn.tint).toBeLessThan(25);
  expect(drawn.dashed).toBeGreaterThan(0);
  expect(drawn.marks).toBeGreaterThan(2);
  await alone.close();
});

test('a PNG has the size that was asked for, and the dark app makes a light figure', async ({ app, page }, {
  outputDir,
}) => {
  await app.open(QUICK);
  await page.getByRole('button', { name: /dark/i }).click();
  await openFigure(page, app.risk);
  for (const [size, times, width] of [
    ['Single column', '1x', 317],
    ['Double column', '3x', 1973],
    ['Slide', '4x', 5120],
  ] as const) {
    await page.getByRole('radio', { name: size }).check();
    await page.getByRole('combobox', { name: 'PNG scale' }).selectOption(times);
    await expect(pixels(page)).toContainText(`${width} ×`);
    const promised = toSize((await pixels(page).textContent()) ?? '');
    const path = await saveBy(page, 'Save PNG', outputDir);
    const png = readFileSync(path);
    expect(sizeOfPng(png)).toEqual(promised);
    const corner = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
      canvas.drawImage(image, 0, 0);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    }, png.toString('base64'));
    expect(corner).toEqual([255, 255, 255, 255]);
  }
});

test('who only has the figure can name dataset hash, threshold, split and seed', async ({ app, page }, {
  outputDir,
}) => {
  await app.open(QUICK);
  await openFigure(page, app.threshold);
  const svg = await saveBy(page, 'Save SVG', outputDir);
  const png = await saveBy(page, 'Save PNG', outputDir);
  await page.keyboard.press('Escape');
  const csv = await saveItem(page, app.threshold, 'Data of every policy (CSV)', outputDir);
  // By any program that finds one line of JSON.
  const record = JSON.parse(
    /<metadata id="stopscope-provenance">(.*?)<\/metadata>/.exec(readFileSync(svg, 'utf8'))![1]!,
  );
  expect(JSON.parse(pngText(readFileSync(png), 'stopscope-provenance')!)).toEqual(record);
  const comment = /^# stopscope-provenance: (\S+)$/m.exec(readFileSync(csv, 'utf8').replaceAll('\r', ''))![1]!;
  expect(JSON.parse(decodeURIComponent(comment))).toEqual(record);
  expect(record).toMatchObject({
    dataset: { sha256: DEMO_HASH, isSynthetic: true },
    selection: { split: '200–999', role: 'confirmatory', questions: 800 },
    policy: { judge: 'expanded_s2g_lora', threshold: FROZEN, status: 'frozen' },
    bootstrap: { seed: 20260728, repeats: 100 },
  });
  // By a reader of the picture alone.
  expect(readFileSync(svg, 'utf8').replace(/<\/text><text[^>]*>/g, ' ')).toContain(`SHA-256 ${DEMO_HASH.slice(0, 16)}`);
  // By dropping it anywhere.
  for (const path of [svg, png, csv]) {
    await app.setThreshold('3');
    await dropPaths(page, [path]);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(DEMO_HASH);
    await expect(dialog).toContainText(String(FROZEN));
    await expect(dialog).toContainText('confirmatory');
    await expect(dialog).toContainText('base seed 20260728');
    await expect(dialog).toContainText('Made on the data that is open');
    await dialog.getByRole('button', { name: 'Open this view' }).click();
    await expect(app.field).toHaveValue(String(FROZEN));
  }
});

const RUN = exchangeLines(
  ['a', 'b', 'c'].map((id, i) => ({
    id,
    isCorrect: i === 0,
    states: [
      { score: 1.5 + i, isSafe: true },
      { score: 0.5, isSafe: false },
    ],
  })),
);

test('a figure of other data says so', async ({ app, page }, { outputDir }) => {
  await app.open(QUICK);
  const svg = await saveItem(page, app.tradeoff, 'Picture as seen (SVG)', outputDir);
  await page.goto('?data=validation100#/data');
  await expect(app.status).toContainText('100 questions');
  await dropPaths(page, [svg]);
  await expect(page.getByRole('dialog')).toContainText('Made on other data than what is open');
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(app.status).toContainText('100 questions');
});

test('tables: CSV with every digit, Markdown and LaTeX that parse', async ({ app, page, context }, { outputDir }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.open('report?repeats=400');
  const panel = page.getByRole('region', { name: 'Comparisons and gate' }).first();
  await expect(panel).toBeVisible();
  const latex = readFileSync(await saveItem(page, panel, 'Table (LaTeX)', outputDir), 'utf8');
  expect(await checkLatex(latex, outputDir)).toEqual([]);
  expect(readStructure(latex.replace('\\midrule', '\\midrule a & b \\\\'))).toHaveLength(1);
  expect(latex).toContain('\\toprule');
  expect(latex).toContain('$-$0.09625');
  expect(latex).toContain('\\textbf{$-$0.09625}');
  // The EM interval touches 0: the difference does not hold.
  expect(latex).toMatch(/& \$-\$0\.00625 & \{\}\[/);
  expect(latex).toContain('synthetic replica');
  expect(latex).toMatch(/^% stopscope-provenance: \{/m);
  const csv = readFileSync(await saveItem(page, panel, 'Table (CSV)', outputDir), 'utf8').split('\r\n');
  const row = csv.find((line) => line.startsWith('expanded_s2g_lora minus native'))!;
  expect(row.split(',')[1]).toBe('-0.00625');
  expect(
    csv
      .filter((line) => line !== '' && !line.startsWith('#'))
      .every(
        (line) =>
          line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).length ===
          csv.find((one) => one.startsWith('Comparison'))!.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).length,
      ),
  ).toBe(true);
  await panel.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Copied as Markdown')).toBeVisible();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  expect(markdown).toContain('**-0.09625**');
  const lines = markdown.split('\n').filter((line) => line.startsWith('|'));
  expect(new Set(lines.map((line) => line.replaceAll(/\\./g, '').split('|').length)).size).toBe(1);
});

test('the whole report as Markdown, LaTeX and CSV is read back too', async ({ app, page }, { outputDir }) => {
  await app.open('report?repeats=100');
  for (const [button, ending] of [
    ['Markdown', 'md'],
    ['LaTeX', 'tex'],
    ['CSV', 'csv'],
  ] as const) {
    const path = await saveBy(page, button, outputDir);
    expect(path.endsWith(`.${ending}`)).toBe(true);
    if (ending === 'tex') expect(await checkLatex(readFileSync(path, 'utf8'), outputDir)).toEqual([]);
    await dropPaths(page, [path]);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(DEMO_HASH);
    await expect(dialog).toContainText(String(FROZEN));
    await expect(dialog).toContainText('base seed 20260728, 100 replicates');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a link to own files asks for them by name and hash, and checks what it gets', async ({ app, page, context }, {
  outputDir,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const folder = writeFiles(outputDir, new Map([['my-run/run.jsonl', RUN]]));
  await app.open(QUICK);
  await dropPaths(page, [resolve(folder, 'my-run')]);
  await expect(app.status).toContainText('3 questions');
  await app.setThreshold('2.5');
  await app.button('Copy link').click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const hash = sha256(`${sha256(RUN)}  run.jsonl\n`).slice(0, 16);
  expect(link.length).toBeLessThan(2000);
  expect(link).toContain(`hash=${hash}`);
  expect(link).not.toContain('What');

  const receiver = await (await context.browser()!.newContext()).newPage();
  const theirs = app.on(receiver);
  await receiver.goto(link);
  await expect(receiver.getByRole('heading', { name: 'This link is about my-run' })).toBeVisible();
  await expect(receiver.getByText(hash)).toBeVisible();
  // The right files: the sender's view.
  await dropPaths(receiver, [resolve(folder, 'my-run')]);
  await expect(theirs.status).toContainText('3 questions');
  await expect(theirs.field).toHaveValue('2.5');
  await expect(receiver.getByText('The link was made on other data')).toHaveCount(0);
  await receiver.context().close();

  // Other files: it says so.
  const other = await (await context.browser()!.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link is about my-run' })).toBeVisible();
  writeFileSync(resolve(folder, 'my-run/run.jsonl'), RUN.replace('about a', 'about A'));
  await dropPaths(other, [resolve(folder, 'my-run')]);
  await expect(other.getByText(`The link was made on other data: my-run, SHA-256 ${hash}`)).toBeVisible();
  await other.getByRole('button', { name: 'Keep what is open' }).click();
  await expect(other.getByText('The link was made on other data')).toHaveCount(0);
  await other.context().close();
});

test('the paper’s figures: headroom on the pilot, quality, cost and risk of the policy', async ({ app, page }, {
  outputDir,
}) => {
  await app.open('report?data=h0-pilot200&repeats=10000');
  const headroom = page.getByRole('region', { name: 'Stopping headroom' });
  await expect(headroom.getByText('+0.05000 [0.02000, 0.08000]')).toBeVisible();
  await expect(headroom.getByText('25.05\u2009% [19.5, 30.9], 131 searches')).toBeVisible();
  await openFigure(page, headroom);
  await expect(page.getByRole('radio', { name: 'Double column' })).toBeChecked();
  const svg = readFileSync(await saveBy(page, 'Save SVG', outputDir), 'utf8');
  expect(svg).toMatch(/<svg [^>]*width="174mm"/);
  for (const words of [
    'Quality oracle, label-dependent',
    'k = 0',
    '(b) EM that the quality oracle gains',
    'synthetic replica',
  ])
    expect(svg).toContain(words);
  await page.keyboard.press('Escape');

  await app.open('report?data=dev1000&repeats=10000');
  const effect = page.getByRole('region', { name: 'Quality, cost and risk of the policy' });
  await expect(effect.getByText('−0.00625 [−0.01250, 0]')).toBeVisible();
  await expect(effect.getByText('−0.09625 [−0.12000, −0.07375]')).toBeVisible();
  await expect(effect.getByText('27 of 69, 39.13\u2009%')).toBeVisible();
});

test('a table of words and links is exported as it stands', async ({ app, page }, { outputDir }) => {
  await app.open('data');
  const files = page.getByRole('region', { name: 'Files', exact: true });
  const csv = readFileSync(await saveItem(page, files, 'Table (CSV)', outputDir), 'utf8').split('\r\n');
  expect(csv.some((line) => line.startsWith('# stopscope-provenance: '))).toBe(true);
  expect(csv.find((line) => line.startsWith('File,'))).toBe('File,Taken for,Bytes,Rows read,Used,Set aside,SHA-256');
  const row = csv.find((line) => !line.startsWith('#') && line.includes('inputs.jsonl'))!;
  // A thin space between thousands would not be a number.
  expect(row).toMatch(/,1000,1000,0,/);
});

test('the scores of one question are a figure too', async ({ page }, { outputDir }) => {
  await page.goto('#/question?open=dev-0201');
  await page.getByRole('button', { name: 'Export figure' }).click();
  await expect(page.getByRole('img', { name: /^Preview/ })).toBeVisible();
  const path = await saveBy(page, 'Save SVG', outputDir);
  const svg = readFileSync(path, 'utf8');
  for (const word of ['Expanded', 'Old', 'Structured', '4.125', 'question dev-0201', 'synthetic replica']) {
    expect(svg).toContain(word);
  }
  expect(readProvenance(svg)).toMatchObject({ value: { policy: { threshold: FROZEN } } });
});
