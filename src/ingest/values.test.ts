import { describe, expect, it } from 'vitest';
import type { Ingested } from './ingest.ts';
import { ingestOk, linesSource, run, textSource, tinyRun, tinySources } from './testing/sources.ts';
import { told } from './testing/told.ts';

type Tiny = ReturnType<typeof tinyRun>;
const withTiny = (change: (tiny: Tiny) => Tiny): Promise<Ingested> => ingestOk(tinySources(change(tinyRun())));

describe('scores', () => {
  const scored = async (
    row: object,
  ): Promise<{ told: readonly string[]; status: number | undefined; score: number | undefined }> => {
    const ingested = await withTiny((tiny) => ({
      ...tiny,
      scores: tiny.scores.map((score, i) => (i === 0 ? { ...score, parsed: undefined, ...row } : score)) as never,
    }));
    const judge = ingested.dataset.judges[0]!;
    return { told: told(ingested), status: judge.status[0], score: judge.scores[0] };
  };

  it('parsed present and null is unparsed, absent is an older file, and the raw score is kept', async () => {
    expect(await scored({ score: 9, parsed: null })).toEqual({ told: [], status: 2, score: 9 });
    expect(await scored({ score: 9 })).toEqual({ told: [], status: 1, score: 9 });
  });

  it.each([[null], ['1.5'], [undefined], [true]])('%s is no score', async (score) => {
    const { told: problems, status } = await scored({ score });
    expect(problems).toEqual(['judge-j.jsonl:1 score.not-finite']);
    expect(status).toBe(0);
  });

  it.each(['NaN', 'Infinity', '-Infinity', '1e999'])('%s is set aside and named', async (word) => {
    const line = `{"record_type":"judge_score","request_id":"q0:search-state:0","score":${word},"raw_completion":": NaN,"}\n`;
    const sources = [...tinySources().slice(0, 5), textSource('judge-j.jsonl', line)];
    const ingested = await ingestOk(sources);
    expect(told(ingested)).toEqual(['judge-j.jsonl:1 score.not-finite', 'null:null score.missing']);
    expect(ingested.problems[0]?.message).toContain(word === '1e999' ? 'Infinity' : word);
  });

  it('of a judge whose every output failed its schema are named', async () => {
    const ingested = await withTiny((tiny) => ({
      ...tiny,
      scores: tiny.scores.map((row) => ({ ...row, parsed: null })) as never,
    }));
    expect(told(ingested)).toEqual(['null:null judge.all-unparsed']);
  });

  it('say their judge by a field where the file name does not', async () => {
    const tiny = tinyRun();
    const rows = tiny.scores.flatMap((row) => [
      { ...row, judge: 'a' },
      { ...row, judge: 'b' },
    ]);
    const byField = await ingestOk([...tinySources().slice(0, 5), linesSource('scores.jsonl', rows)]);
    expect(byField.dataset.judges.map(({ id }) => id)).toEqual(['a', 'b']);
    const byStem = await ingestOk([...tinySources().slice(0, 5), linesSource('runs/my scores.v2.jsonl', tiny.scores)]);
    expect(byStem.dataset.judges.map(({ id }) => id)).toEqual(['my scores.v2']);
  });

  it('of one judge may come in shards', async () => {
    const tiny = tinyRun();
    const shards = tiny.scores.map((row, i) => linesSource(`judge-j-0000${i}-of-00006.jsonl`, [row]));
    const ingested = await ingestOk([...tinySources().slice(0, 5), ...shards]);
    expect(told(ingested)).toEqual([]);
    expect(ingested.dataset.judges.map(({ id }) => id)).toEqual(['j']);
  });

  it('that failed or errored are rows aside', async () => {
    const ingested = await withTiny((tiny) => ({
      ...tiny,
      scores: [
        ...tiny.scores.slice(1),
        { record_type: 'judge_error', request_id: 'q0:search-state:0', error: 'timeout' },
      ] as never,
    }));
    expect(told(ingested)).toEqual(['judge-j.jsonl:6 judge.error']);
    expect(ingested.problems[0]?.message).toContain('timeout');
  });
});

describe('native runs', () => {
  const native = async (row: object): Promise<Ingested> =>
    withTiny((tiny) => ({
      ...tiny,
      natives: tiny.natives.map((it, i) => (i === 2 ? { ...it, ...row } : it)) as never,
    }));

  it('state their searches; a difference to the steps is said', async () => {
    const ingested = await native({ search_calls: 3 });
    expect(told(ingested)).toEqual(['native-run.jsonl:3 searches.mismatch']);
    expect(ingested.dataset.questions.nativeSearches[2]).toBe(3);
  });

  it('do not count forced or refused searches', async () => {
    const steps = [
      { action: 'SEARCH', search_executed: true },
      { action: 'SEARCH', search_executed: false },
      { action: 'SEARCH', search_executed: true },
      { action: 'ANSWER' },
      { action: 'SEARCH', search_executed: true, counterfactual: true },
    ];
    expect(told(await native({ steps }))).toEqual([]);
    expect((await native({ steps, search_calls: undefined })).dataset.questions.nativeSearches[2]).toBe(2);
  });

  it('without any count take it from their states', async () => {
    const ingested = await native({ steps: undefined, search_calls: undefined });
    expect(ingested.dataset.questions.nativeSearches[2]).toBe(2);
    expect(told(ingested)).toEqual(['null:null native.searches-derived']);
  });

  it('that ended in an error stay and count as wrong', async () => {
    const ingested = await native({ record_type: 'trajectory_error', answer: 'never', error: 'out of memory' });
    expect(told(ingested)).toEqual(['native-run.jsonl:3 native.error']);
    expect(ingested.dataset.questions.count).toBe(3);
    expect(ingested.dataset.questions.nativeAnswers[2]).toBeNull();
  });

  it('with candidates answer with the first', async () => {
    const events = [
      { candidate_answer: 'first', search_calls: 1 },
      { candidate_answer: 'second', search_calls: 2 },
    ];
    const { dataset } = await native({ candidate_events: events });
    expect([dataset.questions.nativeAnswers[2], dataset.questions.nativeSearches[2]]).toEqual(['first', 1]);
    expect((await native({ candidate_events: [] })).dataset.questions.nativeAnswers[2]).toBe('answer 2');
  });

  it('give way to a first answer, and a difference is noted', async () => {
    const comparison = linesSource('c', [
      { question_id: 'q2', native_first_answer: { prediction: 'earlier', official_em: 0, search_calls: 1 } },
      { question_id: 'q1', native_first_answer: { prediction: 'answer 1', official_em: 1, search_calls: 1 } },
    ]);
    const { dataset, problems } = await ingestOk([...tinySources(), comparison]);
    expect(dataset.questions.nativeAnswers).toEqual(['answer 0', 'answer 1', 'earlier']);
    expect(Array.from(dataset.questions.nativeSearches)).toEqual([0, 1, 1]);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['first-answer.differs', 1]]);
  });

  it('may answer nothing, or with an empty text', async () => {
    const { dataset } = await native({ answer: null });
    expect(dataset.questions.nativeAnswers[2]).toBeNull();
    expect((await native({ answer: '' })).dataset.questions.nativeAnswers[2]).toBe('');
  });
});

describe('names and numbers that trip programs', () => {
  const ids = ['__proto__', 'constructor', 'toString', '', ' ', '007', '713752e1', 'a\u2028b\u0000'];
  it('ids are only ever text', async () => {
    const natives = ids.map((question_id, i) => ({
      record_type: 'trajectory',
      question_id,
      answer: ids[i],
      search_calls: 1,
      steps: [],
    }));
    const states = ids.map((question_id) => ({
      record_type: 'state',
      state_id: question_id,
      question_id,
      state_index: 0,
      native_next_action: 'SEARCH',
    }));
    const scores = ids.map((state_id, i) => ({ record_type: 'judge_score', state_id, judge: '__proto__', score: i }));
    const ingested = await ingestOk([linesSource('n', natives), linesSource('s', states), linesSource('j', scores)]);
    expect(ingested.dataset.questions.ids).toEqual(ids);
    expect(Array.from(ingested.dataset.judges[0]!.scores)).toEqual(ids.map((_, i) => i));
    expect(ingested.dataset.judges[0]!.id).toBe('__proto__');
  });

  it('whole numbers are ids, inexact ones are refused', async () => {
    const row = (id: string): string =>
      `{"record_type":"trajectory","question_id":${id},"answer":"a","search_calls":0}\n`;
    const ingested = await ingestOk([
      textSource('n', ['7', '-1', '12345678901234567890', '0.5', 'null'].map(row).join('')),
    ]);
    expect(ingested.dataset.questions.ids).toEqual(['7', '-1']);
    expect(told(ingested)).toEqual(['n:3 row.unusable-id', 'n:4 row.unusable-id', 'n:5 row.no-id']);
  });

  it('keeps thresholds in their order and refuses what is no number', async () => {
    const names = ['10', '9', '__proto__'];
    const judges = names.map((name) => linesSource(`judge-${name}.jsonl`, tinyRun().scores));
    const thresholds = textSource('t', '{"10":1,"__proto__":-1e999,"9":2,"nobody":3}');
    const { dataset, problems } = await ingestOk([...tinySources().slice(0, 5), ...judges, thresholds]);
    expect(dataset.judges.map(({ id, frozen }) => [id, frozen?.value ?? null])).toEqual([
      ['10', 1],
      ['9', 2],
      ['__proto__', null],
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['threshold.not-finite', 'threshold.no-scores']);
  });

  it('knows sentinels from the file that selected the thresholds', async () => {
    const selected = {
      models: { j: { threshold: 2.5, fallback: 'never_stop' } },
      thresholds: { j: 2.5 },
      minimum_precision: 0.9,
    };
    const sources = [
      ...tinySources(),
      textSource('thresholds.json', '{"j": 2.5}'),
      textSource('x.json', JSON.stringify(selected, null, 1)),
    ];
    const { dataset, problems } = await ingestOk(sources);
    expect(problems).toEqual([]);
    expect(dataset.judges[0]!.frozen).toEqual({ value: 2.5, isSentinel: true });
  });
});

describe('files that are not data', () => {
  it('are known, named and left out', async () => {
    const others = [
      textSource('README.md', '# A run\n\nHow it was made.\n'),
      textSource('.DS_Store', Uint8Array.of(0, 0, 0, 1, 0x42, 0x75, 0x64, 0x31, 0, 0)),
      textSource('empty', ''),
      textSource('report.json', '{"native": {"official_em": 0.5}, "state_level": {}}'),
      linesSource('questions.jsonl', [
        { question_id: 'q0', policies: {} },
        { question_id: 'q1', policies: {} },
      ]),
      textSource('data.zip', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0)),
      textSource('table.csv', 'id,answer\nq0,x\n'),
      textSource('metrics.json', '{"loss": "low"}'),
    ];
    const ingested = await ingestOk([...tinySources(), ...others]);
    expect(ingested.dataset.questions.count).toBe(3);
    const codes = ingested.problems.map(({ file, code }) => `${file} ${code}`);
    expect(codes.sort()).toEqual([
      '.DS_Store file.not-needed',
      'README.md file.not-needed',
      'data.zip zip.cut',
      'empty file.not-needed',
      'metrics.json file.unknown',
      'questions.jsonl file.not-needed',
      'report.json file.not-needed',
      'table.csv file.unknown',
    ]);
    expect(ingested.problems.find(({ file }) => file === 'data.zip')?.message).toContain('zip archive');
  });

  it('a row of another kind in a data file is set aside, not read as data', async () => {
    const tiny = tinyRun();
    const labels = [...tiny.labels, { metrics: { em: 0.5 } }, 17, 'text', { record_type: 'summary' }];
    const ingested = await ingestOk([
      ...tinySources().filter(({ name }) => name !== 'labels.jsonl'),
      linesSource('labels.jsonl', labels),
    ]);
    expect(told(ingested)).toEqual([4, 5, 6, 7].map((line) => `labels.jsonl:${line} row.unknown-kind`));
  });

  it('without any run there is a reason in words', async () => {
    const failed = async (sources: Parameters<typeof run>[0]): Promise<string> => {
      const result = await run(sources);
      return result.kind === 'failed' ? `${result.error.code}: ${result.error.message}` : 'ok';
    };
    expect(await failed([])).toBe('dataset.empty: There are no files.');
    expect(await failed([textSource('a.txt', 'hello')])).toMatch(/^dataset\.empty: .* a\.txt \(text for people\)\.$/);
    expect(await failed([linesSource('inputs.jsonl', tinyRun().inputs)])).toMatch(/inputs\.jsonl \(inputs\)/);
  });
});
