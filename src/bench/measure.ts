/** Median of several runs, in milliseconds. The first runs warm up and are dropped. */
export function medianTime(run: () => void, runs = 7, warmups = 2): number {
  const times: number[] = [];
  for (let i = 0; i < warmups + runs; i++) {
    const start = performance.now();
    run();
    if (i >= warmups) times.push(performance.now() - start);
  }
  return median(times);
}

export async function medianTimeAsync(run: () => Promise<void>, runs = 3, warmups = 1): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < warmups + runs; i++) {
    const start = performance.now();
    await run();
    if (i >= warmups) times.push(performance.now() - start);
  }
  return median(times);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** One line of the table: what was measured, beside a baseline of the same run. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly baseline: string;
  readonly ratio: string;
  readonly target: string;
  readonly isMet: boolean | null;
}

export const ms = (value: number): string =>
  value >= 100 ? `${Math.round(value)} ms` : value >= 1 ? `${value.toFixed(1)} ms` : `${value.toFixed(3)} ms`;

export function printTable(rows: readonly Row[]): string {
  const head = ['what', 'measured', 'baseline, same run', 'ratio', 'target', ''];
  const body = rows.map((r) => [
    r.what,
    r.measured,
    r.baseline,
    r.ratio,
    r.target,
    r.isMet === null ? '' : r.isMet ? 'met' : 'missed',
  ]);
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
