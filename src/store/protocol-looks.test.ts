import { beforeEach, describe, expect, it, vi } from 'vitest';
import { append, EMPTY_PROTOCOL } from '../core/protocol/log.ts';
import type { SelectionRole } from '../core/protocol/roles.ts';
import { stateOf } from '../core/protocol/state.ts';
import type { Freeze, Protocol, Step } from '../core/protocol/types.ts';
import type { Curves } from '../engine/evaluate.ts';
import type { DatasetHandle } from '../engine/jobs.ts';
import { useApp } from './app-store.ts';
import { recordLooks, standingOf } from './protocol-looks.ts';
import { DEFAULT_VIEW, type View } from './view.ts';

const marked = vi.hoisted(() => ({ looks: [] as [string, string][] }));
vi.mock('./protocol.ts', () => ({
  markLook: async (kind: string, what: string) => {
    marked.looks.push([kind, what]);
  },
}));

const FREEZE: Freeze = {
  confirmatory: 'test',
  policy: { kind: 'threshold', judge: 'a', threshold: 7.875 },
  thresholds: [
    { judge: 'a', value: 7.875 },
    { judge: 'b', value: 2.5 },
  ],
  choice: null,
  answerRule: 'squad',
  margin: 0.02,
  seed: 20_260_728,
  repeats: 10_000,
  fallback: 'native',
  risk: { alpha: 0.1, delta: 0.1 },
  judgeCallInSearches: null,
  hypotheses: [],
  note: '',
  files: [],
  programVersion: 'test',
};
const SEALED: Step = { kind: 'sealed', scope: 'confirmatory', questions: 10, labelsSha256: '', wereSeen: false };
const FROZEN: Step = { kind: 'frozen', freeze: FREEZE };
const UNSEALED: Step = { kind: 'unsealed', split: 'test', freezeHash: '', labelsSha256: '', reportSha256: '' };
const postHoc = (what: string): Step => ({ kind: 'post-hoc', what });

const log = (...steps: readonly Step[]): Protocol =>
  steps.reduce((protocol, step, i) => append(protocol, step, `2026-01-01T00:0${i}:00.000Z`), EMPTY_PROTOCOL);

const dataset = (...steps: readonly Step[]): DatasetHandle => {
  const protocol = log(...steps);
  const frozen = stateOf(protocol).frozen === null ? [null, null] : [7.875, 2.5];
  const judges = ['a', 'b', 'c'].map((id, i) => ({
    id,
    name: id,
    frozen: frozen[i] === undefined || frozen[i] === null ? null : { value: frozen[i], isSentinel: false },
  }));
  return { id: 1, judges, protocol: { protocol } } as unknown as DatasetHandle;
};

const CONFIRMATORY: SelectionRole = { kind: 'split', name: 'test', role: 'confirmatory' };
const VALIDATION: SelectionRole = { kind: 'split', name: 'val', role: 'validation' };
const PART: SelectionRole = { kind: 'part', role: 'confirmatory' };
const POOLED: SelectionRole = { kind: 'pooled', roles: ['validation', 'confirmatory'] };
const view = (change: Partial<View> = {}): View => ({
  ...DEFAULT_VIEW,
  judge: 'a',
  range: { from: 10, to: 19 },
  ...change,
});

describe('where a figure stands in the protocol', () => {
  it.each([
    ['no protocol', [], CONFIRMATORY, 'free'],
    ['sealed', [SEALED], CONFIRMATORY, 'sealed'],
    ['sealed, part of the split', [SEALED], PART, 'sealed'],
    ['sealed, pooled with it', [SEALED], POOLED, 'sealed'],
    ['sealed, but about validation', [SEALED], VALIDATION, 'free'],
    ['sealed, no role', [SEALED], { kind: 'none' } as const, 'free'],
    ['sealed, not evaluated', [SEALED], null, 'free'],
    ['frozen', [SEALED, FROZEN], CONFIRMATORY, 'sealed'],
    ['unsealed', [SEALED, FROZEN, UNSEALED], CONFIRMATORY, 'as-frozen'],
    ['unsealed, but about validation', [SEALED, FROZEN, UNSEALED], VALIDATION, 'free'],
    ['unsealed, part of the split', [SEALED, FROZEN, UNSEALED], PART, 'post-hoc'],
    ['unsealed, pooled', [SEALED, FROZEN, UNSEALED], POOLED, 'post-hoc'],
  ] as const)('%s', (_, steps, role, kind) => {
    expect(standingOf(dataset(...steps), view(), role).kind).toBe(kind);
  });

  const unsealed = dataset(SEALED, FROZEN, UNSEALED);
  it.each([
    ['another threshold', { threshold: 7 }, 'threshold 7 of a'],
    ['never stopping', { threshold: Number.POSITIVE_INFINITY }, 'threshold never stop of a'],
    ['another rule', { answerRule: 'strict' }, 'answer rule strict'],
    ['another margin', { gate: { ...DEFAULT_VIEW.gate, margin: 0.03 } }, 'margin 0.03'],
    ['another seed', { gate: { ...DEFAULT_VIEW.gate, seed: 1 } }, 'seed 1'],
    ['other resamples', { gate: { ...DEFAULT_VIEW.gate, repeats: 40 } }, '40 resamples'],
    ['a judge that was not frozen', { judge: 'c' }, 'threshold never stop of c'],
    ['two things', { threshold: 7, answerRule: 'strict' }, 'threshold 7 of a, answer rule strict'],
  ] as const)('%s is post hoc', (_, change, what) => {
    expect(standingOf(unsealed, view(change), CONFIRMATORY)).toEqual({ kind: 'post-hoc', what });
  });

  it('the frozen threshold typed out, and another judge at its own, are as frozen', () => {
    for (const change of [{ threshold: 7.875 }, { judge: 'b' }, { judge: 'b', threshold: 2.5 }, { xMetric: 'em' }]) {
      expect(standingOf(unsealed, view(change), CONFIRMATORY)).toEqual({ kind: 'as-frozen', postHocSince: null });
    }
  });

  it('another selection says which', () => {
    const standing = standingOf(unsealed, view({ range: { from: 12, to: 15 } }), PART);
    expect(standing).toEqual({ kind: 'post-hoc', what: 'questions 12–15' });
  });

  it('back at what was frozen, the first other look stays in sight', () => {
    const looked = dataset(SEALED, FROZEN, UNSEALED, postHoc('threshold 7 of a'), postHoc('margin 1'));
    expect(standingOf(looked, view(), CONFIRMATORY)).toEqual({
      kind: 'as-frozen',
      postHocSince: '2026-01-01T00:03:00.000Z',
    });
  });
});

describe('looks that are written into the log', () => {
  const curves = (role: SelectionRole): Curves => ({ role }) as Curves;
  let stop = () => {};
  const show = (change: Partial<View>, role: SelectionRole = CONFIRMATORY) =>
    useApp.setState({ view: view(change), curves: curves(role) });

  beforeEach(() => {
    vi.useFakeTimers();
    stop();
    marked.looks.length = 0;
    useApp.setState({ dataset: dataset(SEALED, FROZEN, UNSEALED), view: view(), curves: curves(CONFIRMATORY) });
    stop = recordLooks();
    return () => {
      stop();
      vi.useRealTimers();
    };
  });

  it('a drag is one look: where the hand rests', () => {
    for (const threshold of [7.5, 7.25, 7]) {
      show({ threshold });
      vi.advanceTimersByTime(300);
    }
    expect(marked.looks).toEqual([]);
    vi.advanceTimersByTime(800);
    expect(marked.looks).toEqual([['post-hoc', 'threshold 7 of a']]);
    vi.advanceTimersByTime(5000);
    expect(marked.looks).toHaveLength(1);
  });

  it('a short look is written down on the way back', () => {
    show({ threshold: 7 });
    show({});
    expect(marked.looks).toEqual([['post-hoc', 'threshold 7 of a']]);
  });

  it('what was frozen is no look, nor is anything before the unseal or about validation', () => {
    show({ threshold: 7.875 });
    show({ threshold: 5 }, VALIDATION);
    vi.advanceTimersByTime(1000);
    useApp.setState({ dataset: dataset(SEALED, FROZEN) });
    show({ threshold: 6 });
    vi.advanceTimersByTime(1000);
    expect(marked.looks).toEqual([]);
  });

  it('the same look is written once', () => {
    useApp.setState({ dataset: dataset(SEALED, FROZEN, UNSEALED, postHoc('threshold 7 of a')) });
    show({ threshold: 7 });
    vi.advanceTimersByTime(1000);
    expect(marked.looks).toEqual([]);
  });

  it('a pool is descriptive while a protocol is under way', () => {
    useApp.setState({ dataset: dataset(SEALED) });
    show({ range: { from: 0, to: 19 } }, POOLED);
    vi.advanceTimersByTime(1000);
    expect(marked.looks).toEqual([['descriptive', 'questions 0–19']]);
    useApp.setState({ dataset: dataset() });
    show({ range: { from: 1, to: 19 } }, POOLED);
    vi.advanceTimersByTime(1000);
    expect(marked.looks).toHaveLength(1);
  });

  it('stopped, it writes nothing', () => {
    show({ threshold: 7 });
    stop();
    vi.advanceTimersByTime(1000);
    expect(marked.looks).toEqual([]);
  });
});
