import { describe, expect, it } from 'vitest';
import { ingestOk, linesSource } from './testing/sources.ts';

describe('a column', () => {
  it('is not locked by its first rows: 10,000 nulls, then 0.5, then "n/a" (fault 11)', async () => {
    const rows = Array.from({ length: 10_002 }, (_, i) => ({
      qid: `q${i}`,
      round: 1,
      current_answer: 'a',
      current_em: 1,
      answer_token_margin: i < 10_000 ? null : i === 10_000 ? 0.5 : 'n/a',
      last_token: i === 7 ? '12' : i === 8 ? 'word' : null,
    }));
    const { dataset } = await ingestOk([linesSource('t', rows)]);
    // A column with words in it is no signal, whatever stands in its other rows.
    expect(dataset.judges.map(({ id }) => id)).toEqual(['answer_token_margin']);
    const [margin] = dataset.judges;
    expect(margin!.scores[10_000]).toBe(0.5);
    expect([...margin!.status.slice(9_999)]).toEqual([0, 1, 0]);
  });

  it('may stand anywhere in a row, and be new in the last one', async () => {
    const rows = [
      { qid: 'a', round: 1, current_answer: 'x', gap: 1, overlap: 2 },
      { overlap: 4, current_answer: 'y', gap: 3, round: 2, qid: 'a' },
      { qid: 'b', round: 1, current_answer: 'z' },
      { late: 9, qid: 'b', round: 2, current_answer: 'z', overlap: 5 },
    ];
    const { dataset } = await ingestOk([linesSource('t', rows)]);
    const scores = Object.fromEntries(
      dataset.judges.map(({ id, scores: all, status }) => [id, [...all].map((score, s) => (status[s] ? score : null))]),
    );
    expect(scores).toEqual({ gap: [1, 3, null, null], overlap: [2, 4, null, 5], late: [null, null, null, 9] });
  });
});
