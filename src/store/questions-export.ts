import type { Policy } from '../core/policies/index.ts';
import type { Provenance } from '../core/present/provenance.ts';
import { type Cell, type QuestionRow, tsvLine } from '../core/questions/index.ts';
import { saveBlob } from './actions.ts';
import { askEngine, useApp } from './app-store.ts';
import { policyInForce, resolvePolicy, thresholdStatus } from './policy-ref.ts';
import { policyWords } from './policy-words.ts';
import { currentProvenance, policyRecord } from './provenance.ts';
import { useQuestions } from './questions.ts';

/** The filtered set as a file, everything it rests on beside every row. */
export async function exportQuestions(format: 'csv' | 'jsonl'): Promise<void> {
  const { dataset, view } = useApp.getState();
  const { table } = useQuestions.getState();
  if (dataset === null || table === null) return;
  const isFlips = view.questions.tab === 'flips';
  const policy = isFlips ? resolvePolicy(view.questions.to, dataset, view) : policyInForce(dataset, view);
  const against = isFlips ? ` against ${policyWords(resolvePolicy(view.questions.from, dataset, view))}` : '';
  const { range, split } = view;
  const blob = await askEngine(
    'exportQuestions',
    {
      datasetId: dataset.id,
      ticket: table.ticket,
      format,
      record: recordOf(policy),
      facts: {
        answerRule: view.answerRule,
        policy: policyWords(policy) + against,
        thresholdStatus: thresholdStatus(policy, dataset),
        selection: [range ? `${range.from}-${range.to}` : 'all', ...(split === null ? [] : [split])].join(', '),
      },
    },
    { lane: 'export' },
  );
  saveBlob(blob, `${dataset.name} questions.${format}`);
}

/** In the flip ledger the policy is the one that is looked at there. */
function recordOf(policy: Policy): Provenance | null {
  const { dataset } = useApp.getState();
  const made = currentProvenance();
  return made && dataset && { ...made, policy: policyRecord(policy, thresholdStatus(policy, dataset)) };
}

/** Rows for the clipboard: what the columns show, tabs between them. */
export const rowsAsText = (
  columns: readonly { readonly name: string; readonly value: (row: QuestionRow) => Cell }[],
  rows: readonly QuestionRow[],
): string =>
  [
    tsvLine(columns.map(({ name }) => name)),
    ...rows.map((row) => tsvLine(columns.map(({ value }) => value(row)))),
  ].join('');

/** Rows from .. to - 1 of the table on screen. */
export async function fetchRows(from: number, to: number): Promise<readonly QuestionRow[]> {
  const { dataset } = useApp.getState();
  const { table } = useQuestions.getState();
  if (dataset === null || table === null) return [];
  return askEngine('questionRows', { datasetId: dataset.id, ticket: table.ticket, from, to });
}
