import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from './app.ts';

/** What axe calls serious or critical, in words that name the elements. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** The pages about questions as a user finds them. */
export class QuestionsPage {
  readonly grid: Locator;
  readonly count: Locator;
  readonly panel: Locator;
  readonly search: Locator;
  readonly facets: Locator;

  constructor(readonly page: Page) {
    this.grid = page.getByRole('grid');
    this.count = page.getByRole('heading', { level: 1 });
    this.panel = page.getByRole('complementary', { name: /^Trajectory/ });
    this.search = page.getByRole('searchbox', { name: 'Search in questions and answers' });
    this.facets = page.getByRole('region', { name: 'Filters' });
  }

  async open(hash: string): Promise<void> {
    await this.page.goto(`#/${hash}`);
    await this.settled();
  }

  /** The list on screen is the one that was asked for. */
  async settled(): Promise<void> {
    await expect(this.grid).toBeVisible({ timeout: 60_000 });
    await expect(this.count).toHaveAttribute('aria-busy', 'false');
  }

  async expectCount(count: number): Promise<void> {
    await expect(this.grid).toHaveAttribute('aria-rowcount', String(count + 1));
  }

  /** The row at a position of the list, from 0. */
  row(position: number): Locator {
    return this.grid.locator(`tr[aria-rowindex="${position + 2}"]`);
  }

  facet(name: string | RegExp): Locator {
    return this.facets.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** The timeline item of a state, by its position in the question. */
  state(index: number): Locator {
    return this.page.locator(`li[data-index="${index}"]`);
  }

  /** Id of the question that is open beside the table. */
  async openId(): Promise<string> {
    return (await this.panel.getAttribute('aria-label'))!.replace('Trajectory ', '');
  }

  async download(item: string, folder: string): Promise<string> {
    await this.page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('menuitem', { name: item }).click(),
    ]);
    const path = `${folder}/${download.suggestedFilename()}`;
    await download.saveAs(path);
    return readFileSync(path, 'utf8');
  }
}
