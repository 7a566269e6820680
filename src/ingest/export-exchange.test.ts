import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuestionDetails } from '../core/terms.ts';
import { readDetails } from './details.ts';
import { exportExchange } from './export-exchange.ts';
import type { Ingested } from './ingest.ts';
import { contentOf } from './testing/compare.ts';
import { ingestOk, linesSource, sharedFolder, sourcesOf, textSource, tinySources } from './testing/sources.ts';

const exportText = async (ingested: Ingested): Promise<string> => {
  const lines: string[] = [];
  for await (const line of exportExchange(ingested.dataset, (q) => readDetails(ingested, q))) lines.push(line);
  return lines.join('');
};

const allDetails = (ingested: Ingested): Promise<readonly QuestionDetails[]> =>
  Promise.all(Array.from({ length: ingested.dataset.questions.count }, (_, q) => readDetails(ingested, q)));

/** Reads, writes, reads again: everything but line references must be the same. */
const expectRoundTrip = async (first: Ingested): Promise<Ingested> => {
  const text = await exportText(first);
  const again = await ingestOk([textSource('any name.bin', text)]);
  expect(contentOf(again.dataset)).toEqual(contentOf(first.dataset));
  expect(await allDetails(again)).toEqual(await allDetails(first));
  expect(await exportText(again)).toBe(text);
  return again;
};

const shared = sharedFolder();
const bundles = (folder: string): readonly string[] => {
  const path = resolve(shared ?? '', folder);
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('.expected') && existsSync(resolve(path, name, 'probe-run.jsonl')))
    .map((name) => `${folder}/${name}`);
};

describe.skipIf(shared === null)('export and re-import of the reference bundles', () => {
  it.each(shared === null ? [] : [...bundles('replica'), ...bundles('goldens')])(
    '%s',
    async (folder) => {
      const first = await ingestOk(sourcesOf(resolve(shared ?? '', folder)));
      const again = await expectRoundTrip(first);
      expect(
        again.problems.filter(({ severity, code }) => severity !== 'note' && code !== 'judge.all-unparsed'),
      ).toEqual([]);
    },
    60_000,
  );
});

describe('export and re-import', () => {
  it('keeps judges, names, ranges, sentinels and the order of judges that look like numbers', async () => {
    const manifest = {
      stopscope: 'manifest',
      version: 1,
      name: 'a name',
      notice: 'a notice',
      ranges: [{ name: 'r', from: 0, to: 2, role: 'validation' }],
      judgeNames: { j: 'The Judge' },
    };
    const thresholds = '{"stopscope-free": 1}';
    const tiny = tinySources();
    const scores = (id: string) =>
      textSource(`judge-${id}.jsonl`, '{"record_type":"judge_score","state_id":"q1:search-state:0","score":-0.0}\n');
    const order = textSource('t.json', '{"10": 0.5, "9": 1, "j": -0.0}');
    const first = await ingestOk([
      ...tiny,
      linesSource('d.json', [manifest]),
      textSource('x.json', thresholds),
      order,
      scores('9'),
      scores('10'),
    ]);
    expect(first.dataset.judges.map(({ id }) => id)).toEqual(['10', '9', 'j']);
    expect(first.dataset.judges[2]?.name).toBe('The Judge');
    const again = await expectRoundTrip(first);
    expect(Object.is(again.dataset.judges[0]?.scores[1], -0)).toBe(true);
    expect(again.dataset.ranges).toEqual(manifest.ranges);
  });

  it('survives any ids, answers and scores', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    const question = fc.record({
      answer: fc.option(text),
      searches: fc.nat(4),
      gold: fc.option(fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 }))),
      states: fc.array(
        fc.record({
          searchesUsed: fc.nat(3),
          nextAction: fc.constantFrom('SEARCH', 'ANSWER', 'INVALID'),
          role: fc.constantFrom('native', 'counterfactual'),
          probe: fc.oneof(fc.constant(undefined), fc.option(text)),
          probeOrder: fc.nat(50),
          scores: fc.dictionary(
            fc.constantFrom('j', '7', '__proto__', 'toString'),
            fc.record({ score: fc.double({ noNaN: true, noDefaultInfinity: true }), parsed: fc.boolean() }),
          ),
        }),
        { maxLength: 4 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
        fc.array(question, { minLength: 4, maxLength: 4 }),
        async (ids, rows) => {
          const lines = ids.map((id, i) => ({
            id,
            native: { answer: rows[i]?.answer, searches: rows[i]?.searches },
            ...rows[i],
          }));
          await expectRoundTrip(await ingestOk([linesSource('x', lines)]));
        },
      ),
      { numRuns: 60 },
    );
  });
});
