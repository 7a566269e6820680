import { UNKNOWN } from '../core/correctness.ts';
import { type Concentration, concentration, type Separation, separation } from '../core/lab/separation.ts';
import { listSignals, ruleSignals, type SignalInfo } from '../core/rules/rule-signals.ts';
import { breathe } from './evaluate.ts';
import type { JobContext, Reply } from './job-context.ts';
import { type FindLabData, type LabView, openLab } from './lab-context.ts';

/** A signal over the states where a rule may stop. */
export interface SignalReading extends SignalInfo {
  readonly rows: number;
  readonly missing: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Against the probe answer's being right, over rows with both. */
  readonly separation: Separation;
  /** Without the histogram, which may be as long as the data. */
  readonly concentration: Omit<Concentration, 'histogram'>;
}

/** Every signal of the dataset, with what it says on the selection. */
export async function readSignals(
  { signal: abort, report }: JobContext,
  find: FindLabData,
  view: LabView,
): Promise<Reply<readonly SignalReading[]>> {
  const { evaluation, selection } = openLab(find, view);
  const infos = listSignals(evaluation);
  const { table, stateOfRow } = ruleSignals(evaluation, selection, view.tune);
  const rows = table.rounds.map((_, row) => row).filter((row) => table.canStop[row] === 1);
  const truths = Array.from(rows, (row) => evaluation.correctness.probeEm[stateOfRow[row]!] ?? UNKNOWN);
  const readings: SignalReading[] = [];
  for (const info of infos) {
    report({ done: readings.length, total: infos.length, what: info.name });
    await breathe(abort);
    const signal = table.signals.find(({ id }) => id === info.id);
    const values = Float64Array.from(rows, (row) =>
      signal === undefined || signal.isMissing[row] === 1 ? Number.NaN : signal.values[row]!,
    );
    let low: number | null = null;
    let high: number | null = null;
    let missing = 0;
    for (const value of values) {
      if (Number.isNaN(value)) missing += 1;
      else {
        low = low === null ? value : Math.min(low, value);
        high = high === null ? value : Math.max(high, value);
      }
    }
    const { histogram: _histogram, ...spread } = concentration(values);
    readings.push({
      ...info,
      rows: rows.length,
      missing,
      low,
      high,
      separation: separation(values, truths),
      concentration: spread,
    });
  }
  return { value: readings, transfer: [] };
}
