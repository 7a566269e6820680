import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { buildEvaluationReport } from './evaluation.ts';

const questions = (copies: number): QuestionSpec[] =>
  Array.from({ length: 12 }, (_, i) => i).flatMap((i) =>
    Array.from({ length: copies }, () => ({
      gold: 'a',
      answer: i % 3 === 0 ? 'a' : 'b',
      searches: 2,
      states: [
        { searchesUsed: 0, probe: i % 2 === 0 ? 'a' : 'b', scores: [i / 12, 1 - i / 12] },
        { searchesUsed: 1, probe: 'a', scores: [i / 6 - 0.5, 0.2] },
      ],
    })),
  );

describe('samples of one question in the published comparisons', () => {
  it('every question twice over has the intervals of every question once', () => {
    const single = buildDataset(questions(1), ['structured_base', 'other']);
    const twice = buildDataset(questions(2), ['structured_base', 'other']);
    const grouped = {
      ...twice,
      questions: { ...twice.questions, group: Int32Array.from({ length: 24 }, (_, q) => q >> 1) },
    };
    const of = (dataset: typeof single) =>
      buildEvaluationReport(judgeAnswers(dataset, squad), {
        selection: Int32Array.from({ length: dataset.questions.count }, (_, q) => q),
        thresholds: [
          { judge: 'structured_base', value: 0.5 },
          { judge: 'other', value: 0.5 },
        ],
        seed: 11,
        repeats: 300,
      }).report.paired_comparisons;
    const [want, found, rows] = [of(single), of(grouped), of(twice)];
    for (const [name, block] of Object.entries(want)) {
      for (const figure of ['official_em', 'search_calls'] as const) {
        expect(found[name]![figure]!.ci95_low).toBeCloseTo(block[figure]!.ci95_low, 12);
        expect(found[name]![figure]!.ci95_high).toBeCloseTo(block[figure]!.ci95_high, 12);
        expect(found[name]![figure]!.estimate).toBeCloseTo(block[figure]!.estimate, 12);
      }
    }
    // Rows taken for questions would give narrower ones: that is what must not happen.
    const width = ({ ci95_low, ci95_high }: { ci95_low: number; ci95_high: number }) => ci95_high - ci95_low;
    const name = Object.keys(want)[0]!;
    expect(width(rows[name]!.search_calls)).toBeLessThan(width(found[name]!.search_calls));
  });
});
