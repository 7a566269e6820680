import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { sealDataset } from '../protocol/index.ts';
import { EVERYTHING, select } from '../selection.ts';
import { pairedBootstrap } from '../stats/bootstrap.ts';
import { PythonRandom } from '../stats/mt19937.ts';
import type { Dataset } from '../terms.ts';
import { arbitraryQuestions } from '../testing/arbitrary-dataset.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { type ComparedRun, NATIVE_METRICS, POLICY_METRICS, pairRuns } from './compare.ts';
import { matchQuestions } from './match.ts';
import { emOf, pairedTracks, startPaired } from './paired.ts';

interface Given {
  readonly ids?: readonly string[];
  readonly texts?: readonly (string | null)[];
}

function datasetOf(specs: readonly QuestionSpec[], { ids, texts }: Given = {}): Dataset {
  const made = buildDataset(specs, ['j']);
  return {
    ...made,
    questions: { ...made.questions, ids: ids ?? made.questions.ids, texts: texts ?? made.questions.texts },
  };
}

const runOf = (dataset: Dataset, threshold: number): ComparedRun => ({
  evaluation: judgeAnswers(dataset, squad),
  selection: select(dataset, EVERYTHING),
  policy: { kind: 'threshold', judge: 'j', threshold },
});

const plain = (answer: string, gold = 'x'): QuestionSpec => ({ gold, answer, searches: 1, states: [] });

/** Native answer, then [score, probe] at 0, 1, 2 ... searches. */
const question = (
  answer: string,
  searches: number,
  ...states: readonly (readonly [number, string])[]
): QuestionSpec => ({
  gold: 'x',
  answer,
  searches,
  states: states.map(([score, probe], searchesUsed) => ({ searchesUsed, probe, scores: [score] })),
});

const differences = (pairing: ReturnType<typeof pairRuns>, seed = 7, repeats = 200) => {
  const tracks = pairedTracks(...pairing.policy, POLICY_METRICS);
  const run = startPaired(tracks, pairing.policy[0].questions.length, pairing.units, { seed, repeats });
  run.advance(repeats);
  return new Map(run.result().map((one) => [one.metric, one]));
};

describe('matching two runs', () => {
  const all = (dataset: Dataset) => select(dataset, EVERYTHING);
  const match = (left: Dataset, right: Dataset) => matchQuestions(left, all(left), right, all(right));

  it('goes by id, wherever the question stands', () => {
    const left = datasetOf([plain('x'), plain('x'), plain('x')], { ids: ['a', 'b', 'c'] });
    const right = datasetOf([plain('x'), plain('x'), plain('x')], { ids: ['c', 'd', 'a'] });
    const found = match(left, right);
    expect([found.by, [...found.left], [...found.right]]).toEqual(['id', [0, 2], [2, 0]]);
    expect(found.lonely).toEqual([
      { side: 'left', question: 1, why: 'missing' },
      { side: 'right', question: 1, why: 'missing' },
    ]);
  });

  it('does not take one id for one question where the texts differ', () => {
    const ids = ['0', '1', '2'];
    const left = datasetOf([plain('x'), plain('x'), plain('x')], { ids, texts: ['Who?', 'When? ', null] });
    const right = datasetOf([plain('x'), plain('x'), plain('x')], { ids, texts: ['Where?', 'When?', 'Why?'] });
    const found = match(left, right);
    expect([found.by, [...found.left]]).toEqual(['id', [1, 2]]);
    expect(found.lonely).toEqual([
      { side: 'left', question: 0, why: 'other-text' },
      { side: 'right', question: 0, why: 'other-text' },
    ]);
  });

  it('goes by exact text where no id is shared, and never guesses between equal texts', () => {
    const left = datasetOf([plain('x'), plain('x'), plain('x')], {
      ids: ['a', 'b', 'c'],
      texts: ['Who?', 'When?', 'When?'],
    });
    const right = datasetOf([plain('x'), plain('x'), plain('x')], {
      ids: ['1', '2', '3'],
      texts: ['When?', 'Who?', 'who?'],
    });
    const found = match(left, right);
    expect([found.by, [...found.left], [...found.right]]).toEqual(['text', [0], [1]]);
    expect(found.lonely.map(({ side, question: q, why }) => [side, q, why])).toEqual([
      ['left', 1, 'ambiguous'],
      ['left', 2, 'ambiguous'],
      ['right', 0, 'ambiguous'],
      ['right', 2, 'missing'],
    ]);
  });

  it('goes by text where ids are shared but belong to other questions', () => {
    const left = datasetOf([plain('x'), plain('x')], { ids: ['0', '1'], texts: ['A?', 'B?'] });
    const right = datasetOf([plain('x'), plain('x')], { ids: ['0', '1'], texts: ['B?', 'A?'] });
    const found = match(left, right);
    expect([found.by, [...found.left], [...found.right], found.lonely]).toEqual(['text', [0, 1], [1, 0], []]);
  });

  it('counts pairs with different labels, in whatever order several stand', () => {
    const left = datasetOf([plain('x', 'x'), { ...plain('x'), gold: ['x', 'y'] }, plain('x', 'z')]);
    const right = datasetOf([plain('x', 'y'), { ...plain('x'), gold: ['y', 'x'] }, plain('x', 'z')]);
    expect(match(left, right).labelsDiffer).toBe(1);
  });
});

describe('comparing two runs', () => {
  // Left stops q0 (wrong, was right: harmed) and q1 (right). Right stops q1 only, later and wrong.
  const left = datasetOf([
    question('x', 3, [5, 'no']),
    question('no', 3, [1, 'no'], [5, 'x']),
    question('x', 2, [0, 'x']),
  ]);
  const right = datasetOf([
    question('x', 2, [0, 'x']),
    question('x', 4, [1, 'x'], [2, 'x'], [9, 'no']),
    question('no', 2, [0, 'no']),
  ]);

  it('worked by hand: each side under its own policy', () => {
    const pairing = pairRuns(runOf(left, 5), runOf(right, 9));
    const found = differences(pairing);
    // EM: left 0, 1, 1; right 1, 0, 0.
    expect(found.get('em')).toMatchObject({ left: 2 / 3, right: 1 / 3, difference: -1 / 3 });
    // Searches: left 0, 1, 2; right 2, 2, 2.
    expect(found.get('searches')).toMatchObject({ left: 1, right: 2, difference: 1 });
    expect(found.get('coverage')).toMatchObject({ left: 2 / 3, right: 1 / 3 });
    expect(found.get('risk')).toMatchObject({ left: 1 / 2, right: 1, difference: 1 / 2 });
    expect(pairing.policyFlips).toMatchObject({ onlyLeft: 2, onlyRight: 1, test: { exact: 1 } });
    // Native: left right, wrong, right; right right, right, wrong.
    expect(pairing.nativeFlips).toMatchObject({ onlyLeft: 1, onlyRight: 1 });
  });

  it('no stops on one side: no risk and no difference of it, never 0', () => {
    const found = differences(pairRuns(runOf(left, 5), runOf(right, Number.POSITIVE_INFINITY)));
    expect(found.get('risk')).toEqual({
      metric: 'risk',
      left: 0.5,
      right: null,
      difference: null,
      low: null,
      high: null,
      undefinedReplicates: 0,
    });
    expect(found.get('coverage')).toMatchObject({ right: 0 });
  });

  it('means have digit by digit the interval of the published paired bootstrap', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), arbitraryQuestions(1), fc.nat(1000), (a, b, seed) => {
        const count = Math.min(a.length, b.length);
        const gold = (specs: QuestionSpec[]) =>
          specs.slice(0, count).map((spec) => ({ ...spec, gold: spec.gold ?? 'x' }));
        const pairing = pairRuns(runOf(datasetOf(gold(a)), 0), runOf(datasetOf(gold(b)), 1));
        if (count === 0) return;
        const found = differences(pairing, seed, 40);
        const [here, there] = pairing.policy;
        const searches = Array.from({ length: count }, (_, i) => {
          const of = ({ evaluation: { dataset }, questions, stops }: typeof here) =>
            stops[i]! < 0 ? dataset.questions.nativeSearches[questions[i]!]! : dataset.states.searchesUsed[stops[i]!]!;
          return of(there) - of(here);
        });
        const expected = pairedBootstrap(searches, { seed, repeats: 40 });
        expect(found.get('searches')).toMatchObject({
          difference: expected.estimate,
          low: expected.low,
          high: expected.high,
        });
        const em = Array.from({ length: count }, (_, i) => emOf(there, i) - emOf(here, i));
        if (em.some((value) => Math.abs(value) > 1) || found.get('em')!.difference === null) return;
        const known = pairedBootstrap(em, { seed, repeats: 40 });
        expect(found.get('em')).toMatchObject({ difference: known.estimate, low: known.low, high: known.high });
      }),
      { numRuns: 60 },
    );
  });

  it('risk: brute force over the same draws, replicates without stops left out and counted', () => {
    const pairing = pairRuns(runOf(left, 5), runOf(right, 9));
    const repeats = 200;
    const { low, high, undefinedReplicates } = differences(pairing, 11, repeats).get('risk')!;
    const random = new PythonRandom(11);
    const drawn = new Uint32Array(3);
    // Per pair: [unsafe, stops] on the left and on the right.
    const table = [
      [1, 1, 0, 0],
      [0, 1, 1, 1],
      [0, 0, 0, 0],
    ];
    const values: number[] = [];
    for (let r = 0; r < repeats; r++) {
      random.fillIndices(3, drawn);
      const sum = (column: number) => [...drawn].reduce((total, i) => total + table[i]![column]!, 0);
      if (sum(1) > 0 && sum(3) > 0) values.push(sum(2) / sum(3) - sum(0) / sum(1));
    }
    values.sort((a, b) => a - b);
    expect(undefinedReplicates).toBe(repeats - values.length);
    expect(undefinedReplicates).toBeGreaterThan(0);
    expect([low, high]).toEqual([values[Math.trunc(0.025 * values.length)], values[Math.trunc(0.975 * values.length)]]);
  });

  it('uses the same questions for every figure: those with an open label on both sides', () => {
    const sealed = sealDataset(right, Uint8Array.of(0, 1, 0));
    const pairing = pairRuns(runOf(left, 5), runOf(sealed, 9));
    expect([pairing.isJudged, pairing.unjudged]).toEqual([true, 1]);
    const found = differences(pairing);
    // Pairs 0 and 2. The left run of pair 1 is not looked at either.
    expect(found.get('em')).toMatchObject({ left: 1 / 2, right: 1 / 2 });
    expect(found.get('searches')).toMatchObject({ left: 1, right: 2 });
  });

  it('without any label on one side only searches and coverage are compared, over all pairs', () => {
    const sealed = sealDataset(right, new Uint8Array(3).fill(1));
    const pairing = pairRuns(runOf(left, 5), runOf(sealed, 9));
    expect([pairing.isJudged, pairing.unjudged, pairing.policyFlips]).toEqual([false, 3, null]);
    expect(differences(pairing).get('searches')).toMatchObject({ left: 1, right: 2, difference: 1 });
    expect(NATIVE_METRICS.map(({ id }) => id)).toEqual(['em', 'f1', 'searches']);
  });

  it('draws samples of one question together', () => {
    const grouped = { ...left, questions: { ...left.questions, group: Int32Array.of(0, 0, 1) } };
    const pairing = pairRuns(runOf(grouped, 5), runOf(right, 9));
    expect([...pairing.units!]).toEqual([0, 0, 1]);
    const repeats = 100;
    const { low, high } = differences(pairing, 3, repeats).get('searches')!;
    const random = new PythonRandom(3);
    const drawn = new Uint32Array(2);
    // Differences 2 and 1 of the first question's samples, 0 of the second's.
    const values = Array.from({ length: repeats }, () => {
      random.fillIndices(2, drawn);
      const [sum, rows] = [...drawn].reduce(([s, n], unit) => (unit === 0 ? [s + 3, n + 2] : [s, n + 1]), [0, 0]);
      return sum! / rows!;
    }).sort((a, b) => a - b);
    expect([low, high]).toEqual([values[2], values[97]]);
  });
});
