/**
 * The figures of a sample, worked out from its files in the plainest way: one question after the other, one threshold
 * at a time. Shares no code with the app, so that what the screen shows is checked against something.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { samples } from './paths.ts';
import type { QuestionSpec } from './runs.ts';

interface StateRow {
  readonly id: string;
  readonly searches: number;
  readonly isSafe: boolean;
}

interface QuestionRow {
  readonly searches: number;
  readonly isCorrect: boolean;
  /** States at which the native run searches on, in order. */
  readonly eligible: readonly StateRow[];
}

export interface Figures {
  readonly questions: number;
  readonly stops: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly harmed: number;
  readonly rescued: number;
  readonly correct: number;
  readonly searches: number;
  readonly nativeCorrect: number;
  readonly nativeSearches: number;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The files of a sample folder, unpacked; names without `.gz`. */
export function sampleFiles(id: string): ReadonlyMap<string, Buffer> {
  const folder = resolve(samples, id);
  return new Map(
    readdirSync(folder).map((name) => {
      const bytes = readFileSync(resolve(folder, name));
      return name.endsWith('.gz') ? [name.slice(0, -3), gunzipSync(bytes)] : [name, bytes];
    }),
  );
}

const normalise = (text: string | null): string =>
  (text ?? '')
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~]/g, '')
    .replace(/\b(a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');

export class Reference {
  private readonly questions: readonly QuestionRow[];
  private readonly scores = new Map<string, Map<string, number>>();

  /** Of a sample by its name, or of a made run, whose judge is called "judge". */
  constructor(source: string | readonly QuestionSpec[]) {
    if (typeof source !== 'string') {
      this.questions = source.map(({ id, isCorrect, states }) => ({
        searches: states.length,
        isCorrect,
        eligible: states.map(({ isSafe }, searches) => ({ id: `${id} ${searches}`, searches, isSafe })),
      }));
      const scores = source.flatMap(({ id, states }) =>
        states.flatMap(({ score, isParsed = true }, k) =>
          score !== undefined && isParsed ? [[`${id} ${k}`, score] as const] : [],
        ),
      );
      this.scores.set('judge', new Map(scores));
      return;
    }
    const files = sampleFiles(source);
    // biome-ignore lint/suspicious/noExplicitAny: rows of our own sample files
    const rows = (name: string, type?: string): any[] =>
      String(files.get(name))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
        .filter((row) => type === undefined || row.record_type === type);
    const gold = new Map(rows('labels.jsonl').map((row) => [row.question_id, normalise(row.answer)]));
    const probes = new Map(rows('probe-run.jsonl', 'probe').map((row) => [row.state_id, normalise(row.answer)]));
    // biome-ignore lint/suspicious/noExplicitAny: rows of our own sample files
    const states = new Map<string, any[]>();
    for (const row of rows('judge-states.jsonl', 'state')) {
      states.set(row.question_id, [...(states.get(row.question_id) ?? []), row]);
    }
    this.questions = rows('native-run.jsonl', 'trajectory').map((run) => ({
      searches: run.search_calls,
      isCorrect: normalise(run.answer) === gold.get(run.question_id),
      eligible: (states.get(run.question_id) ?? [])
        .filter((row) => row.native_next_action === 'SEARCH')
        .sort((a, b) => a.state_index - b.state_index)
        .map((row) => ({
          id: row.state_id,
          searches: row.state_index,
          isSafe: probes.get(row.state_id) === gold.get(run.question_id),
        })),
    }));
    for (const name of files.keys()) {
      const judge = /^judge-(?!states)(.+)\.jsonl$/.exec(name)?.[1];
      if (judge === undefined) continue;
      const parsed = rows(name, 'judge_score').filter((row) => row.parsed !== null);
      this.scores.set(judge, new Map(parsed.map((row) => [row.request_id, row.score])));
    }
  }

  private within({ from, to }: Range): readonly QuestionRow[] {
    return this.questions.slice(from, to + 1);
  }

  /** What `score >= threshold` does, by replaying every question. */
  at(judge: string, threshold: number, range: Range): Figures {
    const scores = this.scores.get(judge)!;
    const sum = { questions: 0, stops: 0, safe: 0, unsafe: 0, harmed: 0, rescued: 0, correct: 0, searches: 0 };
    let nativeCorrect = 0;
    let nativeSearches = 0;
    for (const question of this.within(range)) {
      const stop = question.eligible.find(({ id }) => (scores.get(id) ?? Number.NEGATIVE_INFINITY) >= threshold);
      const isCorrect = stop ? stop.isSafe : question.isCorrect;
      sum.questions++;
      sum.stops += stop ? 1 : 0;
      sum.safe += stop?.isSafe ? 1 : 0;
      sum.unsafe += stop && !stop.isSafe ? 1 : 0;
      sum.harmed += question.isCorrect && !isCorrect ? 1 : 0;
      sum.rescued += !question.isCorrect && isCorrect ? 1 : 0;
      sum.correct += isCorrect ? 1 : 0;
      sum.searches += stop ? stop.searches : question.searches;
      nativeCorrect += question.isCorrect ? 1 : 0;
      nativeSearches += question.searches;
    }
    return { ...sum, nativeCorrect, nativeSearches };
  }

  /** Every threshold at which some question stops elsewhere than just above it; descending. */
  thresholds(judge: string, range: Range): readonly number[] {
    const scores = this.scores.get(judge)!;
    const found = new Set<number>();
    for (const { eligible } of this.within(range)) {
      let highest = Number.NEGATIVE_INFINITY;
      for (const { id } of eligible) {
        const score = scores.get(id) ?? Number.NEGATIVE_INFINITY;
        if (score <= highest) continue;
        highest = score;
        found.add(score);
      }
    }
    return [...found].sort((a, b) => b - a);
  }
}
