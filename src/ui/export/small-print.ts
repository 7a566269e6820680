const SEPARATOR = ' \u00b7 ';

/** Items one after the other, broken at blanks into lines of that width; a word longer than a line has one of its own. */
export function wrapSmallPrint(items: readonly string[], width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  items.forEach((item, i) => {
    item.split(' ').forEach((word, w) => {
      const separator = w > 0 ? ' ' : i > 0 ? SEPARATOR : '';
      if (line === '' || measure(line + separator + word) <= width) {
        line += (line === '' ? '' : separator) + word;
        return;
      }
      lines.push(line);
      line = word;
    });
  });
  if (line !== '') lines.push(line);
  return lines;
}

export interface PlacedItem {
  readonly x: number;
  readonly row: number;
}

/** Items of these widths in rows, from left to right. */
export function flowRows(widths: readonly number[], width: number, gap: number): readonly PlacedItem[] {
  let x = 0;
  let row = 0;
  return widths.map((own) => {
    if (x > 0 && x + own > width) {
      x = 0;
      row += 1;
    }
    const place = { x, row };
    x += own + gap;
    return place;
  });
}
