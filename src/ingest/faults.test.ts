import { describe, expect, it } from 'vitest';
import { readAsideRows } from './aside.ts';
import type { Ingested } from './ingest.ts';
import { ingestOk, linesSource, tinyRun, tinySources } from './testing/sources.ts';
import { asideOf, told } from './testing/told.ts';

type Tiny = ReturnType<typeof tinyRun>;
const withTiny = (change: (tiny: Tiny) => Tiny): Promise<Ingested> => ingestOk(tinySources(change(tinyRun())));
const first = <T>(rows: readonly T[]): T => rows[0]!;

describe('a tiny run', () => {
  it('is read without a word', async () => {
    const ingested = await withTiny((tiny) => tiny);
    expect(ingested.problems).toEqual([]);
    const { questions, states, judges } = ingested.dataset;
    expect(questions.ids).toEqual(['q0', 'q1', 'q2']);
    expect(Array.from(questions.nativeSearches)).toEqual([0, 1, 2]);
    expect(Array.from(questions.stateStart)).toEqual([0, 1, 3, 6]);
    expect(Array.from(states.searchesUsed)).toEqual([0, 0, 1, 0, 1, 2]);
    expect(Array.from(states.isEligible)).toEqual([0, 1, 0, 1, 1, 0]);
    expect(Array.from(states.probeOrder)).toEqual([-1, 0, -1, 1, 2, -1]);
    expect(Array.from(judges[0]!.scores)).toEqual([-1, -0.875, -0.75, -0.625, -0.5, -0.375]);
  });

  it('is the same in whatever order files and rows come', async () => {
    const tiny = tinyRun(12);
    const expected = await ingestOk(tinySources(tiny));
    const again = await ingestOk(
      [...tinySources({ ...tiny, states: [...tiny.states].reverse(), scores: [...tiny.scores].reverse() })].reverse(),
    );
    expect(again.problems).toEqual([]);
    expect(again.dataset.states.ids).toEqual(expected.dataset.states.ids);
    expect(again.dataset.judges[0]!.scores).toEqual(expected.dataset.judges[0]!.scores);
    expect(again.dataset.questions.ids).toEqual(expected.dataset.questions.ids);
  });

  it('orders by the native run where there are no inputs', async () => {
    const tiny = tinyRun();
    const { dataset } = await ingestOk(tinySources({ ...tiny, natives: [...tiny.natives].reverse() }).slice(1));
    expect(dataset.questions.ids).toEqual(['q2', 'q1', 'q0']);
  });

  it('may stand in one file', async () => {
    const { inputs, natives, labels, states, probes, scores } = tinyRun();
    const all = [...scores, ...probes, ...states, ...labels, ...natives, ...inputs];
    const ingested = await ingestOk([linesSource('everything', all)]);
    expect(ingested.problems).toEqual([]);
    expect([ingested.dataset.questions.count, ingested.dataset.states.count]).toEqual([3, 6]);
    expect(ingested.dataset.judges.map(({ id }) => id)).toEqual(['everything']);
  });
});

describe('duplicates', () => {
  it.each([
    ['inputs', 'inputs.jsonl:4 question.duplicate'],
    ['natives', 'native-run.jsonl:4 native.duplicate'],
    ['labels', 'labels.jsonl:4 label.duplicate'],
    ['states', 'states.jsonl:7 state.duplicate'],
    ['probes', 'probe-run.jsonl:4 probe.duplicate'],
    ['scores', 'judge-j.jsonl:7 score.duplicate'],
  ] as const)('of %s: the first is used, the second set aside with its line', async (kind, problem) => {
    const ingested = await withTiny((tiny) => ({ ...tiny, [kind]: [...tiny[kind], first<unknown>(tiny[kind])] }));
    expect(told(ingested)).toEqual([problem]);
    expect(asideOf(ingested)).toEqual({ [problem.split(':')[0]!]: 1 });
    const [row] = await readAsideRows(ingested);
    expect(`${row?.file}:${row?.line} ${row?.code}`).toBe(problem);
    expect(JSON.parse(row?.text ?? '')).toEqual(first<unknown>(tinyRun()[kind]));
  });

  it('of states across files merge when they agree, and the line with the context is kept', async () => {
    const tiny = tinyRun();
    const again = linesSource('z.jsonl', [{ ...tiny.states[1], context: 'seen here' }]);
    const other = linesSource('z2.jsonl', [{ ...tiny.states[2], state_index: 7 }]);
    const ingested = await ingestOk([...tinySources(), again, other]);
    expect(told(ingested)).toEqual(['z2.jsonl:1 state.conflict']);
    expect(ingested.dataset.sources[ingested.dataset.states.lines.file[1]!]?.name).toBe('z.jsonl');
  });
});

describe('rows that belong nowhere', () => {
  it.each([
    ['natives', { question_id: 'nobody' }, 'native-run.jsonl:4 native.unknown-question'],
    ['labels', { question_id: 'nobody' }, 'labels.jsonl:4 label.unknown-question'],
    ['states', { state_id: 's', question_id: 'nobody' }, 'states.jsonl:7 state.unknown-question'],
    ['probes', { state_id: 'nowhere' }, 'probe-run.jsonl:4 probe.unknown-state'],
    ['scores', { request_id: 'nowhere' }, 'judge-j.jsonl:7 score.unknown-state'],
  ] as const)('%s', async (kind, change, problem) => {
    const ingested = await withTiny((tiny) => ({
      ...tiny,
      [kind]: [...tiny[kind], { ...first<object>(tiny[kind]), ...change }],
    }));
    expect(told(ingested)).toEqual([problem]);
    expect(asideOf(ingested)).toEqual({ [problem.split(':')[0]!]: 1 });
  });
});

describe('rows that are missing', () => {
  it('a native run: its question is set aside, and its states, probes, scores and label with it', async () => {
    const ingested = await withTiny((tiny) => ({ ...tiny, natives: tiny.natives.slice(0, 2) }));
    expect(ingested.dataset.questions.ids).toEqual(['q0', 'q1']);
    expect(asideOf(ingested)).toEqual({
      'inputs.jsonl': 1,
      'labels.jsonl': 1,
      'states.jsonl': 3,
      'probe-run.jsonl': 2,
      'judge-j.jsonl': 3,
    });
    expect(told(ingested)).toContain('inputs.jsonl:3 native.missing');
  });

  it('a label: correctness is unknown, never wrong', async () => {
    const ingested = await withTiny((tiny) => ({ ...tiny, labels: tiny.labels.slice(1) }));
    expect(told(ingested)).toEqual(['inputs.jsonl:1 label.missing']);
    expect(ingested.dataset.questions.golds).toEqual([null, 'answer 1', 'answer 2']);
  });

  it('all labels: one note', async () => {
    const ingested = await withTiny((tiny) => ({ ...tiny, labels: [] }));
    expect(ingested.problems.map(({ code }) => code)).toEqual(['file.not-needed', 'labels.none']);
  });

  it('a probe: no policy can stop there', async () => {
    const ingested = await withTiny((tiny) => ({ ...tiny, probes: tiny.probes.slice(1) }));
    expect(told(ingested)).toEqual(['states.jsonl:2 probe.missing']);
    expect(Array.from(ingested.dataset.states.isEligible)).toEqual([0, 0, 0, 1, 1, 0]);
  });

  it('all probes: native states before a search stay eligible', async () => {
    const ingested = await withTiny((tiny) => ({ ...tiny, probes: [] }));
    expect(told(ingested)).toEqual(['null:null probes.none']);
    expect(ingested.problems.find(({ code }) => code === 'probes.none')?.message).toContain('any of 3 states');
    expect(Array.from(ingested.dataset.states.isEligible)).toEqual([0, 1, 0, 1, 1, 0]);
  });

  it('a score: it never stops there, and how many are missing is said', async () => {
    const ingested = await withTiny((tiny) => ({ ...tiny, scores: tiny.scores.slice(2) }));
    expect(told(ingested)).toEqual(['null:null score.missing']);
    expect(Array.from(ingested.dataset.judges[0]!.status)).toEqual([0, 0, 1, 1, 1, 1]);
  });

  it('all scores: it is said', async () => {
    const ingested = await withTiny((tiny) => ({ ...tiny, scores: [] }));
    expect(told(ingested)).toEqual([]);
    expect(ingested.problems.map(({ code }) => code)).toEqual(['file.not-needed', 'scores.none']);
  });

  it('the end of a run, rows it announced, a good status', async () => {
    const tiny = tinyRun();
    const start = { record_type: 'run_start', expected_count: 4, data: 'synthetic, made for a test' };
    const cut = await withTiny(() => ({ ...tiny, probes: [start as never, ...tiny.probes] }));
    expect(told(cut)).toEqual(['probe-run.jsonl:null run.no-end', 'probe-run.jsonl:null run.count']);
    expect(cut.dataset.notice).toBe('synthetic replica');
    const end = { record_type: 'run_end', status: 'crashed' };
    const bad = await withTiny(() => ({ ...tiny, probes: [...tiny.probes, end as never] }));
    expect(told(bad)).toEqual(['probe-run.jsonl:null run.status']);
  });
});
