import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDetails } from './details.ts';
import { contentOf } from './testing/compare.ts';
import { ingestOk, linesSource, run, sharedFolder, sourcesOf, textSource, tinySources } from './testing/sources.ts';
import { asideOf, told } from './testing/told.ts';

const bytesOf = (text: string, encoding: 'le' | 'be', hasMark = true): Uint8Array<ArrayBuffer> => {
  const bytes = Uint8Array.from(Buffer.from(`${hasMark ? '\ufeff' : ''}${text}`, 'utf16le'));
  if (encoding === 'be') for (let i = 0; i < bytes.length; i += 2) bytes.subarray(i, i + 2).reverse();
  return bytes;
};

describe('UTF-16', () => {
  const TABLE = "ID\tTurn\tReasoner Answer\tGate Output\tGold Answer\nq1\t0\té 漢字 \u{1f600}\tTrue\t'x'\n";

  it.each([
    ['little-endian with its mark', bytesOf(TABLE, 'le')],
    ['big-endian with its mark', bytesOf(TABLE, 'be')],
    ['little-endian without one', bytesOf(TABLE, 'le', false)],
    ['big-endian without one', bytesOf(TABLE, 'be', false)],
  ])('%s is read, and it is said', async (name, bytes) => {
    const ingested = await ingestOk([textSource('a', bytes)]);
    expect(ingested.dataset.questions.nativeAnswers).toEqual(['é 漢字 \u{1f600}']);
    const note = ingested.problems.find(({ code }) => code === 'utf16.read');
    expect([note?.severity, note?.message]).toEqual(['note', expect.stringContaining(name.split(' ')[0]!)]);
    expect(told(ingested)).toEqual([]);
  });

  it('a whole bundle is the same in it', async () => {
    const plain = await ingestOk(tinySources());
    const sources = await Promise.all(
      tinySources().map(async (source) => {
        const text = new TextDecoder().decode(await source.slice(0, source.size));
        return textSource(source.name, bytesOf(text, 'le'));
      }),
    );
    const wide = await ingestOk(sources);
    expect(contentOf(wide.dataset)).toEqual(contentOf(plain.dataset));
    expect(await readDetails(wide, 2)).toEqual(await readDetails(plain, 2));
  });

  it('half a character at the end is said', async () => {
    const ingested = await ingestOk([textSource('a', bytesOf(TABLE, 'le').slice(0, -1))]);
    expect(told(ingested)).toContain('a:null utf16.damaged');
    expect(ingested.dataset.questions.count).toBe(1);
  });

  it('UTF-32 is refused with its name', async () => {
    const result = await run([textSource('a', Uint8Array.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]))]);
    expect(result.kind === 'failed' && result.error.message).toContain('UTF-32');
  });
});

describe('SQuAD as published', () => {
  const squad = {
    version: 'v2.0',
    data: [
      {
        title: 'T',
        paragraphs: [
          {
            context: 'long',
            qas: [
              {
                id: 'q0',
                question: 'What is q0?',
                answers: [
                  { text: 'Ada', answer_start: 3 },
                  { text: 'Ada', answer_start: 3 },
                  { text: 'A. L.', answer_start: 0 },
                ],
              },
              { id: 'q1', question: 'What is q1?', answers: [], is_impossible: true },
            ],
          },
          {
            context: 'x',
            qas: [{ id: 'other', question: 'What is q2?', answers: [{ text: 'two', answer_start: 1 }] }],
          },
        ],
      },
    ],
  };
  const sources = tinySources().filter(({ name }) => name !== 'labels.jsonl');

  it.each([
    ['on one line', JSON.stringify(squad)],
    ['indented', JSON.stringify(squad, null, 2)],
  ])('%s: its nested questions are labels, by id or by text', async (_, text) => {
    const ingested = await ingestOk([...sources, textSource('dev-v2.0.json', text)]);
    expect(ingested.dataset.questions.golds).toEqual([['Ada', 'A. L.'], null, ['two']]);
    // What nobody can answer has no answer to compare with: set aside, and not silently.
    expect(asideOf(ingested)).toEqual({ 'dev-v2.0.json': 1 });
    expect(ingested.problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['label.empty', 'label.joined-by-text', 'label.missing']),
    );
  });
});

const shared = sharedFolder();

describe.skipIf(shared === null)("S2G-RAG's teacher", () => {
  it('is a judge of the states that the table has, with its gaps', async () => {
    const table = sourcesOf(resolve(shared!, 'goldens/s2g-a'));
    const { dataset } = await ingestOk(table);
    const id = dataset.questions.ids[0]!;
    const gaps = [{ category: 'attribute', target: 'it', slot: 'place', description: 'where' }];
    const teacher = linesSource('teacher.jsonl', [
      { id, turn: 1, sufficient: false, gap_items: gaps },
      { id, turn: 2, sufficient: true, gap_items: [] },
      { id: 'nobody', turn: 1, sufficient: true, gap_items: [] },
      { id, turn: 0, sufficient: true, gap_items: [] },
      { id, turn: 3, sufficient: 'perhaps', gap_items: [] },
    ]);
    const ingested = await ingestOk([...table, teacher]);
    const judge = ingested.dataset.judges.find((one) => one.id === 'teacher')!;
    const first = ingested.dataset.questions.stateStart[0]!;
    expect(Array.from(judge.status).filter((status) => status !== 0)).toHaveLength(2);
    expect([judge.scores[first], judge.scores[first + 1]]).toEqual([0, 1]);
    expect(ingested.dataset.states.searchesUsed[first + 1]).toBe(1);
    const details = await readDetails(ingested, 0);
    expect(details.states[0]?.judges.teacher).toMatchObject({ isSufficient: false, gapItems: gaps });
    expect(asideOf(ingested)).toEqual({ 'teacher.jsonl': 3 });
  });

  it('alone is no run, and it is called by its name', async () => {
    const result = await run([linesSource('t', [{ id: 'a', turn: 1, sufficient: true, gap_items: [] }])]);
    expect(result.kind === 'failed' && result.error.message).toContain('verdicts of a teacher');
  });
});
