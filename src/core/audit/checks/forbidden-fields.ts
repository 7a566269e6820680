import type { Check } from '../check.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, listed } from '../words.ts';

/** No gold, answer, label, supporting fact ... in rows that a model or judge was fed with. */
export const forbiddenFields: Check = {
  id: 'forbidden-fields',
  title: 'No label field in judge inputs',
  why: 'A judge that is shown the answer scores perfectly here and is worth nothing in use.',
  run({ evidence }) {
    const { rows, fields } = evidence.forbidden;
    if (rows === 0) return notApplicable('The files hold no rows that a judge was fed with.');
    if (fields.length === 0) return pass(count(rows), 'rows');
    const found = fields.reduce((sum, field) => sum + field.count, 0);
    const names = listed(fields.map(({ path, kind }) => `${path} in ${kind} rows`));
    const examples = fields.flatMap((field) => field.rows);
    return fault(
      'fail',
      { figure: count(found), unit: `of ${count(rows)} rows`, finding: `Found: ${names}.` },
      examples,
      found,
    );
  },
};
