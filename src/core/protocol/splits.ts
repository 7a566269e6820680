import { failed, ok, type Result } from '../result.ts';
import { PythonRandom } from '../stats/mt19937.ts';
import type { Dataset, SplitMembers } from '../terms.ts';
import { Sha256, utf8 } from './sha256.ts';
import type { ResolvedCount, SplitDefinition, SplitSource } from './types.ts';

/** The questions of every split, or what is wrong in a sentence. Splits that claim something never share a question. */
export function resolveSplits(
  dataset: Dataset,
  definitions: readonly SplitDefinition[],
): Result<readonly SplitMembers[], string> {
  const resolved: SplitMembers[] = [];
  const owner = new Map<number, string>();
  for (const { name, role, source } of definitions) {
    if (name.trim() === '') return failed('A split needs a name.');
    if (resolved.some((other) => other.name === name)) return failed(`There are two splits named "${name}".`);
    const members = resolveSource(dataset, source);
    if (members.kind === 'failed') return failed(`Split "${name}": ${members.error}`);
    if (members.value.length === 0) return failed(`Split "${name}" holds no question.`);
    if (role !== 'descriptive') {
      for (const q of members.value) {
        const other = owner.get(q);
        if (other !== undefined) {
          const id = dataset.questions.ids[q];
          return failed(`"${name}" and "${other}" share questions (${id}). Only a descriptive split may hold others.`);
        }
        owner.set(q, name);
      }
    }
    resolved.push({ name, role, members: members.value });
  }
  return ok(resolved);
}

function resolveSource(dataset: Dataset, source: SplitSource): Result<Int32Array, string> {
  const { questions } = dataset;
  switch (source.kind) {
    case 'range':
      return rangeOf(source.from, source.to, questions.count);
    case 'column':
      return columnMembers(dataset, source.column, source.value);
    case 'ids':
      return idMembers(questions.ids, source.ids);
    case 'draw':
      return drawMembers(source, questions.count);
  }
}

function rangeOf(from: number, to: number, count: number): Result<Int32Array, string> {
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to)) {
    return failed(`${from} to ${to} is no range of question indices.`);
  }
  if (to >= count) return failed(`the data has questions 0 to ${count - 1}, not up to ${to}.`);
  return ok(Int32Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

function columnMembers({ questions }: Dataset, column: string, value: string): Result<Int32Array, string> {
  const values = column === 'split' ? questions.splits : questions.meta.find(({ name }) => name === column)?.values;
  if (values === undefined) return failed(`the questions have no column "${column}".`);
  const members: number[] = [];
  values.forEach((found, q) => {
    if (found !== null && String(found) === value) members.push(q);
  });
  return ok(Int32Array.from(members));
}

function idMembers(ids: readonly string[], wanted: readonly string[]): Result<Int32Array, string> {
  const index = new Map(ids.map((id, q) => [id, q]));
  const unknown = wanted.filter((id) => !index.has(id));
  if (unknown.length > 0) return failed(`${unknown.length} ids are not in the data, ${unknown[0]} among them.`);
  return ok(Int32Array.from(new Set(wanted.map((id) => index.get(id)!))).sort());
}

/** The first round(share * n) of the base after CPython's `shuffle` with the seed; the rest is the rest. */
function drawMembers(
  { seed, share, part, within }: Extract<SplitSource, { kind: 'draw' }>,
  count: number,
): Result<Int32Array, string> {
  if (!(share > 0 && share < 1)) return failed('the share to draw lies between 0 and 1.');
  if (!Number.isSafeInteger(seed)) return failed('the seed is a whole number.');
  const base = within === null ? rangeOf(0, count - 1, count) : rangeOf(within.from, within.to, count);
  if (base.kind === 'failed') return base;
  const shuffled = Array.from(base.value);
  new PythonRandom(seed).shuffle(shuffled);
  const drawn = Math.round(share * shuffled.length);
  const chosen = part === 'drawn' ? shuffled.slice(0, drawn) : shuffled.slice(drawn);
  return ok(Int32Array.from(chosen).sort());
}

/** What the log keeps of a resolved split. */
export function countMembers({ questions }: Dataset, { name, members }: SplitMembers): ResolvedCount {
  const hash = new Sha256();
  for (const q of members) hash.update(utf8(`${questions.ids[q]}\n`));
  return { name, questions: members.length, idsSha256: hash.digest() };
}

/** The splits that the data names itself: ranges with a role. */
export const splitsOfData = ({ ranges, questions }: Dataset): readonly SplitDefinition[] =>
  ranges.flatMap(({ name, from, to, role }) =>
    role === null || from >= questions.count
      ? []
      : [{ name, role, source: { kind: 'range', from, to: Math.min(to, questions.count - 1) } as const }],
  );
