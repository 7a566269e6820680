import { createHash } from 'node:crypto';
import type { CheckStatus, PrecisionTransfer } from '../../core/audit/index.ts';
import type { ByteSource } from '../byte-source.ts';
import { type Files, type Row, TWO_SPLITS } from './auditable-run.ts';
import { textSource } from './sources.ts';

/** Helpers for tests only. */

export const transfer = (hits: number): PrecisionTransfer => ({
  judge: 'j',
  judgeName: 'J',
  minimumPrecision: 0.9,
  chosenOn: { split: 'validation', stops: 11, hits: 10 },
  lookedAtOn: { split: 'test', stops: 74, hits },
});

/** Row `i` of the data rows of a file, markers not counted. */
export const data = (files: Files, name: string): Row[] =>
  files[name]!.filter(({ record_type: type }) => type !== 'run_start' && type !== 'run_end');
export const change = (files: Files, name: string, i: number, fields: Row): void => {
  Object.assign(data(files, name)[i]!, fields);
};
const parsed = (sufficient: boolean, items: readonly Row[]) => ({ sufficient, gap_items: items });
const ITEM = { category: 'attribute', target: 'it', slot: 'place', description: 'Where it is.' };

export interface Fault {
  readonly check: string;
  readonly what: string;
  readonly status: Exclude<CheckStatus, 'pass' | 'not-applicable'>;
  readonly break: (files: Files) => void;
  readonly ranges?: typeof TWO_SPLITS;
  readonly transfers?: readonly PrecisionTransfer[];
  readonly extra?: readonly ByteSource[];
}

/** What breaks each check. Every check must be here. */
export const FAULTS: readonly Fault[] = [
  {
    check: 'precision-transfer',
    what: '46 of 74 after 10 of 11',
    status: 'fail',
    break: () => {},
    transfers: [transfer(46)],
  },
  {
    check: 'precision-transfer',
    what: 'below, within chance',
    status: 'warn',
    break: () => {},
    transfers: [transfer(65)],
  },
  { check: 'run-markers', what: 'no run_end', status: 'fail', break: (files) => files['probe-run.jsonl']!.pop() },
  {
    check: 'run-markers',
    what: 'two run_start',
    status: 'fail',
    break: (files) => files['native-run.jsonl']!.unshift({ record_type: 'run_start' }),
  },
  {
    check: 'run-markers',
    what: 'status failed',
    status: 'fail',
    break: (files) => Object.assign(files['judge-j.jsonl']!.at(-1)!, { status: 'failed' }),
  },
  {
    check: 'run-markers',
    what: 'no markers at all',
    status: 'warn',
    break: (files) => {
      files['probe-run.jsonl'] = data(files, 'probe-run.jsonl');
    },
  },
  {
    check: 'run-counts',
    what: 'a row is missing',
    status: 'fail',
    break: (files) => files['judge-j.jsonl']!.splice(5, 1),
  },
  {
    check: 'run-counts',
    what: 'parsed_count is wrong',
    status: 'fail',
    break: (files) => Object.assign(files['judge-j.jsonl']!.at(-1)!, { parsed_count: 3 }),
  },
  {
    check: 'rows-used',
    what: 'a row of no kind',
    status: 'fail',
    break: (files) => files['probe-run.jsonl']!.push({ what: 'is this' }),
  },
  {
    check: 'unique-ids',
    what: 'a state twice',
    status: 'fail',
    break: (files) => files['states.jsonl']!.push({ ...files['states.jsonl']![3]! }),
  },
  {
    check: 'unique-ids',
    what: 'a score twice',
    status: 'fail',
    break: (files) => files['judge-j.jsonl']!.splice(2, 0, { ...files['judge-j.jsonl']![2]! }),
  },
  {
    check: 'known-ids',
    what: 'a score for a strange state',
    status: 'fail',
    break: (files) => change(files, 'judge-j.jsonl', 4, { request_id: 'elsewhere:search-state:0' }),
  },
  {
    check: 'known-ids',
    what: 'a label for a strange question',
    status: 'fail',
    break: (files) => files['labels.jsonl']!.push({ question_id: 'x', answer: 'y' }),
  },
  {
    check: 'file-order',
    what: 'probes turned round',
    status: 'fail',
    break: (files) => {
      const rows = files['probe-run.jsonl']!;
      [rows[3], rows[4]] = [rows[4]!, rows[3]!];
    },
  },
  { check: 'file-order', what: 'labels reversed', status: 'fail', break: (files) => files['labels.jsonl']!.reverse() },
  {
    check: 'sequence',
    what: 'a gap',
    status: 'fail',
    break: (files) => change(files, 'states.jsonl', 7, { sequence_index: 99 }),
  },
  {
    check: 'sequence',
    what: 'begins at 5',
    status: 'fail',
    break: (files) =>
      data(files, 'probe-run.jsonl').forEach((row, i) => void Object.assign(row, { sequence_index: i + 5 })),
  },
  {
    check: 'scored-states',
    what: 'a state without a score',
    status: 'fail',
    break: (files) => files['judge-j.jsonl']!.splice(1, 1),
  },
  {
    check: 'finite-scores',
    what: 'a score of null',
    status: 'fail',
    break: (files) => change(files, 'judge-j.jsonl', 2, { score: null }),
  },
  {
    check: 'score-arithmetic',
    what: 'another score',
    status: 'fail',
    break: (files) => change(files, 'judge-j.jsonl', 2, { score: 1.5 }),
  },
  {
    check: 'search-calls',
    what: 'one search too many',
    status: 'fail',
    break: (files) => change(files, 'native-run.jsonl', 2, { search_calls: 3 }),
  },
  {
    check: 'state-index',
    what: 'index and searches differ',
    status: 'fail',
    break: (files) => change(files, 'states.jsonl', 1, { searches_used: 2 }),
  },
  {
    check: 'budget',
    what: 'a run beyond the stated budget',
    status: 'fail',
    break: (files) => change(files, 'native-run.jsonl', 2, { search_calls: 5 }),
  },
  {
    check: 'budget',
    what: 'less than nothing left',
    status: 'fail',
    break: (files) => change(files, 'states.jsonl', 2, { remaining_search_budget: -1 }),
  },
  {
    check: 'contexts',
    what: 'a context that starts anew',
    status: 'fail',
    break: (files) => change(files, 'states.jsonl', 2, { context: 'Something else.' }),
  },
  {
    check: 'hashes',
    what: 'a context changed by one letter',
    status: 'fail',
    break: (files) => change(files, 'states.jsonl', 1, { context: 'Passage 0 of q0 says this and thaT.' }),
  },
  {
    check: 'hashes',
    what: 'two files disagree',
    status: 'fail',
    break: (files) => change(files, 'probe-run.jsonl', 1, { context_sha256: 'ab'.repeat(32) }),
  },
  {
    check: 'hashes',
    what: 'a side file states another hash',
    status: 'fail',
    break: () => {},
    extra: [textSource('hashes.json', JSON.stringify({ labels: createHash('sha256').update('other').digest('hex') }))],
  },
  {
    check: 'probes',
    what: 'a probe that searched',
    status: 'warn',
    break: (files) => change(files, 'probe-run.jsonl', 3, { action: 'SEARCH' }),
  },
  {
    check: 'probes',
    what: 'a probe without answer',
    status: 'warn',
    break: (files) => change(files, 'probe-run.jsonl', 3, { answer: null }),
  },
  {
    check: 'judge-schema',
    what: 'keys turned round',
    status: 'fail',
    break: (files) => change(files, 'judge-j.jsonl', 0, { parsed: { gap_items: [ITEM], sufficient: false } }),
  },
  {
    check: 'judge-schema',
    what: 'an unknown category',
    status: 'fail',
    break: (files) => change(files, 'judge-j.jsonl', 0, { parsed: parsed(false, [{ ...ITEM, category: 'colour' }]) }),
  },
  {
    check: 'judge-schema',
    what: 'sufficient with a gap',
    status: 'fail',
    break: (files) => change(files, 'judge-j.jsonl', 0, { parsed: parsed(true, [ITEM]) }),
  },
  {
    check: 'judge-schema',
    what: 'insufficient without a gap',
    status: 'fail',
    break: (files) => change(files, 'judge-j.jsonl', 0, { parsed: parsed(false, []) }),
  },
  {
    check: 'judge-schema',
    what: 'the raw text says otherwise',
    status: 'fail',
    break: (files) => change(files, 'judge-j.jsonl', 0, { raw_completion: '{"sufficient":true,"gap_items":[]}' }),
  },
  {
    check: 'decision-sign',
    what: 'STOP below 0',
    status: 'warn',
    break: (files) => change(files, 'judge-j.jsonl', 0, { decision: 'STOP' }),
  },
  {
    check: 'unparsed',
    what: 'one unparsed',
    status: 'warn',
    break: (files) => change(files, 'judge-j.jsonl', 0, { parsed: null, parse_error: 'cut off' }),
  },
  {
    check: 'unparsed',
    what: 'all unparsed',
    status: 'fail',
    break: (files) => data(files, 'judge-j.jsonl').forEach((row) => void Object.assign(row, { parsed: null })),
  },
  {
    check: 'unparsed-above',
    what: 'unparsed at a margin of 3',
    status: 'warn',
    break: (files) => change(files, 'judge-j.jsonl', 0, { parsed: null, score: 3, true_logprob: 3 }),
  },
  {
    check: 'score-grid',
    what: 'eighths with noise',
    status: 'warn',
    break: (files) =>
      data(files, 'judge-j.jsonl').forEach(
        (row, i) => void Object.assign(row, { score: (i % 9) / 8 - 0.5 + (i % 5) * 1e-8 }),
      ),
  },
  {
    check: 'score-ties',
    what: 'three values',
    status: 'warn',
    break: (files) => data(files, 'judge-j.jsonl').forEach((row, i) => void Object.assign(row, { score: (i % 3) / 7 })),
  },
  {
    check: 'score-saturation',
    what: 'one value',
    status: 'fail',
    break: (files) => data(files, 'judge-j.jsonl').forEach((row) => void Object.assign(row, { score: 1 })),
  },
  {
    check: 'score-saturation',
    what: 'a quarter at the top',
    status: 'warn',
    break: (files) =>
      data(files, 'judge-j.jsonl')
        .filter((_, i) => i % 4 === 0)
        .forEach((row) => void Object.assign(row, { score: 9 })),
  },
  {
    check: 'monotone-paths',
    what: 'up at the first state, down at the second',
    status: 'warn',
    break: (files) => change(files, 'judge-j.jsonl', 0, { score: 4 }),
  },
  {
    check: 'native-answers',
    what: 'an empty answer',
    status: 'warn',
    break: (files) => change(files, 'native-run.jsonl', 1, { answer: ' ' }),
  },
  {
    check: 'missing-texts',
    what: 'a search without observation',
    status: 'warn',
    break: (files) =>
      change(files, 'native-run.jsonl', 0, {
        search_calls: 2,
        steps: [
          { action: 'SEARCH', query: 'a' },
          { action: 'SEARCH', query: 'b', observation: 'c' },
        ],
      }),
  },
  {
    check: 'missing-texts',
    what: 'a question without text',
    status: 'warn',
    break: (files) => {
      change(files, 'inputs.jsonl', 3, { question: null });
      change(files, 'native-run.jsonl', 3, { question: null });
    },
  },
  {
    check: 'stored-correctness',
    what: 'a stored verdict turned round',
    status: 'fail',
    break: (files) => change(files, 'native-run.jsonl', 1, { official_em: 0 }),
  },
  {
    check: 'stored-correctness',
    what: 'a stored probe verdict turned round',
    status: 'fail',
    break: (files) => change(files, 'probe-run.jsonl', 0, { official_em: 0 }),
  },
  {
    check: 'stored-correctness',
    what: 'stored under cover match',
    status: 'warn',
    break: (files) => change(files, 'native-run.jsonl', 1, { answer: 'It is Answer1word', official_em: 1 }),
  },
  {
    check: 'label-isolation',
    what: 'labels mounted',
    status: 'fail',
    break: (files) => Object.assign(files['judge-j.jsonl']![0]!, { labels_mounted: true }),
  },
  {
    check: 'label-isolation',
    what: 'two gold fields',
    status: 'fail',
    break: (files) => Object.assign(files['judge-j.jsonl']![0]!, { gold_fields_received: ['answer', 'facts'] }),
  },
  {
    check: 'label-isolation',
    what: 'not declared',
    status: 'warn',
    break: (files) => delete files['judge-j.jsonl']![0]!.labels_mounted,
  },
  {
    check: 'forbidden-fields',
    what: 'gold in a state',
    status: 'fail',
    break: (files) => change(files, 'states.jsonl', 0, { gold_answer: 'x' }),
  },
  {
    check: 'forbidden-fields',
    what: 'answer, deep in a state',
    status: 'fail',
    break: (files) => change(files, 'states.jsonl', 0, { input: { meta: { answer: 'x' } } }),
  },
  {
    check: 'forbidden-fields',
    what: 'supporting facts in a judge row',
    status: 'fail',
    break: (files) => change(files, 'judge-j.jsonl', 0, { supporting_facts: [] }),
  },
  {
    check: 'gold-in-prompt',
    what: 'the answer after the evidence',
    status: 'fail',
    break: (files) => change(files, 'states.jsonl', 0, { prompt: 'Question: ... Hint: answer0word' }),
  },
  {
    check: 'gold-in-prompt',
    what: 'words that announce a label',
    status: 'fail',
    break: (files) => change(files, 'states.jsonl', 0, { prompt: 'Gold answer: (hidden)' }),
  },
  {
    check: 'gold-in-question',
    what: 'a question that names its answer',
    status: 'warn',
    break: (files) => change(files, 'inputs.jsonl', 0, { question: 'Is it Answer0word or not?' }),
  },
  {
    check: 'split-ids',
    what: 'ranges that overlap',
    status: 'fail',
    break: () => {},
    ranges: [TWO_SPLITS[0]!, { name: 'test', from: 11, to: 23, role: 'confirmatory' }],
  },
  {
    check: 'split-texts',
    what: 'one question under two ids',
    status: 'fail',
    break: (files) =>
      change(files, 'inputs.jsonl', 20, { question: 'WHICH of 3 rivers near Quito was crossed by party 21' }),
  },
  {
    check: 'split-near-duplicates',
    what: 'one word more',
    status: 'warn',
    break: (files) =>
      change(files, 'inputs.jsonl', 20, { question: 'Which of the 3 rivers near Quito was crossed by party 21 then?' }),
  },
  {
    check: 'split-near-duplicates',
    what: 'the same words, turned round',
    status: 'warn',
    break: (files) =>
      change(files, 'inputs.jsonl', 20, { question: 'Near Quito, which of the 3 rivers was crossed by party 21?' }),
  },
  {
    check: 'duplicate-states',
    what: 'two states with one context',
    status: 'warn',
    break: (files) => change(files, 'states.jsonl', 2, { context: data(files, 'states.jsonl')[1]!.context }),
  },
  {
    check: 'class-balance',
    what: 'no safe state in the first round',
    status: 'warn',
    break: (files) =>
      data(files, 'probe-run.jsonl')
        .filter((row) => String(row.state_id).endsWith(':0'))
        .forEach((row) => void Object.assign(row, { answer: 'no' })),
  },
];
