import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { hasShared, itWithShared, readSharedJson, readSharedLines } from '../answers/testing/outside.ts';
import { apDifferenceBootstrap, type GroupedRows, startApBootstrap, type TieRule } from './ap-bootstrap.ts';
import { averagePrecisionInOrder, averagePrecisionTieGrouped } from './average-precision.ts';
import { PythonRandom } from './mt19937.ts';

interface PublishedInterval {
  readonly estimate: number;
  readonly ci95_low: number;
  readonly ci95_high: number;
}
type Comparisons = Readonly<Record<string, { readonly stop_average_precision?: PublishedInterval }>>;
interface StateRow {
  readonly question_id: string;
  readonly safe_early_stop: boolean;
  readonly scores: Readonly<Record<string, number>>;
}

const asPublished = (interval: { estimate: number; low: number; high: number }): PublishedInterval => ({
  estimate: interval.estimate,
  ci95_low: interval.low,
  ci95_high: interval.high,
});

/** The published definitions as plain loops over row objects, sorted anew each time. */
function slowAp(rows: readonly (readonly [number, number])[], ties: TieRule): number {
  const positives = rows.reduce((sum, [, truth]) => sum + truth, 0);
  if (positives === 0) return 0;
  const order = rows.map((_, i) => i).sort((a, b) => rows[b]![0] - rows[a]![0] || a - b);
  let sum = 0;
  let hits = 0;
  if (ties === 'input-order') {
    order.forEach((row, i) => {
      if (rows[row]![1] === 0) return;
      hits += 1;
      sum += hits / (i + 1);
    });
    return sum / positives;
  }
  let recall = 0;
  for (let i = 0; i < order.length; i++) {
    hits += rows[order[i]!]![1];
    if (i + 1 < order.length && rows[order[i + 1]!]![0] === rows[order[i]!]![0]) continue;
    sum += (hits / positives - recall) * (hits / (i + 1));
    recall = hits / positives;
  }
  return sum;
}

function slowBootstrap(
  rows: GroupedRows,
  left: Float64Array,
  right: Float64Array,
  options: { readonly seed: number; readonly repeats: number; readonly ties: TieRule },
): PublishedInterval {
  const random = new PythonRandom(options.seed);
  const difference = (members: readonly number[]): number =>
    slowAp(
      members.map((row) => [right[row]!, rows.truths[row]!]),
      options.ties,
    ) -
    slowAp(
      members.map((row) => [left[row]!, rows.truths[row]!]),
      options.ties,
    );
  const all = Array.from(left, (_, row) => row);
  const replicates = Array.from({ length: options.repeats }, () => {
    const members: number[] = [];
    for (let i = 0; i < rows.questionCount; i++) {
      const q = random.randrange(rows.questionCount);
      for (const row of all) if (rows.question[row] === q) members.push(row);
    }
    return difference(members);
  }).sort((a, b) => a - b);
  return {
    estimate: difference(all),
    ci95_low: replicates[Math.trunc(0.025 * options.repeats)]!,
    ci95_high: replicates[Math.trunc(0.975 * options.repeats)]!,
  };
}

/** Numbers ids in the order in which they come. */
function numberIds(ids: readonly string[]): { readonly question: readonly number[]; readonly questionCount: number } {
  const known = new Map<string, number>();
  for (const id of ids) if (!known.has(id)) known.set(id, known.size);
  return { question: ids.map((id) => known.get(id)!), questionCount: known.size };
}

describe('average precision', () => {
  const scores = Float64Array.of(0.9, 0.8, 0.8, 0.7, 0.7, 0.7, 0.2, 0.1);
  const truths = [1, 0, 1, 1, 0, 0, 1, 0];

  it('parts the two tie rules', () => {
    // Input order: (1/1 + 2/3 + 3/4 + 4/7) / 4. Grouped: 1/4 * (1 + 2/3 + 3/6 + 4/7).
    expect(averagePrecisionInOrder(scores, truths)).toBe(0.7470238095238095);
    expect(averagePrecisionTieGrouped(scores, truths)).toBeCloseTo((1 + 2 / 3 + 1 / 2 + 4 / 7) / 4, 14);
  });

  it('is null without positives', () => {
    expect(averagePrecisionInOrder(scores, [0, 0, 0, 0, 0, 0, 0, 0])).toBeNull();
    expect(averagePrecisionTieGrouped(Float64Array.of(), [])).toBeNull();
  });
});

describe('apDifferenceBootstrap', () => {
  it.each(['input-order', 'grouped'] as const)('equals the plain loop exactly on tied data (%s)', (ties) => {
    const random = new PythonRandom(3);
    for (let trial = 0; trial < 40; trial++) {
      const questionCount = 1 + random.randrange(12);
      const size = questionCount + random.randrange(30);
      // Every question has a row; rows of a question need not be adjacent.
      const question = Array.from({ length: size }, (_, i) =>
        i < questionCount ? i : random.randrange(questionCount),
      );
      random.shuffle(question);
      const share = trial % 4 === 0 ? 12 : 3;
      const rows = { question, questionCount, truths: question.map(() => (random.randrange(share) === 0 ? 1 : 0)) };
      const draw = (): number =>
        random.randrange(6) === 0 ? -1e30 : random.randrange(5) / 8 - (random.randrange(2) ? 0 : 1e-7);
      const left = Float64Array.from(question, draw);
      const right = trial % 5 === 0 ? left : Float64Array.from(question, draw);
      const options = { seed: trial, repeats: 60, ties };
      expect(asPublished(apDifferenceBootstrap(rows, left, right, options))).toEqual(
        slowBootstrap(rows, left, right, options),
      );
    }
  });

  it('gives the same in slices', () => {
    const rows = { question: [0, 0, 1, 2], questionCount: 3, truths: [1, 0, 0, 1] };
    const left = Float64Array.of(1, 2, 3, 4);
    const right = Float64Array.of(4, 2, 3, 1);
    const options = { seed: 9, repeats: 50, ties: 'input-order' } as const;
    const run = startApBootstrap(rows, left, right, options);
    while (!run.isFinished()) run.advance(7);
    expect(run.repeatsDone()).toBe(50);
    expect(run.interval()).toEqual(apDifferenceBootstrap(rows, left, right, options));
  });
});

/** AP blocks of a scale-up report: names in thresholds.json order, the j-th beside the reference has seed B + 400 + j. */
function checkScaleUp(
  rows: readonly StateRow[],
  names: readonly string[],
  base: number,
  comparisons: Comparisons,
): void {
  const reference = names.includes('structured_base') ? 'structured_base' : names[0]!;
  const grouped = {
    ...numberIds(rows.map((row) => row.question_id)),
    truths: rows.map((row) => (row.safe_early_stop ? 1 : 0)),
  };
  const scoresOf = (name: string): Float64Array => Float64Array.from(rows, (row) => row.scores[name]!);
  const others = names.filter((name) => name !== reference);
  others.forEach((name, j) => {
    const options = { seed: base + 401 + j, repeats: 10_000, ties: 'input-order' } as const;
    const ours = asPublished(apDifferenceBootstrap(grouped, scoresOf(reference), scoresOf(name), options));
    const wanted = comparisons[`${name}_minus_${reference}`]?.stop_average_precision;
    expect(ours).toEqual(wanted);
  });
}

const EVALS = ['r01-tiny', 'r02-ties', 'r03-extreme', 'r04-mid', 'r05-no-positive'];
const CORES = EVALS.filter((name) => hasShared(`goldens/${name}/core.expected`));

describe('published AP intervals', () => {
  it.each(EVALS.filter(() => hasShared('goldens')))('scale-up %s', (name) => {
    const folder = `goldens/${name}`;
    const expected = readSharedJson<{ bootstrap_seed: number; report: { paired_comparisons: Comparisons } }>(
      `${folder}/eval.expected/expected.json`,
    );
    const rows = readSharedLines<StateRow>(`${folder}/eval.expected/expected-states.jsonl`);
    const names = Object.keys(readSharedJson<Record<string, number>>(`${folder}/eval/thresholds.json`));
    checkScaleUp(rows, names, expected.bootstrap_seed, expected.report.paired_comparisons);
  });

  it.each(CORES)('core %s: sorted ids, grouped ties, high-confidence rows', (name) => {
    interface CoreRow {
      readonly question_id: string;
      readonly native: { readonly official_em: number };
      readonly states: readonly {
        readonly official_em: number;
        readonly base_score: number;
        readonly lora_score: number;
      }[];
    }
    const folder = `goldens/${name}/core.expected`;
    const meta = readSharedJson<{ bootstrap_seed: number; repeats: number }>(`${folder}/meta.json`);
    const rows = readSharedLines<CoreRow>(`${folder}/expected-questions.jsonl`).flatMap((question) =>
      question.states
        .map((state, i) => ({ id: question.question_id, ...state, later: question.states.slice(i + 1) }))
        .filter(
          (state) =>
            state.official_em === 1 ||
            question.native.official_em === 1 ||
            state.later.some((s) => s.official_em === 1),
        ),
    );
    // Code-point order, as Python sorts.
    const ids = [...new Set(rows.map((row) => row.id))].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const grouped = {
      question: rows.map((row) => ids.indexOf(row.id)),
      questionCount: ids.length,
      truths: rows.map((row) => row.official_em),
    };
    const wanted = readSharedJson<{
      high_confidence_state_count: number;
      state_level: { paired_lora_minus_base: { stop_average_precision: PublishedInterval } };
    }>(`${folder}/expected-report.json`);
    expect(rows).toHaveLength(wanted.high_confidence_state_count);
    const ours = apDifferenceBootstrap(
      grouped,
      Float64Array.from(rows, (row) => row.base_score),
      Float64Array.from(rows, (row) => row.lora_score),
      { seed: meta.bootstrap_seed + 2, repeats: meta.repeats, ties: 'grouped' },
    );
    expect(asPublished(ours)).toEqual(wanted.state_level.paired_lora_minus_base.stop_average_precision);
  });

  itWithShared('replica/dev1000')('the replica, questions 200 to 999', () => {
    const folder = 'replica/dev1000';
    const rule = findAnswerRule('squad')!;
    const inputs = readSharedLines<{ question_id: string }>(`${folder}/inputs.jsonl`).slice(200);
    const kept = new Set(inputs.map((row) => row.question_id));
    const golds = new Map(
      readSharedLines<{ question_id: string; answer: string }>(`${folder}/labels.jsonl`).map((row) => [
        row.question_id,
        row.answer,
      ]),
    );
    const answers = new Map(
      readSharedLines<{ state_id?: string; answer: string | null }>(`${folder}/probe-run.jsonl`).map((row) => [
        row.state_id,
        row.answer,
      ]),
    );
    const thresholds = readSharedJson<Record<string, number>>(`${folder}/thresholds.json`);
    const names = Object.keys(thresholds);
    const scores = new Map(
      names.map((name) => [
        name,
        new Map(
          readSharedLines<{ request_id?: string; score: number; parsed?: unknown }>(
            `${folder}/judge-${name}.jsonl`,
          ).map((row) => [row.request_id, row.parsed === null ? -1e30 : row.score]),
        ),
      ]),
    );
    const rows = readSharedLines<{ state_id: string; question_id: string }>(`${folder}/probe-states.jsonl`)
      .filter((row) => kept.has(row.question_id))
      .map((row) => ({
        question_id: row.question_id,
        safe_early_stop: rule.exactMatch(answers.get(row.state_id) ?? null, golds.get(row.question_id)!) === 1,
        scores: Object.fromEntries(names.map((name) => [name, scores.get(name)!.get(row.state_id)!])),
      }));
    expect(rows).toHaveLength(2081);
    const expected = readSharedJson<{ paired_comparisons: Comparisons }>(
      'replica/dev1000.expected/expected-suffix800.json',
    );
    checkScaleUp(rows, names, 20260728, expected.paired_comparisons);
  });
});
