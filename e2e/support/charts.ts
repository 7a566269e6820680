import type { Locator, Page } from '@playwright/test';

export interface Place {
  readonly x: number;
  readonly y: number;
}

export async function middleOf(locator: Locator): Promise<Place> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('nothing is drawn there');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Reads the horizontal axis off its tick labels: where a value stands, in pixels of the page. */
export async function horizontalAxis(figure: Locator): Promise<(value: number) => number> {
  const ticks = await figure.evaluate((element) => {
    const labels = [...element.querySelectorAll('.recharts-cartesian-axis-tick-label text')].map((label) => {
      const box = label.getBoundingClientRect();
      return {
        text: (label.textContent ?? '').replace('\u2212', '-'),
        x: box.left + box.width / 2,
        y: box.top,
        isCentred: label.getAttribute('text-anchor') === 'middle',
      };
    });
    const foot = Math.max(...labels.map(({ y }) => y));
    return labels
      .filter(({ y, isCentred, text }) => isCentred && Math.abs(y - foot) < 2 && text.trim() !== '')
      .map(({ text, x }) => ({ value: Number(text), x }))
      .filter(({ value }) => Number.isFinite(value));
  });
  const first = ticks[0];
  const last = ticks.at(-1);
  if (first === undefined || last === undefined || first === last) throw new Error('the axis has no two ticks');
  return (value) => first.x + ((value - first.value) * (last.x - first.x)) / (last.value - first.value);
}

/** Presses at one place, visits the others in the given number of moves each, and lets go. */
export async function drag(page: Page, from: Place, via: readonly Place[], movesEach: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const place of via) await page.mouse.move(place.x, place.y, { steps: movesEach });
  await page.mouse.up();
}
