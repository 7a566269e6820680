import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { correct, searches } from '../metrics/quantities.ts';
import { sumOutcomes } from '../metrics/totals.ts';
import { replayAll } from '../policies/index.ts';
import { EVERYTHING, select } from '../selection.ts';
import { arbitraryQuestions } from '../testing/arbitrary-dataset.ts';
import { buildDataset } from '../testing/build-dataset.ts';
import { findRepeats, normaliseForRepeat } from './answer-repeats.ts';
import { stateSignals, toStopStates } from './dataset-signals.ts';
import { compileRule, firstRows, missingSignals, type Rule, signalsOf, stopRows } from './rule.ts';
import { pickOutcomes, type SignalTable, toSignal } from './signals.ts';

/** Two questions of three rounds, one of two; the second question may not stop in its last round. */
const table: SignalTable = {
  questionIds: ['a', 'b', 'c'],
  rowStart: Int32Array.of(0, 3, 6, 8),
  rounds: Int32Array.of(1, 2, 3, 1, 2, 3, 1, 2),
  canStop: Uint8Array.of(1, 1, 1, 1, 1, 0, 0, 0),
  signals: [
    toSignal({ id: 'x', name: 'X', isFlag: false, values: [0.1, 0.5, null, 0.2, Number.NaN, 0.9, 0.9, 0.9] }),
    toSignal({ id: 'yes', name: 'Yes', isFlag: true, values: [0, 0, 1, 0, 1, 1, 1, 1] }),
  ],
};
const x = (comparison: '>' | '>=' | '<' | '<=' | '=' | '!=', value: number): Rule => ({
  groups: [[{ kind: 'compare', signal: 'x', comparison, value }]],
});
const yes = (isNegated: boolean): Rule => ({ groups: [[{ kind: 'flag', signal: 'yes', isNegated }]] });

describe('a rule on signals', () => {
  it.each<readonly [string, Rule, readonly number[]]>([
    ['strictly above', x('>', 0.5), [-1, -1, -1]],
    ['at least', x('>=', 0.5), [1, -1, -1]],
    ['below', x('<', 0.2), [0, -1, -1]],
    ['at most', x('<=', 0.2), [0, 3, -1]],
    ['equal', x('=', 0.2), [-1, 3, -1]],
    ['unlike: a missing value is not unlike, it is missing', x('!=', 0.1), [1, 3, -1]],
    ['flag', yes(false), [2, 4, -1]],
    ['negated flag', yes(true), [0, 3, -1]],
    ['OR of groups', { groups: [...x('>', 0.4).groups, ...yes(false).groups] }, [1, 4, -1]],
    ['AND within a group', { groups: [[...x('>', 0).groups[0]!, ...yes(false).groups[0]!]] }, [-1, -1, -1]],
    ['no group', { groups: [] }, [-1, -1, -1]],
    ['an empty group', { groups: [[]] }, [0, 3, -1]],
  ])('%s', (_, rule, rows) => {
    expect([...firstRows(rule, table)]).toEqual(rows);
  });

  it('ends with the native run, or with the last round where it may stop', () => {
    expect([...stopRows(x('>', 0.5), table, 'native')]).toEqual([-1, -1, -1]);
    expect([...stopRows(x('>', 0.5), table, 'last-round')]).toEqual([2, 4, -1]);
  });

  it('names its signals, and those that are not there', () => {
    const rule: Rule = {
      groups: [...x('>', 1).groups, ...x('<', 2).groups, [{ kind: 'flag', signal: 'no', isNegated: false }]],
    };
    expect(signalsOf(rule)).toEqual(['x', 'no']);
    expect(missingSignals(rule, table)).toEqual(['no']);
    expect(() => compileRule(rule, table)).toThrow('no signal no');
  });
});

describe('answers that repeat', () => {
  it.each([
    ['A-ha', 'ha'],
    ['A. A. Milne', 'milne'],
    ['U.S.A.', 'us'],
    ['The  Beatles!', 'beatles'],
  ])('%s -> %s', (answer, normalised) => {
    expect(normaliseForRepeat(answer)).toBe(normalised);
  });

  it('never in the first round; an empty answer may repeat', () => {
    const answers = ['', null, 'x', '', '', 'Paris', 'the PARIS.'];
    expect([...findRepeats(answers, Int32Array.of(0, 3, 5, 7))]).toEqual([0, 1, 0, 0, 1, 0, 1]);
  });
});

describe('signals of a dataset', () => {
  it('a judge above a value is the threshold policy', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), fc.integer({ min: -6, max: 6 }), (questions, half) => {
        const dataset = buildDataset(questions, ['j']);
        const evaluation = judgeAnswers(dataset, squad);
        const selection = select(dataset, EVERYTHING);
        const signals = stateSignals(evaluation, selection);
        const rule: Rule = { groups: [[{ kind: 'compare', signal: 'j', comparison: '>=', value: half / 2 }]] };
        const rows = stopRows(rule, signals.table, 'native');
        const stops = toStopStates(signals, rows);
        const policy = { kind: 'threshold', judge: 'j', threshold: half / 2 } as const;
        expect(stops).toEqual(replayAll(policy, evaluation, selection));
        const outcomes = pickOutcomes(signals.outcomes, rows);
        const totals = sumOutcomes(evaluation, selection, stops, [searches, correct]);
        expect(outcomes.calls.reduce((sum, calls) => sum + calls, 0)).toBe(totals[searches.id]);
        expect(outcomes.em.filter((em) => em === 1).length).toBe(totals[correct.id]);
      }),
    );
  });

  it('a round is the fixed budget', () => {
    fc.assert(
      fc.property(arbitraryQuestions(0), fc.integer({ min: 0, max: 6 }), (questions, k) => {
        const dataset = buildDataset(questions, []);
        const evaluation = judgeAnswers(dataset, squad);
        const selection = select(dataset, EVERYTHING);
        const signals = stateSignals(evaluation, selection);
        const rule: Rule = { groups: [[{ kind: 'compare', signal: 'round', comparison: '>=', value: k }]] };
        expect(toStopStates(signals, stopRows(rule, signals.table, 'native'))).toEqual(
          replayAll({ kind: 'budget', searches: k }, evaluation, selection),
        );
      }),
    );
  });

  it('repeats compare with the probed state before, not with a gap', () => {
    const dataset = buildDataset(
      [
        {
          gold: 'x',
          answer: 'x',
          searches: 3,
          states: [
            { searchesUsed: 0, probe: 'The Seine' },
            { searchesUsed: 1 },
            { searchesUsed: 2, probe: 'seine' },
            { searchesUsed: 3, probe: 'Loire', nextAction: 'ANSWER' },
            { searchesUsed: 4, probe: 'Loire', isCounterfactual: true },
          ],
        },
      ],
      [],
    );
    const { table: t } = stateSignals(judgeAnswers(dataset, squad), Int32Array.of(0));
    const repeat = t.signals.find((signal) => signal.id === 'repeat')!;
    expect([...repeat.values]).toEqual([0, 0, 1, 0]);
    expect([...repeat.isMissing]).toEqual([0, 1, 0, 0]);
    expect([...t.canStop]).toEqual([1, 0, 1, 0]);
  });

  it('a judge called like another signal keeps both; recorded decisions and further columns join', () => {
    const built = buildDataset(
      [
        {
          gold: 'x',
          answer: 'x',
          searches: 2,
          states: [
            { searchesUsed: 0, probe: 'x', scores: [1, { unparsed: 2 }] },
            { searchesUsed: 1, probe: 'x', scores: [null, 3] },
          ],
        },
      ],
      ['round', 'k'],
    );
    const dataset = { ...built, judges: built.judges.map((judge) => ({ ...judge, decisions: Uint8Array.of(1, 2) })) };
    const gaps = { id: 'gaps', name: 'Gap items', isFlag: false, values: Float64Array.of(2, Number.NaN) };
    const { table: t } = stateSignals(judgeAnswers(dataset, squad), Int32Array.of(0), [gaps]);
    const cells = t.signals.map(({ id, values, isMissing }) =>
      [id, ...values].map((v, i) => (i > 0 && isMissing[i - 1] === 1 ? null : v)),
    );
    expect(cells).toEqual([
      ['round', 0, 1],
      ['repeat', 0, 1],
      ['score:round', 1, null],
      ['stop:round', 1, null],
      ['k', null, 3],
      ['stop:k', null, 0],
      ['gaps', 2, null],
    ]);
  });
});
