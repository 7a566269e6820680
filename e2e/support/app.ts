import { test as base, type Locator, type Page, expect as plain } from '@playwright/test';

/** A busy machine with two cores may take long for what takes a second elsewhere; every wait ends with its condition. */
export const expect = plain.configure({ timeout: 20_000 });

interface Watch {
  /** What the page itself complained about: uncaught errors and errors on the console. */
  readonly complaints: string[];
  /** Requests that left for another origin than the page's. */
  readonly foreign: string[];
  /** Complaints that match are part of the test. */
  readonly expectComplaint: (pattern: RegExp) => void;
}

/** Holds for every test, whatever it is about: no error in the console, and nothing is sent anywhere. */
export const test = base.extend<{ readonly watch: Watch; readonly app: App }>({
  // The size at which Explore shows its essentials without scrolling.
  viewport: { width: 1440, height: 900 },
  watch: [
    async ({ context }, use) => {
      const expected: RegExp[] = [];
      const watch: Watch = { complaints: [], foreign: [], expectComplaint: (pattern) => expected.push(pattern) };
      const origins = new Set<string>();
      context.on('page', (page) => {
        page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
        page.on('pageerror', (error) => watch.complaints.push(String(error.stack ?? error)));
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning')
            watch.complaints.push(`${message.text()} (${message.location().url})`);
        });
      });
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol === 'data:' || url.protocol === 'blob:') return;
        if (request.isNavigationRequest()) origins.add(url.origin);
        else if (!origins.has(url.origin)) watch.foreign.push(request.url());
      });
      await use(watch);
      plain(watch.foreign, 'requests to other origins').toEqual([]);
      const unexpected = watch.complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
      plain(unexpected, 'errors and warnings in the console').toEqual([]);
    },
    { auto: true },
  ],
  app: async ({ page }, use) => use(new App(page)),
});

export const FROZEN = 7.874999982333975;
export const CONFIRMATORY = { from: 200, to: 999 };

/** The demo with few replicates: for tests that look at no interval. */
export const QUICK = 'explore?repeats=100';

/** The page as a user finds it: by roles and names. */
export class App {
  readonly sentence: Locator;
  readonly handle: Locator;
  readonly line: Locator;
  readonly field: Locator;
  readonly tradeoff: Locator;
  readonly threshold: Locator;
  readonly risk: Locator;
  readonly states: Locator;
  readonly status: Locator;

  constructor(readonly page: Page) {
    this.sentence = page.getByRole('region', { name: 'Policy against native' }).getByRole('paragraph');
    this.handle = page.getByRole('slider', { name: /^Threshold, (?!.*, line$)/ });
    this.line = page.getByRole('slider', { name: /, line$/ });
    this.field = page.getByRole('textbox', { name: 'Threshold' });
    this.tradeoff = page.getByRole('region', { name: 'Trade-off' });
    this.threshold = page.getByRole('region', { name: 'Threshold', exact: true });
    this.risk = page.getByRole('region', { name: 'Selected-stop risk' });
    this.states = page.getByRole('region', { name: 'State level' });
    this.status = page.getByRole('contentinfo');
  }

  /** The same for another tab. */
  on(page: Page): App {
    return new App(page);
  }

  card(name: string): Locator {
    return this.page.getByRole('article', { name });
  }

  /** The large figure or words of a card, without what stands around it. */
  value(name: string): Locator {
    return this.card(name).locator('h3 + div > :first-child');
  }

  /** The value of a row of the state-level panel, with its counts. */
  stateLevel(term: string): Locator {
    return this.states
      .locator('dl > div')
      .filter({ has: this.page.getByRole('term').getByText(term, { exact: true }) });
  }

  /** `hash` as in the address bar: "explore?t=never". */
  async open(hash = ''): Promise<void> {
    await this.page.goto(hash === '' ? '' : `#/${hash}`);
    await this.settled();
  }

  /** Curves and intervals of what is looked at are on screen. */
  async settled(): Promise<void> {
    // Pages but Explore show no intervals: there, the number of questions says that the data is read.
    await expect(this.status).toContainText(/bootstrap|\d questions?/);
    if (!/Explore/.test(await this.page.title())) return;
    await expect(this.status).toContainText('bootstrap');
    await expect(this.page.getByText('Intervals are being computed')).toHaveCount(0);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async setThreshold(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  /** The threshold in force, as the field holds it: every digit. */
  async exactThreshold(): Promise<number> {
    const text = await this.field.inputValue();
    return text === 'never stop' ? Number.POSITIVE_INFINITY : Number(text.replace('\u2212', '-'));
  }

  async pick(select: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: select }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
    await expect(this.page.getByRole('listbox')).toHaveCount(0);
  }
}
