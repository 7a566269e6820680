import type { Locator, Page } from '@playwright/test';
import { readProvenance } from '../../src/core/present/provenance-text.ts';
import { expect } from './app.ts';
import { checkLatex } from './latex.ts';

export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** Files that the page saves are kept in it, so that dozens of them take no dozens of downloads. */
export async function keepFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const made: Promise<{ name: string; text: string }>[] = [];
    const blobs = new Map<string, Blob>();
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      const url = createObjectURL(blob);
      blobs.set(url, blob);
      return url;
    };
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href);
      if (blob === undefined || this.download === '') click.call(this);
      else made.push(blob.text().then((text) => ({ name: this.download, text })));
    };
    Object.assign(window, { takeSaved: () => Promise.all(made.splice(0)) });
  });
}

async function takeSaved(page: Page): Promise<SavedFile> {
  const take = () => page.evaluate(() => (window as unknown as { takeSaved: () => Promise<SavedFile[]> }).takeSaved());
  let found: SavedFile[] = [];
  await expect
    .poll(async () => {
      found = [...found, ...(await take())];
      return found.length;
    })
    .toBe(1);
  return found[0]!;
}

/** All tables behind one Export menu, each in the formats that it offers. */
export async function saveAll(page: Page, trigger: Locator): Promise<readonly SavedFile[]> {
  const menu = page.getByRole('menu');
  const close = async () => {
    await menu.press('Escape');
    await expect(menu).toHaveCount(0);
  };
  await trigger.click();
  await expect(menu).toBeVisible();
  const choices = await page.getByRole('menuitemradio').count();
  const items = await page.getByRole('menuitem', { name: /\((CSV|Markdown|LaTeX)\)$/ }).allTextContents();
  await close();
  const saved: SavedFile[] = [];
  for (let choice = 0; choice < Math.max(1, choices); choice++) {
    for (const item of items) {
      await trigger.click();
      if (choices > 0) await page.getByRole('menuitemradio').nth(choice).click();
      const found = page.getByRole('menuitem', { name: item, exact: true });
      if ((await found.getAttribute('data-disabled')) !== null) {
        await close();
        continue;
      }
      await found.click();
      saved.push(await takeSaved(page));
      await expect(menu).toHaveCount(0);
    }
  }
  return saved;
}

/** Cells of RFC 4180 lines; comment lines are left out. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let rest = text.replace(/^(#[^\r\n]*\r\n)*/, '');
  while (rest !== '') {
    const [whole, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/.exec(rest)!;
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
    rest = rest.slice(whole.length);
    if (whole === '') break;
  }
  return rows.filter((row) => row.length > 0);
}

/** What is wrong with a table's file: its structure, its record, or what a spreadsheet would run. */
export async function faultsOf({ name, text }: SavedFile, folder: string): Promise<readonly string[]> {
  const faults: string[] = [];
  if (readProvenance(text).kind !== 'ok') faults.push('no record');
  if (/\bNaN\b|undefined|\[object/.test(text)) faults.push('NaN, undefined or an object');
  if (name.endsWith('.tex')) faults.push(...(await checkLatex(text, folder)));
  if (name.endsWith('.csv')) {
    const [head, ...rows] = readCsv(text);
    if (rows.length === 0) faults.push('no rows');
    faults.push(...rows.filter((row) => row.length !== head!.length).map((row) => `not as wide as its head: ${row}`));
    const runs = rows.flat().filter((cell) => /^\s*[=+\-@]/.test(cell) && !/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(cell));
    faults.push(...runs.map((cell) => `a formula: ${cell}`));
    faults.push(
      ...rows
        .flat()
        .filter((cell) => /[\u2009\u2212]/.test(cell))
        .map((cell) => `type-setting in a value: ${cell}`),
    );
  }
  if (name.endsWith('.md')) {
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    const widths = new Set(lines.map((line) => line.replaceAll(/\\./g, '').split('|').length));
    if (lines.length < 3 || widths.size !== 1) faults.push('rows are not equally wide');
  }
  return faults.map((fault) => `${name}: ${fault}`);
}

/** Tables and charts of the page that no Export menu stands beside. */
export const withoutExport = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasExport = (place: Element | null): boolean =>
      place !== null &&
      [...place.querySelectorAll('button')].some((button) =>
        (button.textContent || button.getAttribute('aria-label') || '').startsWith('Export'),
      );
    return [...document.querySelectorAll('main table, main figure')]
      .filter((one) => {
        const place = one.closest('section[aria-labelledby], [role="grid"], section[aria-label="Flip ledger"]');
        return !hasExport(place?.matches('[role="grid"]') ? document.querySelector('main') : place);
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent?.slice(0, 60) ?? one.tagName);
  });
