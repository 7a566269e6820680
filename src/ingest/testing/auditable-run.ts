import { createHash } from 'node:crypto';
import type { ByteSource } from '../byte-source.ts';
import { linesSource, textSource } from './sources.ts';

/** Helpers for tests only. */

export type Row = Record<string, unknown>;
export type Files = Record<string, Row[]>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const QUESTIONS = 24;
const searchesOf = (q: number): number => 2 + (q % 2);
const PLACES = [
  'Oslo',
  'Lima',
  'Cairo',
  'Quito',
  'Hanoi',
  'Perth',
  'Turin',
  'Minsk',
  'Dakar',
  'Kyoto',
  'Sofia',
  'Riga',
];

/**
 * A run that records everything the audit looks at and passes every check: markers, counts, hashes, contexts, prompts,
 * structured outputs, stored correctness, two splits.
 */
export function auditableRun(count = QUESTIONS): Files {
  const questions = Array.from({ length: count }, (_, q) => q);
  const id = (q: number) => `q${q}`;
  const text = (q: number) => `Which of the ${q} rivers near ${PLACES[q % 12]} was crossed by party ${q * 7}?`;
  const gold = (q: number) => `Answer${q}word`;
  const block = (q: number, k: number) => `Passage ${k} of ${id(q)} says this and that.`;
  const context = (q: number, k: number) =>
    k === 0 ? '[NO RETRIEVED EVIDENCE]' : Array.from({ length: k }, (_, i) => block(q, i)).join('\n\n');
  const prompt = (q: number, k: number) => `Question: ${text(q)}\nEvidence: ${context(q, k)}\nIs this sufficient?`;
  /** Mostly right from the second search on, and at once for every fourth question: both classes in every round. */
  const isRight = (q: number, k: number) => (k >= 2 && q % 5 !== 1) || q % 4 === 0 || (k === 1 && q % 3 === 0);
  const probe = (q: number, k: number) => (isRight(q, k) ? gold(q) : `Wrong${q}`);
  const states = questions.flatMap((q) => Array.from({ length: searchesOf(q) + 1 }, (_, k) => ({ q, k })));
  const stateId = ({ q, k }: { q: number; k: number }) => `${id(q)}:search-state:${k}`;
  const isSearch = ({ q, k }: { q: number; k: number }) => k < searchesOf(q);
  const probed = states.filter(isSearch);
  const score = ({ q, k }: { q: number; k: number }) => -5 + k * 2.013 + q * 0.0317;
  const run = (expected: number, rows: Row[]): Row[] => [
    {
      record_type: 'run_start',
      labels_mounted: false,
      gold_fields_received: 0,
      expected_count: expected,
      search_budget: 4,
    },
    ...rows.map((row, i) => ({ ...row, sequence_index: i })),
    { record_type: 'run_end', status: 'complete', completed_count: expected, error_count: 0 },
  ];
  return {
    'inputs.jsonl': questions.map((q) => ({ question_id: id(q), question: text(q) })),
    'labels.jsonl': questions.map((q) => ({ question_id: id(q), answer: gold(q) })),
    'native-run.jsonl': run(
      count,
      questions.map((q) => ({
        record_type: 'trajectory',
        question_id: id(q),
        question: text(q),
        answer: q % 5 === 0 ? 'Elsewhere' : gold(q),
        official_em: q % 5 === 0 ? 0 : 1,
        search_calls: searchesOf(q),
        steps: [
          ...Array.from({ length: searchesOf(q) }, (_, k) => ({
            action: 'SEARCH',
            search_executed: true,
            query: `query ${k} of ${id(q)}`,
            observation: `<information>${block(q, k)}</information>`,
          })),
          { action: 'ANSWER', answer: gold(q) },
        ],
      })),
    ),
    'states.jsonl': states.map(({ q, k }, i) => ({
      record_type: 'state',
      sequence_index: i,
      state_id: stateId({ q, k }),
      question_id: id(q),
      state_index: k,
      searches_used: k,
      remaining_search_budget: 4 - k,
      state_role: 'native_reachable',
      native_next_action: isSearch({ q, k }) ? 'SEARCH' : 'ANSWER',
      question: text(q),
      context: context(q, k),
      context_sha256: sha256(context(q, k)),
      prompt: prompt(q, k),
      prompt_sha256: sha256(prompt(q, k)),
    })),
    'probe-run.jsonl': run(
      probed.length,
      probed.map(({ q, k }) => ({
        record_type: 'probe',
        state_id: stateId({ q, k }),
        question_id: id(q),
        action: 'ANSWER',
        answer: probe(q, k),
        official_em: isRight(q, k) ? 1 : 0,
        context_sha256: sha256(context(q, k)),
      })),
    ),
    'judge-j.jsonl': run(
      states.length,
      states.map((state) => {
        const margin = score(state);
        const isSufficient = margin >= 0;
        const item = { category: 'attribute', target: 'it', slot: 'place', description: 'Where it is.' };
        const parsed = { sufficient: isSufficient, gap_items: isSufficient ? [] : [item] };
        return {
          record_type: 'judge_score',
          request_id: stateId(state),
          score: margin,
          true_logprob: margin,
          false_logprob: 0,
          parsed,
          parse_error: null,
          raw_completion: JSON.stringify(parsed),
          decision: isSufficient ? 'STOP' : 'CONTINUE',
        };
      }),
    ),
  };
}

/** The files, with the manifest that names two splits and a frozen threshold. */
export function auditableSources(files: Files, ranges = TWO_SPLITS): readonly ByteSource[] {
  const manifest = { stopscope: 'manifest', version: 1, name: 'auditable', ranges, thresholds: { j: 0.5 } };
  return [
    textSource('dataset.json', JSON.stringify(manifest)),
    ...Object.entries(files).map(([name, rows]) => linesSource(name, rows)),
  ];
}

export const TWO_SPLITS = [
  { name: 'validation', from: 0, to: 11, role: 'validation' },
  { name: 'test', from: 12, to: 23, role: 'confirmatory' },
];
