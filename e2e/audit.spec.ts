import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Download, Locator, Page } from '@playwright/test';
import { type App, CONFIRMATORY, expect, FROZEN, test } from './support/app.ts';
import { readStructure } from './support/latex.ts';
import { dist, samples } from './support/paths.ts';
import { Reference } from './support/reference.ts';

const EXPANDED = 'expanded_s2g_lora';
const THIN = '\u2009';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const stop = (page: Page, name: RegExp) => panel(page, 'Protocol').getByRole('listitem', { name });

/** The audit page with its checks there. */
async function openAudit(page: Page, hash: string): Promise<void> {
  await page.goto(`#/audit?${hash}`);
  // Until other data is read the page still shows the first, checks and all.
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  await expect(panel(page, 'Audit').getByText(/\d+ pass/)).toBeVisible();
}

async function choose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Freeze…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Choose thresholds' }).click();
  await expect(page.getByRole('table', { name: 'Thresholds chosen on validation100' })).toBeVisible();
}

async function freezeAndUnseal(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
  await expect(stop(page, /^Frozen: done/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Unseal once…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unseal once', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 60_000 });
  await expect(panel(page, 'Claims').getByText('As it will be pasted')).toBeVisible({ timeout: 60_000 });
}

async function textOf(download: Promise<Download>): Promise<string> {
  return readFileSync(await (await download).path(), 'utf8');
}

/** `stopscope verify`, from the built command line. */
function verify(...args: readonly string[]): { readonly code: number; readonly text: string } {
  try {
    const cli = resolve(dist, 'cli/stopscope.js');
    return { code: 0, text: execFileSync(process.execPath, [cli, 'verify', ...args], { encoding: 'utf8' }) };
  } catch (error) {
    const { status, stdout } = error as { readonly status: number; readonly stdout: string };
    return { code: status, text: stdout };
  }
}

/** No figure of Explore that needs a label. */
async function expectSealed(app: App): Promise<void> {
  for (const name of ['Exact match', 'Selected-stop risk', 'Opportunity recall', 'Harmed / rescued']) {
    await expect(app.card(name)).toContainText('sealed');
  }
  await expect(app.page.getByText('800 of 800 labels are sealed')).toBeVisible();
  await expect(app.page.getByText('PASS', { exact: true })).toHaveCount(0);
}

test('the paper’s order: sealed, chosen on validation, frozen, unsealed once, verified', async ({
  app,
  page,
}, info) => {
  test.setTimeout(240_000);
  await test.step('validation is open, the confirmatory labels are sealed', async () => {
    await app.open('explore?data=paper');
    await expect(app.button(/^Split 1000–1099/)).toContainText('validation');
    await expect(app.card('Exact match')).toContainText('0.53000');
    await app.open('explore?data=paper&q=200-999');
    await expectSealed(app);
    await app.setThreshold('7.5');
    await expectSealed(app);
    await expect(app.card('Mean searches')).not.toContainText('sealed');
    // Whatever else shows labels shows none of these.
    await page.goto('#/questions?data=paper&q=200-999');
    await expect(page.getByRole('status').filter({ hasText: 'sealed' })).toBeVisible();
    await page.goto('#/explore?data=paper&q=0-999');
    await expect(app.card('Exact match')).toBeVisible();
    await expect(page.getByText(/800 of 1.000 labels are sealed/)).toBeVisible();
  });

  await test.step('the audit finds no fault', async () => {
    await openAudit(page, 'data=paper');
    await expect(panel(page, 'Audit').getByText('0 fail')).toBeVisible();
    await expect(panel(page, 'Audit').getByText(/800 sealed labels were not looked at/)).toBeVisible();
    await expect(panel(page, 'Splits and roles').getByText('Confirmatory, sealed')).toBeVisible();
    await expect(stop(page, /^Sealed: done/)).toContainText('Labels 200–999');
    await expect(stop(page, /^Frozen: not yet/)).toBeVisible();
    await expect(panel(page, 'Claims')).toContainText('Claims come from the one look');
  });

  await test.step('thresholds are chosen on validation: 7.875, sentinels 2.5 and 8.0', async () => {
    await choose(page);
    const rows = page.getByRole('table', { name: 'Thresholds chosen on validation100' }).getByRole('row');
    await expect(rows.filter({ hasText: 'Expanded S2G LoRA' })).toContainText(String(FROZEN));
    await expect(rows.filter({ hasText: 'Expanded S2G LoRA' })).toContainText('0.9091');
    await expect(rows.filter({ hasText: 'Expanded S2G LoRA' })).toContainText('0.1205');
    await expect(rows.filter({ hasText: 'Old S2G LoRA' })).toContainText('8.000000061001629, sentinel');
    await expect(rows.filter({ hasText: 'Structured Base' })).toContainText('2.5, sentinel');
    await expect(page.getByText('245 eligible states, 83 safe.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Stop by' })).toHaveValue(EXPANDED);
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
    await expect(stop(page, /^Frozen: done/)).toContainText('θ 7.875, margin 0.02');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('frozen is not yet open', async () => {
    await app.open('explore?data=paper&q=200-999');
    await expectSealed(app);
    await expect(app.field).toHaveValue(String(FROZEN));
    await openAudit(page, 'data=paper&q=200-999');
    await expect(page.getByRole('button', { name: 'Edit roles' })).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('unsealed once: PASS and PASS, 39.13 %, the transfer failed', async () => {
    await page.getByRole('button', { name: 'Unseal once…' }).click();
    await expect(page.getByRole('dialog')).toContainText('That nobody looked at the labels elsewhere');
    await page.getByRole('dialog').getByRole('button', { name: 'Unseal once', exact: true }).click();
    await expect(stop(page, /^Unsealed: done/).getByText('PASS', { exact: true })).toHaveCount(2, { timeout: 60_000 });
    await expect(page.getByRole('button', { name: /Unseal/ })).toHaveCount(0);
    const failed = panel(page, 'Audit').getByRole('button', { name: /Validation precision did not transfer/ });
    await expect(failed).toContainText('0.9091 → 0.6216');
    await expect(failed).toContainText('10 of 11 stops were right on validation100, 46 of 74 on 200–999');
    await expect(panel(page, 'Audit').getByText('1 fail')).toBeVisible();
    await expect(panel(page, 'Splits and roles').getByText('Confirmatory, unsealed once')).toBeVisible();
  });

  await test.step('claims as in appendix B', async () => {
    const claims = panel(page, 'Claims');
    const lists = claims.getByRole('list');
    const supported = [
      'EM loss stays within the margin of 0.02',
      'Fewer searches than native',
      'Ranks states better than Structured Base',
    ];
    for (const [i, title] of supported.entries()) {
      await expect(lists.nth(0).getByRole('listitem').nth(i)).toContainText(title);
    }
    await expect(lists.nth(0).getByRole('listitem')).toHaveCount(3);
    await expect(lists.nth(0)).toContainText('−0.00625 [−0.01250, 0]');
    await expect(lists.nth(0)).toContainText('−0.09625 [−0.12000, −0.07375]');
    await expect(lists.nth(0)).toContainText('AP +0.03983 [0.00571, 0.07228]');
    for (const title of [
      'Answers improve',
      'Stopping is safe',
      'Risk is certified at 10',
      'Better than every fixed',
      'Total cost falls',
    ]) {
      await expect(lists.nth(1)).toContainText(title);
    }
    await expect(lists.nth(1)).toContainText(`27 of 69 stops unsafe, 39.13${THIN}%`);
    await expect(lists.nth(1)).toContainText('0.9091 → 0.6216, 46 of 74 states');
    await expect(claims).toContainText('200–999, confirmatory, n = 800');
    await expect(claims).toContainText(`made 77 fewer searches (3.70${THIN}%) and lost 0.625 points of EM`);
    const text = textOf(page.waitForEvent('download'));
    await claims.getByRole('button', { name: 'Save' }).click();
    expect(await text).toContain(
      '- Fewer searches than native: −0.09625 [−0.12000, −0.07375] (200–999, confirmatory, n = 800)',
    );
    expect(await text).toContain('[synthetic replica]');
  });

  const folder = info.outputPath('run');
  const protocolPath = info.outputPath('protocol.json');
  const reportPath = info.outputPath('confirmatory-report.json');
  await test.step('the command line verifies protocol and report from the files', async () => {
    const { datasets } = JSON.parse(readFileSync(resolve(samples, 'index.json'), 'utf8'));
    const { files } = datasets.find(({ id }: { readonly id: string }) => id === 'paper');
    for (const file of files) {
      mkdirSync(resolve(folder, dirname(file)), { recursive: true });
      copyFileSync(resolve(samples, file), resolve(folder, file));
    }
    const protocol = textOf(page.waitForEvent('download'));
    await panel(page, 'Protocol').getByRole('button', { name: 'Protocol JSON' }).click();
    writeFileSync(protocolPath, await protocol);
    const report = textOf(page.waitForEvent('download'));
    await panel(page, 'Protocol').getByRole('button', { name: 'Confirmatory report' }).click();
    writeFileSync(reportPath, await report);
    expect(verify(protocolPath, reportPath, folder)).toMatchObject({
      code: 0,
      text: expect.stringContaining('Everything matches.'),
    });
    const forged = info.outputPath('forged.json');
    writeFileSync(forged, (await protocol).replaceAll(String(FROZEN), '7.75'));
    expect(verify(forged, reportPath, folder)).toMatchObject({ code: 1, text: expect.stringContaining('MISMATCH') });
  });

  await test.step('what is looked at afterwards is post hoc, and stays so', async () => {
    await app.open('explore?data=paper&q=200-999');
    await expect(page.getByRole('status')).toContainText('Exactly what was frozen.');
    const frozen = new Reference('dev1000').at(EXPANDED, FROZEN, CONFIRMATORY);
    await expect(app.card('Early stops')).toContainText(String(frozen.stops));
    await app.setThreshold('7');
    await expect(page.getByRole('status')).toContainText('post hoc');
    await expect(page.getByRole('status')).toContainText('The frozen one is 7.875.');
    await app.settled();
    await app.setThreshold(String(FROZEN));
    await expect(page.getByRole('status')).toContainText('others were looked at since the unseal');
    await page.getByRole('status').getByRole('button', { name: 'Protocol' }).click();
    await expect(stop(page, /^Post hoc since: done/)).toContainText('1 other look');
    await panel(page, 'Protocol')
      .getByRole('button', { name: /log entries/ })
      .click();
    await expect(page.getByRole('dialog')).toContainText('Post hoc: threshold 7 of expanded_s2g_lora.');
    await page.keyboard.press('Escape');
  });

  await test.step('reading the page again opens nothing and forgets nothing', async () => {
    await page.reload();
    await expect(stop(page, /^Post hoc since: done/)).toBeVisible();
    await expect(stop(page, /^Unsealed: done/).getByText('PASS', { exact: true })).toHaveCount(2, { timeout: 60_000 });
  });
});

test('sealed stays sealed after a reload, and a protocol file goes on elsewhere', async ({ page }, info) => {
  await openAudit(page, 'data=paper');
  await choose(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
  await expect(stop(page, /^Frozen: done/)).toBeVisible();
  const saved = textOf(page.waitForEvent('download'));
  await panel(page, 'Protocol').getByRole('button', { name: 'Protocol JSON' }).click();
  const text = await saved;
  await page.reload();
  await expect(stop(page, /^Frozen: done/)).toBeVisible();
  await expect(stop(page, /^Unsealed: not yet/)).toBeVisible();

  const other = await page.context().newPage();
  await openAudit(other, 'data=paper');
  await expect(stop(other, /^Frozen: not yet/)).toBeVisible();
  const importFile = async (name: string, content: string) => {
    writeFileSync(info.outputPath(name), content);
    await other.getByLabel('Protocol file').setInputFiles(info.outputPath(name));
  };
  await importFile('changed.json', text.replace('"margin": 0.02', '"margin": 0.03'));
  await expect(other.getByRole('alert').filter({ hasText: 'was changed' })).toBeVisible();
  await expect(stop(other, /^Frozen: not yet/)).toBeVisible();
  await importFile('protocol.json', text);
  await expect(stop(other, /^Frozen: done/)).toBeVisible();
  await openAudit(other, 'data=dev1000');
  // Until the other data is read, the page still shows the first.
  await expect(other.getByRole('button', { name: /^Replica, 1,000 development questions/ })).toBeVisible();
  await importFile('elsewhere.json', text);
  await expect(other.getByRole('alert').filter({ hasText: 'is about other data' })).toBeVisible();
});

test('exploratory pooled with confirmatory is refused, unless it is called descriptive', async ({ app, page }) => {
  await page.goto('#/explore?data=dev1000&q=100-299&repeats=40');
  await expect(page.getByRole('heading', { name: 'These questions pool exploratory and confirmatory.' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: 'Call it descriptive' }).click();
  await app.settled();
  await expect(page.getByRole('status')).toContainText('descriptive');
  await expect(page.getByRole('status')).toContainText('confirm nothing');
  await expect(app.status).toContainText('200 questions');
  await page.goto('#/explore?data=dev1000&q=0-999&repeats=40');
  await app.settled();
  await expect(app.button(/^Split 0–999/)).toContainText('descriptive');
});

test('splits get roles by range and by seeded draw, and what was confirmatory stays sealed', async ({ page }) => {
  await openAudit(page, 'data=validation100');
  const dialog = page.getByRole('dialog', { name: 'Splits and roles' });
  await page.getByRole('button', { name: 'Edit roles' }).click();
  const first = dialog.getByRole('group').nth(0);
  await first.getByLabel('Name').fill('tune');
  await first.getByLabel('Questions').selectOption('by seeded draw');
  await first.getByLabel('Share').fill('0.4');
  await dialog.getByRole('button', { name: 'Add a split' }).click();
  const second = dialog.getByRole('group').nth(1);
  await second.getByLabel('Name').fill('test');
  await second.getByLabel('Role').selectOption('confirmatory');
  await second.getByLabel('Questions').selectOption('by index');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('share questions');
  await second.getByLabel('Questions').selectOption('by seeded draw');
  await second.getByLabel('Share').fill('0.4');
  await second.getByLabel('Part').selectOption('the rest');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const strip = panel(page, 'Splits and roles');
  await expect(strip.getByRole('listitem').filter({ hasText: 'tune' })).toContainText('40 questions');
  await expect(strip.getByRole('listitem').filter({ hasText: 'test' })).toContainText('60 questions');
  await expect(panel(page, 'Protocol')).toContainText('the log says that they had been open');
  await page.getByRole('button', { name: 'Seal labels' }).click();
  await expect(stop(page, /^Sealed: done/)).toContainText('seen before');
  await page.getByRole('button', { name: 'Edit roles' }).click();
  await dialog.getByRole('group').nth(1).getByLabel('Role').selectOption('exploratory');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('60 sealed questions would leave the confirmatory splits');
});

test('a finding opens on its rows; the audit is saved for people and for CI', async ({ page }) => {
  await openAudit(page, 'data=dev1000&repeats=40');
  const audit = panel(page, 'Audit');
  const check = audit.getByRole('button', { name: /Native answer missing or empty/ });
  await expect(check).toContainText('3 null, 4 empty');
  await check.click();
  await expect(audit.getByRole('table').getByRole('row')).toHaveCount(8);
  await expect(audit.getByRole('table')).toContainText('dev-0201');
  await audit.getByRole('button', { name: /^\d+ more$/ }).click();
  await expect(audit.getByText('Labels not mounted, no gold field received')).toBeVisible();
  const saved = textOf(page.waitForEvent('download'));
  await audit.getByRole('button', { name: 'Export' }).first().click();
  await page.getByRole('menuitem', { name: 'JUnit XML, for CI' }).click();
  expect(await saved).toMatch(/^<\?xml version="1.0"[\s\S]*failures="0"/);
  // The rows of one finding, with every one of them.
  const rows = textOf(page.waitForEvent('download'));
  await audit.getByRole('button', { name: 'Export' }).last().click();
  await page.getByRole('menuitem', { name: 'Table (CSV)' }).click();
  expect((await rows).split('\r\n').filter((line) => line.includes('dev-'))).toHaveLength(7);
  expect(readStructure(await tableText(page, audit, 'Checks (LaTeX)'))).toEqual([]);
  // No protocol stands behind these: they describe.
  await expect(panel(page, 'Claims')).toContainText('No freeze is on record here');
  await expect(panel(page, 'Claims')).toContainText('Fewer searches than native');
});

async function tableText(page: Page, place: Locator, item: string): Promise<string> {
  const saved = textOf(page.waitForEvent('download'));
  await place.getByRole('button', { name: 'Export' }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
  return saved;
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });
    test('axe finds nothing serious on Audit and its dialogs', async ({ page }) => {
      test.setTimeout(120_000);
      const faults = async () => {
        // While something is computed the page is faded, which is too little contrast on purpose.
        await expect(page.locator('[data-stale]')).toHaveCount(0);
        const { violations } = await new AxeBuilder({ page }).analyze();
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
      };
      await openAudit(page, 'data=paper&repeats=100');
      await page.getByRole('button', { name: 'Edit roles' }).click();
      expect(await faults()).toEqual([]);
      await page.keyboard.press('Escape');
      await choose(page);
      expect(await faults()).toEqual([]);
      await freezeAndUnseal(page);
      await panel(page, 'Audit')
        .getByRole('button', { name: /Unparsed judge outputs/ })
        .click();
      expect(await faults()).toEqual([]);
      await panel(page, 'Protocol')
        .getByRole('button', { name: /log entries/ })
        .click();
      await expect(page.getByRole('dialog')).toContainText('It cannot show');
      expect(await faults()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto('#/explore?data=paper&q=200-999&t=7&repeats=100');
      await expect(page.getByRole('status')).toContainText('post hoc');
      expect(await faults()).toEqual([]);
    });
  });
}

test('on a phone nothing is wider than the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAudit(page, 'data=paper');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await choose(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
