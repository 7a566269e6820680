import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import type { Dataset } from '../terms.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { canonicalJson } from './canonical.ts';
import { formatProtocol, parseProtocol } from './json.ts';
import { append, checkChain, EMPTY_PROTOCOL, hashOf } from './log.ts';
import { roleOfSelection } from './roles.ts';
import { sealDataset, sealedQuestions } from './seal.ts';
import { resolveSplits } from './splits.ts';
import { checkOrder, stateOf } from './state.ts';
import { markPostHoc, splitsNow, startProtocol, takeFreeze, takeSeal, takeSplits, takeUnseal } from './steps.ts';
import type { Freeze, Protocol, SplitDefinition, SplitSource } from './types.ts';

const T = (minute: number) => `2026-01-05T09:${String(minute).padStart(2, '0')}:00.000Z`;

/** Questions 0..9 validate, 10..29 confirm. Score 2 is a safe stop at the first state, except for every tenth question. */
function data(): Dataset {
  const questions = Array.from({ length: 30 }, (_, q): QuestionSpec => {
    const isStopped = q % 3 === 0;
    const probe = isStopped && q % 10 === 0 ? 'wrong' : isStopped ? `gold ${q}` : 'none';
    return {
      gold: `gold ${q}`,
      answer: q % 4 === 0 ? 'native error' : `gold ${q}`,
      searches: 2,
      split: q < 10 ? 'val' : 'test',
      states: [
        { searchesUsed: 0, probe, scores: [isStopped ? 2 : -1] },
        { searchesUsed: 1, probe: `gold ${q}`, scores: [-2] },
        { searchesUsed: 2, nextAction: 'ANSWER', probe: `gold ${q}`, scores: [-3] },
      ],
    };
  });
  const dataset = buildDataset(questions, ['j']);
  return {
    ...dataset,
    ranges: [
      { name: 'val', from: 0, to: 9, role: 'validation' },
      { name: 'test', from: 10, to: 29, role: 'confirmatory' },
      { name: 'all', from: 0, to: 29, role: 'descriptive' },
    ],
  };
}

const freeze = (change: Partial<Freeze> = {}): Freeze => ({
  confirmatory: 'test',
  policy: { kind: 'threshold', judge: 'j', threshold: 1 },
  thresholds: [{ judge: 'j', value: 1 }],
  choice: null,
  answerRule: 'squad',
  margin: 0.5,
  seed: 7,
  repeats: 200,
  fallback: 'native',
  risk: { alpha: 0.1, delta: 0.1 },
  judgeCallInSearches: null,
  hypotheses: [],
  note: '',
  files: [],
  programVersion: 'test',
  ...change,
});

const value = <T>(result: { kind: 'ok'; value: T } | { kind: 'failed'; error: string }): T => {
  if (result.kind === 'failed') throw new Error(result.error);
  return result.value;
};
const error = (result: { kind: string; error?: string }): string =>
  result.kind === 'failed' ? result.error! : 'no error';

const evaluate = (dataset: Dataset) => () => judgeAnswers(dataset, squad);

function story(dataset = data()) {
  const started = startProtocol(dataset, T(0));
  const sealed = value(takeSeal(started, dataset, 'confirmatory', false, T(1)));
  const frozen = value(takeFreeze(sealed, freeze(), T(2)));
  const { protocol, report } = value(takeUnseal(frozen, evaluate(dataset), T(3)));
  return { started, sealed, frozen, unsealed: protocol, report };
}

describe('canonical JSON', () => {
  it('sorts keys, writes numbers the shortest way, leaves out what is undefined', () => {
    const text = canonicalJson({ b: [1.5, 1e21, -0, 0.1], a: { z: null, y: 'é\n"' }, c: undefined });
    expect(text).toBe('{"a":{"y":"é\\n\\"","z":null},"b":[1.5,1e+21,0,0.1]}');
  });
  it('refuses what JSON cannot hold', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow('NaN');
    expect(() => canonicalJson([Number.POSITIVE_INFINITY])).toThrow('Infinity');
  });
});

describe('the log', () => {
  it('is unbroken as it is made', () => {
    const { unsealed } = story();
    expect(checkChain(unsealed)).toEqual([]);
    expect(unsealed.entries.map(({ step }) => step.kind)).toEqual(['opened', 'splits', 'sealed', 'frozen', 'unsealed']);
  });

  it('tells a changed step, a changed time, a lost entry and a swapped one', () => {
    const { unsealed } = story();
    const change = (f: (entries: Protocol['entries'][number][]) => unknown): Protocol => {
      const entries = structuredClone(unsealed.entries) as Protocol['entries'][number][];
      f(entries);
      return { ...unsealed, entries };
    };
    const changed = (i: number, fields: object) =>
      change((entries) => {
        entries[i] = { ...entries[i]!, ...fields };
      });
    expect(checkChain(changed(3, { step: { kind: 'frozen', freeze: freeze({ margin: 0.6 }) } }))).toMatchObject([
      { index: 3 },
    ]);
    expect(checkChain(changed(2, { time: T(0) })).map(({ index }) => index)).toEqual([2]);
    expect(checkChain(change((entries) => entries.splice(2, 1))).length).toBeGreaterThan(0);
    expect(checkChain(change((entries) => entries.reverse())).length).toBeGreaterThan(0);
    expect(checkChain(change((entries) => entries.pop()))).toEqual([]);
  });

  it('one digit of a threshold changes every later hash', () => {
    const entry = append(EMPTY_PROTOCOL, { kind: 'frozen', freeze: freeze() }, T(0)).entries[0]!;
    const other = {
      ...entry,
      step: {
        kind: 'frozen',
        freeze: freeze({ policy: { kind: 'threshold', judge: 'j', threshold: 1.0000000000000002 } }),
      },
    } as const;
    expect(hashOf(other)).not.toBe(entry.hash);
  });

  it('never runs back in time', () => {
    const late = append(EMPTY_PROTOCOL, { kind: 'resumed', how: 'reload' }, T(9));
    expect(append(late, { kind: 'resumed', how: 'reload' }, T(1)).entries[1]!.time).toBe(T(9));
  });

  it('survives a file', () => {
    const { unsealed } = story();
    const again = parseProtocol(formatProtocol(unsealed));
    expect(again).toEqual({ kind: 'ok', value: unsealed });
  });

  it.each([
    ['not JSON', '{', 'It is not JSON'],
    ['a list', '[]', 'an object'],
    ['another file', '{"stopscope":"dataset"}', 'stopscope should be one of protocol'],
    ['a later version', '{"stopscope":"protocol","version":2,"entries":[]}', 'version should be 1'],
    [
      'an entry without a step',
      '{"stopscope":"protocol","version":1,"entries":[{"index":0,"time":"x"}]}',
      'entries[0].step',
    ],
    [
      'a step of no kind',
      '{"stopscope":"protocol","version":1,"entries":[{"index":0,"time":"x","step":{"kind":"toString"}}]}',
      'one of opened',
    ],
  ])('is refused as a file: %s', (_name, text, words) => {
    expect(error(parseProtocol(text))).toContain(words);
  });
});

describe('the order of steps', () => {
  const { started, sealed, frozen, unsealed } = story();
  it('seal, freeze, unseal, each once', () => {
    expect([started, sealed, frozen, unsealed].map((protocol) => stateOf(protocol).phase)).toEqual([
      'open',
      'sealed',
      'frozen',
      'unsealed',
    ]);
    expect(error(takeFreeze(started, freeze(), T(4)))).toContain('nothing to freeze');
    expect(error(takeUnseal(sealed, evaluate(data()), T(4)))).toContain('Only a freeze');
    expect(error(takeSeal(sealed, data(), 'confirmatory', false, T(4)))).toContain('sealed before');
    expect(error(takeFreeze(frozen, freeze(), T(4)))).toContain('A freeze exists already');
    expect(error(takeUnseal(unsealed, evaluate(data()), T(4)))).toContain('once');
  });

  it('the splits are fixed by the freeze', () => {
    const splits = stateOf(frozen).splits;
    expect(error(takeSplits(frozen, data(), splits, T(4)))).toContain('frozen');
  });

  it('a sealed question does not leave its split', () => {
    const moved: SplitDefinition[] = [
      { name: 'val', role: 'validation', source: { kind: 'range', from: 0, to: 14 } },
      { name: 'test', role: 'confirmatory', source: { kind: 'range', from: 15, to: 29 } },
    ];
    expect(error(takeSplits(sealed, data(), moved, T(4)))).toContain('5 sealed questions');
    expect(takeSplits(started, data(), moved, T(4)).kind).toBe('ok');
  });

  it('a threshold is not chosen on the confirmatory split', () => {
    const choice = { split: 'test', minimumPrecision: 0.9, minimumStops: 1, states: 1, positives: 1, chosen: [] };
    expect(error(takeFreeze(sealed, freeze({ choice }), T(4)))).toContain('it is confirmatory');
    expect(error(takeFreeze(sealed, freeze({ confirmatory: 'val' }), T(4)))).toContain('no confirmatory split');
  });

  it('a forged order is found even where the chain holds', () => {
    const forged = append(
      append(EMPTY_PROTOCOL, { kind: 'frozen', freeze: freeze() }, T(0)),
      { kind: 'post-hoc', what: 'x' },
      T(1),
    );
    expect(checkChain(forged)).toEqual([]);
    expect(checkOrder(forged).map(({ index }) => index)).toEqual([0, 1]);
  });

  it('looks after the unseal are marked once each, and only then', () => {
    expect(markPostHoc(frozen, 'threshold 2', T(4))).toBe(frozen);
    const once = markPostHoc(unsealed, 'threshold 2', T(4));
    expect(stateOf(markPostHoc(once, 'threshold 2', T(5))).postHoc).toHaveLength(1);
    expect(stateOf(markPostHoc(once, 'threshold 3', T(5))).postHoc).toHaveLength(2);
  });
});

describe('sealing', () => {
  const dataset = data();
  const { started, sealed, frozen, unsealed } = story(dataset);
  const mask = (protocol: Protocol) => sealedQuestions(protocol, splitsNow(protocol, dataset), dataset.questions.count);

  it('takes the labels out of the data until the unseal', () => {
    expect(mask(started)).toBeNull();
    for (const protocol of [sealed, frozen]) {
      const closed = sealDataset(dataset, mask(protocol));
      expect(closed.questions.golds.map((gold) => gold !== null)).toEqual(Array.from({ length: 30 }, (_, q) => q < 10));
      const { correctness } = judgeAnswers(closed, squad);
      expect(Array.from(correctness.isLabelled).indexOf(0)).toBe(10);
      expect(correctness.nativeEm.slice(10).every((em) => em === 2)).toBe(true);
      expect(correctness.probeEm.slice(30).every((em) => em === 2)).toBe(true);
    }
    expect(mask(unsealed)).toBeNull();
  });

  it('empties columns that store correctness, and hides the lines of labels', () => {
    const rich: Dataset = {
      ...dataset,
      questions: {
        ...dataset.questions,
        labelLines: { ...dataset.questions.labelLines, length: new Uint32Array(30).fill(9) },
        meta: [
          { name: 'official_em', values: Array.from({ length: 30 }, () => 1) },
          { name: 'type', values: Array.from({ length: 30 }, () => 'bridge') },
        ],
      },
    };
    const { questions } = sealDataset(rich, mask(sealed));
    expect(questions.meta[0]!.values.slice(8, 12)).toEqual([1, 1, null, null]);
    expect(questions.meta[1]!.values[20]).toBe('bridge');
    expect(Array.from(questions.labelLines.length.slice(8, 12))).toEqual([9, 9, 0, 0]);
  });

  it('of everything opens what gets another role, and keeps what belongs to none', () => {
    const bare = { ...dataset, ranges: [] };
    const all = value(takeSeal(startProtocol(bare, T(0)), bare, 'all', false, T(1)));
    const count = (protocol: Protocol) =>
      sealedQuestions(protocol, splitsNow(protocol, bare), 30)?.reduce((a, b) => a + b, 0);
    expect(count(all)).toBe(30);
    const withRoles = value(
      takeSplits(
        all,
        bare,
        [
          { name: 'v', role: 'validation', source: { kind: 'range', from: 0, to: 4 } },
          { name: 'c', role: 'confirmatory', source: { kind: 'range', from: 5, to: 9 } },
          { name: 'd', role: 'descriptive', source: { kind: 'range', from: 0, to: 29 } },
        ],
        T(2),
      ),
    );
    expect(count(withRoles)).toBe(25);
    const opened = value(takeSplits(withRoles, bare, stateOf(withRoles).splits.slice(0, 2), T(3)));
    expect(count(opened)).toBe(25);
    const frozenAll = value(takeFreeze(withRoles, freeze({ confirmatory: 'c' }), T(4)));
    const open = value(takeUnseal(frozenAll, evaluate(bare), T(5))).protocol;
    expect(count(open)).toBe(20);
  });

  it('needs a confirmatory split and labels', () => {
    const bare = { ...dataset, ranges: [] };
    expect(error(takeSeal(startProtocol(bare, T(0)), bare, 'confirmatory', false, T(1)))).toContain(
      'No split is confirmatory',
    );
    const unlabelled = {
      ...dataset,
      questions: { ...dataset.questions, golds: dataset.questions.golds.map(() => null) },
    };
    expect(error(takeSeal(startProtocol(unlabelled, T(0)), unlabelled, 'confirmatory', false, T(1)))).toContain(
      'no labels',
    );
  });
});

describe('splits', () => {
  const dataset = data();
  const resolve = (source: SplitSource) => {
    const result = resolveSplits(dataset, [{ name: 's', role: 'exploratory', source }]);
    return result.kind === 'ok' ? Array.from(result.value[0]!.members) : result.error;
  };
  it('by range, column and ids', () => {
    expect(resolve({ kind: 'range', from: 3, to: 5 })).toEqual([3, 4, 5]);
    expect(resolve({ kind: 'column', column: 'split', value: 'val' })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(resolve({ kind: 'ids', ids: ['q12', 'q2', 'q12'] })).toEqual([2, 12]);
  });
  it('by a seeded draw: the same again, the two parts together everything', () => {
    const draw = (part: 'drawn' | 'rest', seed = 3) =>
      resolve({ kind: 'draw', seed, share: 0.2, part, within: { from: 10, to: 29 } });
    expect(draw('drawn')).toEqual(draw('drawn'));
    expect(draw('drawn')).toHaveLength(4);
    expect(draw('drawn')).not.toEqual(draw('drawn', 4));
    expect([...draw('drawn'), ...draw('rest')].map(Number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 10),
    );
  });
  it('by a draw that CPython repeats: random.Random(3).shuffle(list(range(10)))', () => {
    // Python 3.11: r = random.Random(3); x = list(range(10)); r.shuffle(x); sorted(x[:3])
    expect(resolve({ kind: 'draw', seed: 3, share: 0.3, part: 'drawn', within: { from: 0, to: 9 } })).toEqual([
      1, 5, 6,
    ]);
  });
  it.each<[SplitSource, string]>([
    [{ kind: 'range', from: 5, to: 30 }, 'questions 0 to 29'],
    [{ kind: 'range', from: 5, to: 3 }, 'is no range'],
    [{ kind: 'column', column: 'nothing', value: 'x' }, 'no column "nothing"'],
    [{ kind: 'column', column: 'split', value: 'x' }, 'holds no question'],
    [{ kind: 'ids', ids: ['q1', 'elsewhere'] }, 'elsewhere'],
    [{ kind: 'draw', seed: 1, share: 1, part: 'drawn', within: null }, 'between 0 and 1'],
  ])('refuse %j', (source, words) => {
    expect(resolve(source)).toContain(words);
  });
  it('that claim something do not overlap', () => {
    const overlapping: SplitDefinition[] = [
      { name: 'a', role: 'exploratory', source: { kind: 'range', from: 0, to: 5 } },
      { name: 'b', role: 'confirmatory', source: { kind: 'range', from: 5, to: 9 } },
    ];
    expect(error(resolveSplits(dataset, overlapping))).toContain('share questions (q5)');
    expect(error(resolveSplits(dataset, [overlapping[0]!, overlapping[0]!]))).toContain('two splits named');
  });
  it('are found by name in a selection', () => {
    const members = Int32Array.of(2, 12, 20);
    const named = { ...dataset, splitMembers: [{ name: 'mine', role: 'exploratory' as const, members }] };
    expect(Array.from(select(named, { range: null, split: 'mine' }))).toEqual([2, 12, 20]);
    expect(Array.from(select(named, { range: { from: 3, to: 15 }, split: 'mine' }))).toEqual([12]);
    expect(select(named, { range: null, split: 'val' })).toHaveLength(10);
  });
});

describe('what a selection may claim', () => {
  const dataset = data();
  const role = (from: number, to: number) =>
    roleOfSelection(dataset, select(dataset, { range: { from, to }, split: null }));
  it('is that of its split, of a part, or of no pool', () => {
    expect(role(10, 29)).toEqual({ kind: 'split', name: 'test', role: 'confirmatory' });
    expect(role(12, 20)).toEqual({ kind: 'part', role: 'confirmatory' });
    expect(role(5, 15)).toEqual({ kind: 'pooled', roles: ['validation', 'confirmatory'] });
    expect(role(0, 29)).toEqual({ kind: 'split', name: 'all', role: 'descriptive' });
    expect(roleOfSelection({ ...dataset, ranges: [] }, select(dataset, EVERYTHING))).toEqual({ kind: 'none' });
  });
});

describe('the confirmatory report', () => {
  const { report, unsealed, frozen } = story();
  it('is linked to the freeze, with the numbers worked out by hand', () => {
    expect(report.freezeHash).toBe(stateOf(frozen).frozen!.hash);
    expect(stateOf(unsealed).unsealed!.step.freezeHash).toBe(report.freezeHash);
    // Stops: 12, 15, 18, 21, 24, 27; of 10..29 no multiple of 30 is among them: all safe. Native wrong: 12, 16, 20, 24, 28.
    expect(report.results).toMatchObject({
      questions: 20,
      stops: 6,
      safe: 6,
      unsafe: 0,
      harmed: 0,
      rescued: 2,
      nativeEm: 0.75,
      policyEm: 0.85,
      nativeSearches: 40,
      policySearches: 28,
    });
    expect(report.results.em.estimate).toBeCloseTo(0.1, 12);
    expect(report.verdicts).toEqual({ em: 'PASS', searches: 'PASS' });
  });

  it('claims no certified risk from six stops, and no total cost without the judge', () => {
    const claim = (id: string) => report.claims.find((candidate) => candidate.id === id);
    expect(claim('fewer-searches')).toMatchObject({ isSupported: true, figure: '−0.60000 [−1.00000, −0.20000]' });
    expect(claim('stopping-safe')).toMatchObject({ isSupported: false, figure: '0 of 6 stops unsafe, 0.00\u2009%' });
    // 1 - 0.1^(1/6) = 31.87 %
    expect(claim('risk-certified')).toMatchObject({
      isSupported: false,
      figure: 'upper bound 31.87\u2009% at 90\u2009%',
    });
    expect(claim('total-cost')).toMatchObject({ isSupported: false, figure: 'judge cost not in the data' });
  });

  it('with the judge priced in: 14 questions ask at both states, 6 at one', () => {
    const dataset = data();
    const priced = value(takeFreeze(story().sealed, freeze({ judgeCallInSearches: 0.1 }), T(2)));
    const { report: other } = value(takeUnseal(priced, evaluate(dataset), T(3)));
    expect(other.results.cost).toMatchObject({ native: 40 });
    expect(other.results.cost!.policy).toBeCloseTo(28 + 0.1 * (14 * 2 + 6), 9);
    expect(other.claims.find(({ id }) => id === 'total-cost')).toMatchObject({ title: 'Total cost falls' });
  });

  it('serves every deployable policy', () => {
    const dataset = data();
    for (const policy of [
      { kind: 'native' } as const,
      { kind: 'budget', searches: 1 } as const,
      {
        kind: 'rule',
        rule: { groups: [[{ kind: 'compare', signal: 'j', comparison: '>=', value: 1 }]] },
        tune: null,
      } as const,
    ]) {
      const frozenOther = value(takeFreeze(story().sealed, freeze({ policy, thresholds: [] }), T(2)));
      const { report: other } = value(takeUnseal(frozenOther, evaluate(dataset), T(3)));
      expect(other.results.stops).toBe(policy.kind === 'native' ? 0 : policy.kind === 'budget' ? 20 : 6);
      expect(other.evaluation).toBeNull();
    }
  });

  it('is not made where labels are missing', () => {
    const dataset = data();
    const golds = dataset.questions.golds.map((gold, q) => (q === 15 ? null : gold));
    const holes = { ...dataset, questions: { ...dataset.questions, golds } };
    expect(error(takeUnseal(story().frozen, evaluate(holes), T(3)))).toContain('1 of 20 questions have no label');
  });
});
