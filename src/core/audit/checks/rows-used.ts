import type { Check } from '../check.ts';
import { fault, pass } from '../outcome.ts';
import { count, listed } from '../words.ts';

/** No row was set aside while reading. */
export const rowsUsed: Check = {
  id: 'rows-used',
  title: 'Every row was read and used',
  why: 'A row that is set aside leaves a hole, and whoever reads only the figures does not see it.',
  run({ evaluation, problems }) {
    const { sources } = evaluation.dataset;
    const aside = sources.filter(({ rowsAside }) => rowsAside > 0);
    const read = sources.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
    if (aside.length === 0) return pass(count(read), 'rows');
    const found = aside.reduce((sum, { rowsAside }) => sum + rowsAside, 0);
    const rows = aside.map(({ name, rowsAside }) => ({
      file: name,
      line: null,
      id: null,
      note: `${rowsAside} rows set aside`,
    }));
    const codes = problems
      .filter(({ severity }) => severity === 'error')
      .map(({ code, count: n }) => `${code} ${count(n)}`);
    const finding = `Why: ${listed(codes)}. The data page lists them.`;
    return fault(
      'fail',
      { title: 'Rows were set aside', figure: count(found), unit: `of ${count(read)} rows`, finding },
      rows,
      found,
    );
  },
};
