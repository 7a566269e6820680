import { failed, ok, type Result } from '../result.ts';
import { PythonRandom } from '../stats/mt19937.ts';
import type { Dataset, SplitMembers } from '../terms.ts';
import { Sha256, utf8 } from './sha256.ts';
import { isTellingMeta } from './telling.ts';
import type { ResolvedCount, SplitDefinition, SplitSource } from './types.ts';

/** The questions of every split, or what is wrong in a sentence. Splits that claim something never share a question. */
export function resolveSplits(
  dataset: Dataset,
  definitions: readonly SplitDefinition[],
): Result<readonly SplitMembers[], string> {
  const resolved: SplitMembers[] = [];
  const owner = new Int32Array(dataset.questions.count).fill(-1);
  for (const [at, { name, role, source }] of definitions.entries()) {
    if (name.trim() === '') return failed('A split needs a name.');
    if (resolved.some((other) => other.name === name)) return failed(`There are two splits named "${name}".`);
    const members = resolveSource(dataset, source);
    if (members.kind === 'failed') return failed(`Split "${name}": ${members.error}`);
    if (members.value.length === 0) return failed(`Split "${name}" holds no question.`);
    if (role !== 'descriptive') {
      for (const q of members.value) {
        const other = definitions[owner[q]!];
        if (other !== undefined) {
          const id = dataset.questions.ids[q];
          return failed(
            `"${name}" and "${other.name}" share questions (${id}). Only a descriptive split may hold others.`,
          );
        }
        owner[q] = at;
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
  return ok(indicesFrom(from, to));
}

/** from, from + 1 … to. */
export function indicesFrom(from: number, to: number): Int32Array {
  const indices = new Int32Array(Math.max(0, to - from + 1));
  for (let i = 0; i < indices.length; i++) indices[i] = from + i;
  return indices;
}

function columnMembers({ questions }: Dataset, column: string, value: string): Result<Int32Array, string> {
  // The size of such a split would be a figure of its own.
  if (isTellingMeta(column)) return failed(`"${column}" says what is right. Nobody splits by that.`);
  const values = column === 'split' ? questions.splits : questions.meta.find(({ name }) => name === column)?.values;
  if (values === undefined) return failed(`the questions have no column "${column}".`);
  const members = new Int32Array(questions.count);
  let size = 0;
  values.forEach((found, q) => {
    if (found !== null && String(found) === value) members[size++] = q;
  });
  return ok(members.slice(0, size));
}

function idMembers(ids: readonly string[], wanted: readonly string[]): Result<Int32Array, string> {
  const open = new Set(wanted);
  const members = new Int32Array(open.size);
  let size = 0;
  ids.forEach((id, q) => {
    if (open.delete(id)) members[size++] = q;
  });
  const [unknown] = open;
  if (unknown !== undefined) return failed(`${open.size} ids are not in the data, ${unknown} among them.`);
  return ok(members);
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
