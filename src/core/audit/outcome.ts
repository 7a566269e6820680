import type { CheckStatus, Outcome } from './check.ts';
import type { EvidenceRow, Tally } from './evidence.ts';
import { MOST_ROWS } from './evidence.ts';
import { count } from './words.ts';

export const pass = (figure: string, unit: string, finding = ''): Outcome => ({
  status: 'pass',
  figure,
  unit,
  finding,
  rows: [],
  rowCount: 0,
});

/** The data has nothing to check here; the words say what is missing. */
export const notApplicable = (finding: string): Outcome => ({
  status: 'not-applicable',
  figure: '',
  unit: '',
  finding,
  rows: [],
  rowCount: 0,
});

export interface FaultWords {
  readonly figure: string;
  readonly unit: string;
  readonly finding: string;
  readonly title?: string;
}

export const fault = (
  status: Extract<CheckStatus, 'fail' | 'warn'>,
  words: FaultWords,
  rows: readonly EvidenceRow[] = [],
  rowCount = rows.length,
): Outcome => ({ status, ...words, rows: rows.slice(0, MOST_ROWS), rowCount });

/** The usual case: rows were looked at, some are wrong. `noun` is what was looked at, in the plural. */
export function ofTally(
  tally: Tally,
  words: {
    readonly status: Extract<CheckStatus, 'fail' | 'warn'>;
    readonly noun: string;
    /** Why there is nothing to look at. */
    readonly none: string;
    readonly finding: string;
    readonly passed?: string;
  },
): Outcome {
  if (tally.checked === 0) return notApplicable(words.none);
  if (tally.count === 0) return pass(count(tally.checked), words.noun, words.passed ?? '');
  const figure = count(tally.count);
  const unit = `of ${count(tally.checked)} ${words.noun}`;
  return fault(words.status, { figure, unit, finding: words.finding }, tally.rows, tally.count);
}

export const mergeTallies = (tallies: readonly Tally[]): Tally => ({
  checked: tallies.reduce((sum, { checked }) => sum + checked, 0),
  count: tallies.reduce((sum, tally) => sum + tally.count, 0),
  rows: tallies.flatMap(({ rows }) => rows).slice(0, MOST_ROWS),
});
