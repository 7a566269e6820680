const SEPARATOR = ' \u00b7 ';

/** Items one after the other in lines of that width; an item longer than a line is broken at blanks. */
export function wrapSmallPrint(items: readonly string[], width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string, separator: string) => {
    const joined = line === '' ? piece : line + separator + piece;
    if (line === '' || measure(joined) <= width) line = joined;
    else {
      lines.push(line);
      line = piece;
    }
  };
  for (const item of items) {
    if (measure(item) <= width) {
      add(item, SEPARATOR);
      continue;
    }
    item.split(' ').forEach((word, i) => {
      add(word, i === 0 ? SEPARATOR : ' ');
    });
  }
  if (line !== '') lines.push(line);
  return lines;
}
