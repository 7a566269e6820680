import type { Check } from '../check.ts';
import type { Tally } from '../evidence.ts';
import { fault, mergeTallies, notApplicable, pass } from '../outcome.ts';
import { count, listed } from '../words.ts';

/** The frozen output schema: sufficient, then gap_items of known categories, empty if and only if sufficient. */
export const judgeSchema: Check = {
  id: 'judge-schema',
  title: 'Parsed judge outputs keep the schema',
  why: 'The margin is read at the first key: with keys in another order it is the margin of something else.',
  run({ evidence }) {
    const schemas = evidence.judges.filter(({ schema }) => schema.rows > 0).map(({ schema }) => schema);
    if (schemas.length === 0) return notApplicable('No judge gives a structured output.');
    const rows = schemas.reduce((sum, schema) => sum + schema.rows, 0);
    const parts: readonly (readonly [string, Tally])[] = [
      ['shape', mergeTallies(schemas.map(({ shape }) => shape))],
      ['key order', mergeTallies(schemas.map(({ keyOrder }) => keyOrder))],
      ['category', mergeTallies(schemas.map(({ categories }) => categories))],
      ['gaps against sufficient', mergeTallies(schemas.map(({ gaps }) => gaps))],
      ['raw against parsed', mergeTallies(schemas.map(({ raw }) => raw))],
    ];
    const broken = parts.filter(([, tally]) => tally.count > 0);
    if (broken.length === 0)
      return pass(count(rows), 'outputs', 'Key order, categories, empty gaps if and only if sufficient.');
    const all = mergeTallies(broken.map(([, tally]) => tally));
    const finding = `Broken: ${listed(
      broken.map(([name, tally]) => `${name} ${count(tally.count)}`),
      5,
    )}.`;
    return fault('fail', { figure: count(all.count), unit: `in ${count(rows)} outputs`, finding }, all.rows, all.count);
  },
};
