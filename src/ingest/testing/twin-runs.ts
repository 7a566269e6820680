import { auditableRun, type Row, TWO_SPLITS } from './auditable-run.ts';

/** Helpers for tests only. */

/**
 * Two runs that differ in nothing but the labels (and what follows from them) of the questions that are sealed. Whatever
 * anybody can ask of the one must be answered the same about the other: then no answer carries anything of a sealed label.
 */
export type Twin = 'first' | 'second';
export const SEALED_FROM = 12;
const SECRET = { first: 'Secretalpha', second: 'Secretomega' } as const;

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

const lines = (name: string, rows: readonly (Row | string)[]): TextFile => ({
  name,
  text: rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''),
});

const isSealed = (id: unknown): boolean => Number(/^q(\d+)/.exec(String(id))?.[1]) >= SEALED_FROM;
const flip = (twin: Twin, em: unknown) => (twin === 'first' ? em : 1 - Number(em));

/** The bundle: labels in a file of their own, correctness stored in native runs and probes, broken and doubled label rows. */
export function twinBundle(twin: Twin, ranges: readonly object[]): readonly TextFile[] {
  const files = auditableRun();
  const change = (rows: readonly Row[]): readonly Row[] =>
    rows.map((row) => {
      if (!isSealed(row.question_id)) return row;
      const em = row.official_em === undefined ? {} : { official_em: flip(twin, row.official_em) };
      return row.record_type === undefined && row.answer !== undefined
        ? { ...row, answer: twin === 'first' ? row.answer : `B${String(row.answer).slice(1)}` }
        : { ...row, ...em };
    });
  return [
    lines('dataset.json', [{ stopscope: 'manifest', version: 1, name: 'twin', ranges, thresholds: { j: 0.5 } }]),
    ...Object.entries(files).map(([name, rows]) =>
      lines(name, [
        ...change(rows),
        ...(name === 'labels.jsonl'
          ? [
              `{"question_id":"q20","answer":${SECRET[twin]}`,
              { question_id: 'q21', answer: `${SECRET[twin]} again` },
              { question_id: 'q99', answer: SECRET[twin] },
            ]
          : []),
      ]),
    ),
  ];
}

/** The exchange format: label, reward and supporting facts in the question's own line; a verdict among the scores. */
export function twinExchange(twin: Twin, ranges: readonly object[]): readonly TextFile[] {
  const em = (q: number, k: number) => (q >= SEALED_FROM ? Number(flip(twin, (q + k) % 2)) : (q + k) % 2);
  const answer = (q: number) => (q >= SEALED_FROM ? SECRET[twin] : `answer ${q}`);
  return [
    lines('run.jsonl', [
      { stopscope: 'dataset', version: 1, name: 'twin', ranges },
      ...Array.from({ length: 24 }, (_, q) => ({
        id: `q${q}`,
        question: `What is ${q}?`,
        gold: [answer(q)],
        supportingFacts: [[`Title of ${answer(q)}`, 0]],
        meta: { type: 'bridge', reward: em(q, 0), correct_retrieval: em(q, 1) === 1, 'score.em': em(q, 0) },
        native: { answer: 'Secretalpha', searches: 2 },
        states: [0, 1].map((k) => ({
          searchesUsed: k,
          nextAction: 'SEARCH',
          probe: k === 0 ? 'Secretomega' : `answer ${q}`,
          scores: { j: q / 10 + k - 2.5, em: em(q, k) },
          context: `Title of something: passage ${k}`,
        })),
      })),
      // Set aside, with a label in it.
      { id: 'q20', question: 'Twice?', gold: SECRET[twin], native: { answer: 'x', searches: 1 } },
      { id: 'q25', gold: SECRET[twin], native: { answer: 'x', searches: 'many' } },
    ]),
    // A table that nobody asked for: shown by the mapping screen.
    lines('table.csv', [
      'id,question,prediction,ref,em,f1,rouge_score,conf',
      ...Array.from({ length: 24 }, (_, i) => {
        // The sealed ones first: only the first rows are shown.
        const q = 23 - i;
        const verdict = em(q, 0);
        return `q${q},What is ${q}?,answer ${q},${answer(q)},${verdict},${verdict},${verdict}.0,0.${q}`;
      }),
    ]),
  ];
}

export const SEALED_SPLITS = TWO_SPLITS.map((range) => ({ ...range, isSealed: range.role === 'confirmatory' }));
