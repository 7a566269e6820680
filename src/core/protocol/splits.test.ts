import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dataset, SplitRole } from '../terms.ts';
import { buildDataset } from '../testing/build-dataset.ts';
import { roleOfSelection } from './roles.ts';
import { openedSince, refuseOpening } from './seal.ts';
import { resolveSplits } from './splits.ts';
import { startProtocol, takeSeal, takeSplits } from './steps.ts';
import type { Protocol, SplitDefinition, SplitSource } from './types.ts';

const COUNT = 12;
const data = (): Dataset => {
  const built = buildDataset(
    Array.from({ length: COUNT }, () => ({ gold: 'x', answer: 'x', searches: 1, states: [] })),
    [],
  );
  const meta = [
    { name: 'type', values: Array.from({ length: COUNT }, (_, q) => (q % 3 === 0 ? 'bridge' : 'comparison')) },
    { name: 'official_em', values: Array.from({ length: COUNT }, (_, q) => q % 2) },
  ];
  return { ...built, questions: { ...built.questions, meta } };
};
const define = (name: string, role: SplitRole, source: SplitSource): SplitDefinition => ({ name, role, source });
const range = (name: string, role: SplitRole, from: number, to: number) =>
  define(name, role, { kind: 'range', from, to });
const ids = (...list: readonly number[]): SplitSource => ({ kind: 'ids', ids: list.map((q) => `q${q}`) });

const resolved = (source: SplitSource): readonly number[] | string => {
  const found = resolveSplits(data(), [define('s', 'exploratory', source)]);
  return found.kind === 'failed' ? found.error : Array.from(found.value[0]!.members);
};

describe('splits', () => {
  it('by id are in the order of the data, each once', () => {
    expect(resolved(ids(10, 2, 7, 2))).toEqual([2, 7, 10]);
    expect(resolved({ kind: 'ids', ids: ['q1', 'nobody', 'noone'] })).toContain(
      '2 ids are not in the data, nobody among',
    );
  });

  it('by a column hold its value, and no column that says what is right', () => {
    expect(resolved({ kind: 'column', column: 'type', value: 'bridge' })).toEqual([0, 3, 6, 9]);
    expect(resolved({ kind: 'column', column: 'official_em', value: '1' })).toContain('says what is right');
    expect(resolved({ kind: 'column', column: 'none', value: '1' })).toContain('no column');
  });

  it('name the split that a question belongs to already', () => {
    const overlap = [range('a', 'validation', 0, 3), range('b', 'confirmatory', 3, 5)];
    expect(resolveSplits(data(), overlap)).toMatchObject({
      error: expect.stringContaining('"b" and "a" share questions (q3)'),
    });
    expect(resolveSplits(data(), [range('all', 'descriptive', 0, 11), ...overlap.slice(0, 1)]).kind).toBe('ok');
  });

  it('drawn and the rest part the questions', () => {
    const part = (name: 'drawn' | 'rest') =>
      resolved({ kind: 'draw', seed: 7, share: 0.4, part: name, within: null }) as readonly number[];
    expect(part('drawn')).toHaveLength(5);
    expect([...part('drawn'), ...part('rest')].sort((a, b) => a - b)).toEqual(
      Array.from({ length: COUNT }, (_, q) => q),
    );
  });
});

it('the role of a selection equals a look at every question', () => {
  const roles = fc.constantFrom<SplitRole>('exploratory', 'validation', 'confirmatory', 'descriptive');
  // Every question in one of up to four splits, or in none.
  const owners = fc.array(fc.integer({ min: -1, max: 3 }), { minLength: COUNT, maxLength: COUNT });
  const chosen = fc.array(fc.boolean(), { minLength: COUNT, maxLength: COUNT });
  fc.assert(
    fc.property(owners, fc.tuple(roles, roles, roles, roles), chosen, (owner, roleOf, isChosen) => {
      const members = (s: number) => Int32Array.from(owner.flatMap((o, q) => (o === s ? [q] : [])));
      const splitMembers = roleOf
        .map((role, s) => ({ name: `s${s}`, role, members: members(s) }))
        .filter((split) => split.members.length > 0);
      const selection = Int32Array.from(isChosen.flatMap((is, q) => (is ? [q] : [])));
      const role = roleOfSelection({ ...data(), splitMembers }, selection);
      const exact = splitMembers.find((split) => String(split.members) === String(selection));
      const found = new Set(Array.from(selection, (q) => (owner[q] === -1 ? 'descriptive' : roleOf[owner[q]!]!)));
      if (splitMembers.length === 0 || selection.length === 0) expect(role).toEqual({ kind: 'none' });
      else if (exact !== undefined) expect(role).toEqual({ kind: 'split', name: exact.name, role: exact.role });
      else if (found.size === 1) expect(role).toEqual({ kind: 'part', role: [...found][0] });
      else if (!found.has('confirmatory')) expect(role).toEqual({ kind: 'part', role: 'descriptive' });
      else {
        expect(role.kind).toBe('pooled');
        expect(new Set(role.kind === 'pooled' ? role.roles : [])).toEqual(found);
      }
    }),
    { numRuns: 400 },
  );
});

describe('sealing cannot be undone by renaming', () => {
  const time = '2026-01-01T00:00:00.000Z';
  const splits = (protocol: Protocol, ...list: readonly SplitDefinition[]) => takeSplits(protocol, data(), list, time);
  const ok = (result: ReturnType<typeof takeSplits>): Protocol => {
    if (result.kind === 'failed') throw new Error(result.error);
    return result.value;
  };
  const sealed = (scope: 'all' | 'confirmatory', ...list: readonly SplitDefinition[]): Protocol => {
    const begun = startProtocol(data(), time);
    const named = list.length === 0 ? begun : ok(splits(begun, ...list));
    return ok(takeSeal(named, data(), scope, false, time));
  };

  it('what was confirmatory stays so', () => {
    const protocol = sealed('confirmatory', range('test', 'confirmatory', 6, 11));
    expect(splits(protocol, range('test', 'confirmatory', 8, 11))).toMatchObject({
      error: '2 sealed questions would leave the confirmatory splits. They stay until the unseal.',
    });
    expect(splits(protocol, range('other', 'confirmatory', 6, 11)).kind).toBe('ok');
  });

  it('what was open since the seal confirms nothing', () => {
    const protocol = sealed('confirmatory', range('test', 'confirmatory', 6, 11));
    expect(splits(protocol, range('test', 'confirmatory', 5, 11))).toMatchObject({
      error: '1 questions had open labels after the seal. They cannot become confirmatory.',
    });
    // With everything sealed, what no split has opened may still become confirmatory; what one had may not, even later.
    const all = sealed('all');
    const opened = ok(splits(all, range('tune', 'validation', 0, 2), range('test', 'confirmatory', 6, 8)));
    expect(Array.from(openedSince(opened, data())).join('')).toBe('111000000000');
    expect(splits(opened, range('test', 'confirmatory', 3, 11)).kind).toBe('ok');
    const without = ok(splits(opened, range('test', 'confirmatory', 6, 8)));
    const after = resolveSplits(data(), [range('test', 'confirmatory', 0, 8)]);
    expect(refuseOpening(without, data(), after.kind === 'ok' ? after.value : [])).toContain(
      '3 questions had open labels',
    );
  });
});
