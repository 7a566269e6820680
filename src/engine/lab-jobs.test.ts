import { describe, expect, it } from 'vitest';
import { parseRule } from '../core/rules/parse.ts';
import type { Rule } from '../core/rules/rule.ts';
import { namesIn } from '../core/rules/rule-names.ts';
import type { Dataset } from '../core/terms.ts';
import { buildDataset, type QuestionSpec } from '../core/testing/build-dataset.ts';
import type { Ingested } from '../ingest/index.ts';
import { Evaluator } from './evaluate.ts';
import { Cancelled, type JobContext, JobFailure } from './job-context.ts';
import { labJobs } from './lab-jobs.ts';

const question = (native: 'x' | 'y', ...states: readonly (readonly [number, 'x' | 'y'])[]): QuestionSpec => ({
  gold: 'x',
  answer: native,
  searches: states.length,
  states: states.map(([score, probe], i) => ({ searchesUsed: i, probe, scores: [score] })),
});

const DATA = buildDataset(
  [
    question('x', [1, 'y'], [5, 'x']),
    question('y', [4, 'x'], [1, 'y']),
    question('x', [0, 'x'], [0, 'y']),
    question('y', [4, 'y']),
    question('x', [0, 'y'], [4, 'y'], [9, 'x']),
    question('y', [0, 'y']),
  ],
  ['j'],
);

const open = (dataset: Dataset) => {
  const files: Pick<Ingested, 'dataset'> = { dataset };
  // Only the texts need more of what was ingested, and they have tests of their own on real files.
  return labJobs(() => ({ ingested: files as Ingested, evaluator: new Evaluator(dataset) }));
};
const jobs = open(DATA);
const context = (signal = new AbortController().signal): JobContext => ({ signal, report: () => {} });
const VIEW = { datasetId: 1, selection: { range: null, split: null }, answerRule: 'squad', tune: null };
const read = (text: string): Rule => {
  const rule = parseRule(text, namesIn(text));
  if (rule.kind === 'failed') throw new Error(rule.error.message);
  return rule.value;
};

describe('jobs of the policy lab', () => {
  it('replays a rule beside native', async () => {
    const policy = { kind: 'rule', rule: read('j >= 4'), tune: null } as const;
    const { value } = await jobs.labPolicy(context(), { ...VIEW, policy, seed: 1, repeats: 50 });
    expect(value.totals).toMatchObject({ questions: 6, stopped: 4, safe: 2, unsafe: 2, correct: 3 });
    expect(value.native).toMatchObject({ stopped: 0, correct: 3 });
    expect(value.paired?.em.observed).toBe(0);
    expect(value.paired?.calls.observed).toBeCloseTo((5 - 11) / 6, 12);
  });

  it('says in words which signal is missing', async () => {
    const policy = { kind: 'rule', rule: read('overlap > 0.2'), tune: null } as const;
    const run = jobs.labPolicy(context(), { ...VIEW, policy, seed: 1, repeats: 50 });
    await expect(run).rejects.toThrow(JobFailure);
    await expect(run).rejects.toThrow('The rule names "overlap", which this dataset does not have.');
  });

  it('compares every rule with a baseline, and gives way to a cancel', async () => {
    const wish = {
      signals: ['j', 'repeat'],
      quality: 'em',
      budget: 5,
      candidates: 'exact',
      baseline: { groups: [] },
      seed: 42,
      repeats: 200,
    } as const;
    const { value } = await jobs.labStudy(context(), { ...VIEW, wish });
    expect(value?.rules.map(({ formula }) => formula)).toEqual(['j', 'repeat', 'j|repeat', 'j&repeat']);
    expect(value?.baseline).toMatchObject({ em: 0.5, calls: 11 / 6, triggered: 0 });
    for (const { figures, comparison } of value!.rules) {
      expect(comparison.quality).toBeCloseTo(figures.em - 0.5, 12);
      expect(comparison.adjustedP).toBeGreaterThanOrEqual(comparison.p);
    }
    const abort = new AbortController();
    abort.abort();
    await expect(jobs.labStudy(context(abort.signal), { ...VIEW, wish })).rejects.toThrow(Cancelled);
  });

  it('counts the judge calls until the stop, and none where no judge is asked', async () => {
    const { value } = await jobs.labUsage(context(), {
      ...VIEW,
      policies: [
        { kind: 'native' },
        { kind: 'threshold', judge: 'j', threshold: 4 },
        { kind: 'rule', rule: read('calibrated:j > 2'), tune: null },
        { kind: 'rule', rule: read('round >= 1'), tune: null },
      ],
    });
    expect(value.map(({ usage }) => usage.judgeCalls)).toEqual([0, 2 + 1 + 2 + 1 + 2 + 1, 11, 0]);
    expect(value.map(({ em }) => em)).toEqual([0.5, 0.5, 0.5, expect.any(Number)]);
  });

  it('finds the fewest searches, over thresholds and rules', async () => {
    const goal = { minEmDifference: 0, maxRisk: null, minStops: null };
    const thresholds = await jobs.labSolve(context(), { ...VIEW, goal, rules: [] });
    const withRule = await jobs.labSolve(context(), { ...VIEW, goal, rules: [read('j = 5 | j = 4 & round = 0')] });
    expect(thresholds.value.kind).toBe('found');
    expect(withRule.value.tried).toBe(thresholds.value.tried + 1);
  });

  it('lists every signal with what it says', async () => {
    const { value } = await jobs.labSignals(context(), VIEW);
    expect(value.map(({ id }) => id)).toEqual(['round', 'repeat', 'j', 'calibrated:j']);
    expect(value.find(({ id }) => id === 'j')).toMatchObject({ rows: 11, missing: 0, low: 0, high: 9 });
    expect(value.find(({ id }) => id === 'repeat')?.concentration).toMatchObject({ distinct: 2 });
  });
});
