import { findAnswerRule } from '../core/answers/index.ts';
import { runAudit } from '../core/audit/index.ts';
import { splitsOfRanges } from '../core/audit/splits.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { collectEvidence } from '../ingest/evidence.ts';
import { ingest } from '../ingest/index.ts';
import { auditableRun, auditableSources } from '../ingest/testing/auditable-run.ts';
import { medianTimeAsync, ms, type Row } from './measure.ts';

const QUESTIONS = 20_000;
const MEGABYTE = 1_000_000;
const RANGES = [
  { name: 'validation', from: 0, to: QUESTIONS / 2 - 1, role: 'validation' },
  { name: 'test', from: QUESTIONS / 2, to: QUESTIONS - 1, role: 'confirmatory' },
];
const decoder = new TextDecoder();

/** The whole audit of a run that records everything: its files read again for evidence, then every check. */
export async function benchAudit(): Promise<readonly Row[]> {
  const sources = auditableSources(auditableRun(QUESTIONS), RANGES);
  const { signal } = new AbortController();
  const read = await ingest(sources, { onProgress: () => {}, signal });
  if (read.kind === 'failed') throw new Error(read.error.message);
  const ingested = read.value;
  const { dataset, problemCounts: problems } = ingested;
  const evaluation = judgeAnswers(dataset, findAnswerRule('squad')!);
  const splits = splitsOfRanges(dataset);
  const collect = () => collectEvidence(ingested, { signal, onBytes: () => {} });
  const evidence = await collect();
  const check = () => runAudit({ evaluation, evidence, problems, splits, budget: null, transfers: [] });
  const failing = check().results.filter(({ status }) => status === 'fail');
  if (failing.length > 0) throw new Error(`the run fails ${failing.map(({ id }) => id).join(', ')}`);
  const bytes = await Promise.all(sources.map((source) => source.slice(0, source.size)));
  const parsing = await medianTimeAsync(async () => {
    for (const file of bytes) for (const line of decoder.decode(file).split('\n')) if (line !== '') JSON.parse(line);
  });
  const collecting = await medianTimeAsync(async () => void (await collect()));
  const checking = await medianTimeAsync(async () => void check());
  const size = Math.round(sources.reduce((sum, source) => sum + source.size, 0) / MEGABYTE);
  const times = (time: number) => `${(time / parsing).toFixed(2)}x`;
  const states = dataset.states.count.toLocaleString('en');
  return [
    {
      what: `audit: the whole, ${QUESTIONS.toLocaleString('en')} questions, ${states} states, ${size} MB`,
      measured: ms(collecting + checking),
      baseline: `bare JSON.parse of its files ${ms(parsing)}`,
      ratio: times(collecting + checking),
      target: 'reported',
      isMet: null,
    },
    {
      what: 'audit: its checks alone, evidence collected',
      measured: ms(checking),
      baseline: `the same ${ms(parsing)}`,
      ratio: times(checking),
      target: 'reported',
      isMet: null,
    },
  ];
}
