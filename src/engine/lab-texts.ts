import { type ContextSizes, contextSizes, type DocumentSize, documentSizes } from '../core/lab/context-size.ts';
import { gapCategories, type NextQueries, nextQueries } from '../core/lab/gaps.ts';
import {
  type GateEndings,
  type GateRates,
  gateEndings,
  gateRates,
  type SufficiencyQuestion,
} from '../core/lab/sufficiency.ts';
import { sufficiencyFromDetails } from '../core/lab/sufficiency-details.ts';
import { FigureSets, figuresOf, TRUTHS, type TruthName } from '../core/lab/text-figures.ts';
import { collectDetailColumns } from '../core/rules/detail-signals.ts';
import { readAhead, readDetails } from '../ingest/index.ts';
import { breathe } from './evaluate.ts';
import type { JobContext, Reply } from './job-context.ts';
import { type FindLabData, type LabView, openLab } from './lab-context.ts';

/** What one judge's verdicts of sufficiency are worth. */
export interface SufficiencyReply {
  readonly judge: string;
  readonly name: string;
  /** Turns with a verdict. */
  readonly verdicts: number;
  /**
   * Against all gold titles being there when the judge was asked, against their being there after the search that an
   * "insufficient" led to (as S2G-RAG writes its rows), and against the probe answer.
   */
  readonly rates: Readonly<Record<TruthName, GateRates>>;
  readonly endings: GateEndings;
  readonly categories: readonly {
    readonly category: string;
    readonly perTurn: readonly number[];
    readonly all: number;
  }[];
  readonly turns: readonly number[];
  readonly itemsPerRow: readonly (readonly [items: number, rows: number])[];
  readonly next: Omit<NextQueries, 'queries'>;
  readonly compression: ContextSizes;
}

export interface TextsReply {
  readonly questions: number;
  /** Ids of the signals that the texts gave. */
  readonly signals: readonly string[];
  readonly sufficiency: readonly SufficiencyReply[];
  readonly documents: readonly DocumentSize[];
}

/** Gaps that go into a query of the S2G-RAG loop. */
const FIRST_GAPS = 3;
const BATCH = 32;

/**
 * Reads the texts of the whole dataset: they give rules further signals, which stay; and of the selection's questions the
 * sufficiency analysis of every judge that writes verdicts.
 */
export async function readTexts(
  { signal, report }: JobContext,
  find: FindLabData,
  view: LabView,
): Promise<Reply<TextsReply>> {
  const { ingested, evaluator } = find(view.datasetId);
  const { evaluation, selection } = openLab(find, view);
  const { questions, judges } = ingested.dataset;
  const reading = readAhead(ingested);
  const columns = collectDetailColumns(evaluation);
  const sets = new FigureSets(questions.count);
  const chosen = new Uint8Array(questions.count);
  for (const q of selection) chosen[q] = 1;
  const byJudge = judges.map((): SufficiencyQuestion[] => []);
  for (let from = 0; from < questions.count; from += BATCH) {
    report({ done: from, total: questions.count, what: 'texts' });
    await breathe(signal);
    const size = Math.min(BATCH, questions.count - from);
    // The reads of a batch wait for each other, not one after the other.
    const batch = await Promise.all(Array.from({ length: size }, (_, i) => readDetails(reading, from + i)));
    batch.forEach((details, i) => {
      const q = from + i;
      columns.add(q, details);
      judges.forEach(({ id }, j) => {
        const question = sufficiencyFromDetails(evaluation, q, details, id);
        sets.add(id, q, figuresOf(question, FIRST_GAPS));
        if (chosen[q] === 1) byJudge[j]!.push(question);
      });
    });
  }
  const found = columns.columns();
  evaluator.addTexts(found, view.answerRule, sets);
  const sufficiency = judges.flatMap(({ id, name }, j) => {
    const verdicts = byJudge[j]!.reduce(
      (sum, { turns }) => sum + turns.filter(({ isSufficient }) => isSufficient !== null).length,
      0,
    );
    return verdicts === 0 ? [] : [analyse(id, name, verdicts, byJudge[j]!)];
  });
  return {
    value: {
      questions: selection.length,
      signals: found.map(({ id }) => id),
      sufficiency,
      documents: documentSizes(byJudge[0] ?? []),
    },
    transfer: [],
  };
}

function analyse(
  judge: string,
  name: string,
  verdicts: number,
  questions: readonly SufficiencyQuestion[],
): SufficiencyReply {
  const { pooled, perTurn, itemsPerRow } = gapCategories(questions);
  const { queries: _queries, ...next } = nextQueries(questions, FIRST_GAPS);
  return {
    judge,
    name,
    verdicts,
    rates: {
      before: gateRates(questions, TRUTHS.before),
      after: gateRates(questions, TRUTHS.after),
      answer: gateRates(questions, TRUTHS.answer),
    },
    endings: gateEndings(questions),
    categories: [...pooled]
      .sort(([, a], [, b]) => b - a)
      .map(([category, all]) => ({ category, all, perTurn: perTurn.map(({ counts }) => counts.get(category) ?? 0) })),
    turns: perTurn.map(({ turn }) => turn),
    itemsPerRow: [...itemsPerRow].sort(([a], [b]) => a - b),
    next,
    compression: contextSizes(questions),
  };
}
