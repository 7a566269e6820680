import { type App, expect } from './app.ts';
import type { Figures } from './reference.ts';

const minus = (text: string): string => text.replace('-', '\u2212');
const thousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u2009');
const signed = (value: number, decimals: number): string => (value > 0 ? '+' : '') + minus(value.toFixed(decimals));

/** Every card, both sliders and the risk chart show one and the same policy, and these are its figures. */
export async function expectFigures(app: App, wanted: Figures): Promise<void> {
  const { questions, stops, safe, unsafe, harmed, rescued, correct, searches } = wanted;
  const decimals = questions % 1000 === 0 ? 4 : 5;
  const em = (correct / questions).toFixed(decimals);
  const mean = (searches / questions).toFixed(decimals);
  const gained = correct - wanted.nativeCorrect;
  const spent = searches - wanted.nativeSearches;

  await expect(app.value('Early stops')).toHaveText(stops === 0 ? 'no stops' : thousands(stops));
  if (stops > 0)
    await expect(app.card('Early stops')).toContainText(`${thousands(safe)} safe ${thousands(unsafe)} unsafe`);
  await expect(app.value('Exact match')).toHaveText(em);
  await expect(app.card('Exact match')).toContainText(
    `native ${(wanted.nativeCorrect / questions).toFixed(decimals)}${gained === 0 ? '0' : signed(gained / questions, decimals)}`,
  );
  await expect(app.value('Mean searches')).toHaveText(mean);
  await expect(app.card('Mean searches')).toContainText(
    `native ${(wanted.nativeSearches / questions).toFixed(decimals)}${spent === 0 ? '0' : signed(spent / questions, decimals)}`,
  );
  if (stops === 0) await expect(app.value('Selected-stop risk')).toHaveText('no stops');
  else await expect(app.card('Selected-stop risk')).toContainText(`${thousands(unsafe)} / ${thousands(stops)}`);
  await expect(app.card('Coverage')).toContainText(`${thousands(stops)} / ${thousands(questions)}`);
  await expect(app.value('Harmed / rescued')).toHaveText(`${harmed} / ${rescued}`);

  const spoken = new RegExp(`EM ${em}, ${mean} searches, ${thousands(stops)} stops$`);
  await expect(app.handle).toHaveAttribute('aria-valuetext', spoken);
  await expect(app.line).toHaveAttribute('aria-valuetext', spoken);
  const risk = stops === 0 ? 'no stops' : `${((100 * unsafe) / stops).toFixed(2)}\u2009% of ${thousands(stops)} stops`;
  await expect(app.risk.getByRole('figure')).toHaveAttribute('aria-label', new RegExp(`Now: ${risk}$`));
}
