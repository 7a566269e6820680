import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from './byte-source.ts';
import { ingestOk, linesSource, textSource } from './testing/sources.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const COUNT = 3000;
const PASSAGE = 'a passage that nobody keeps, '.repeat(170);

/** Bytes that a dataset holds on to, its source left out. */
async function keptBy(file: ByteSource): Promise<number> {
  collect();
  const before = process.memoryUsage().heapUsed;
  const held = await ingestOk([file]);
  collect();
  const kept = process.memoryUsage().heapUsed - before;
  expect(held.dataset.questions.count).toBe(COUNT);
  return kept;
}

describe('what a dataset keeps of its files', () => {
  it('is not the texts around the answers: a table', async () => {
    const rows = Array.from(
      { length: COUNT },
      (_, i) =>
        `q${i},0,"Question: what is the name of number ${i}?\n${PASSAGE}",an answer of some length ${i},True,"['an answer of some length ${i}']",1`,
    );
    const text = `ID,Turn,Reasoner Task Content,Reasoner Answer,Gate Output,Gold Answer,Correct Answer\n${rows.join('\n')}\n`;
    expect(text.length).toBeGreaterThan(14e6);
    expect(await keptBy(textSource('t.csv', text))).toBeLessThan(6e6);
  });

  it('is not the texts around the answers: tagged trajectories', async () => {
    const rows = Array.from({ length: COUNT }, (_, i) => ({
      prompt: `${PASSAGE}\nQuestion: what is the name of number ${i}?\n`,
      output: `<search> q </search><information>${PASSAGE}</information><answer> an answer of some length ${i} </answer>`,
    }));
    expect(await keptBy(linesSource('t.jsonl', rows))).toBeLessThan(6e6);
  });
});
