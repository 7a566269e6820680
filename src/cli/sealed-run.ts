import { readFile } from 'node:fs/promises';
import type { AnswerRule } from '../core/answers/index.ts';
import type { AuditInput } from '../core/audit/index.ts';
import { splitsOfRanges } from '../core/audit/splits.ts';
import { judgeAnswers } from '../core/correctness.ts';
import {
  type ClaimsBlock,
  confirmedClaims,
  confirmNow,
  parseProtocol,
  resolveSplits,
  sealDataset,
  sealedQuestions,
  stateOf,
  transfersOf,
} from '../core/protocol/index.ts';
import { failed, ok, type Result } from '../core/result.ts';
import type { Dataset } from '../core/terms.ts';
import type { Ingested } from '../ingest/ingest.ts';

/** The data as it may be seen, and what the audit needs to know of the protocol. */
export interface ClosedRun {
  readonly dataset: Dataset;
  readonly splits: AuditInput['splits'];
  readonly transfers: AuditInput['transfers'];
  /** After the unseal, about the split that was looked at. */
  readonly confirmed: { readonly split: string; readonly claims: ClaimsBlock } | null;
}

/** The data as a protocol lets it be seen; without one, as it is, with the splits that it names. */
export async function withProtocol(
  { dataset }: Ingested,
  path: string | null,
  rule: AnswerRule,
): Promise<Result<ClosedRun, string>> {
  if (path === null) return ok({ dataset, splits: splitsOfRanges(dataset), transfers: [], confirmed: null });
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return failed(`${path} cannot be read.`);
  const parsed = parseProtocol(text);
  if (parsed.kind === 'failed') return failed(`${path}: ${parsed.error}`);
  const { splits: definitions, frozen, unsealed } = stateOf(parsed.value);
  const splits = resolveSplits(dataset, definitions);
  if (splits.kind === 'failed') return failed(`${path} does not fit the run: ${splits.error}`);
  const hidden = {
    ...sealDataset(dataset, sealedQuestions(parsed.value, splits.value, dataset.questions.count)),
    ...(splits.value.length === 0 ? {} : { splitMembers: splits.value }),
  };
  const split = splits.value.find(({ name }) => name === unsealed?.step.split);
  if (split === undefined || frozen === null) {
    return ok({ dataset: hidden, splits: splits.value, transfers: [], confirmed: null });
  }
  const evaluation = judgeAnswers(hidden, rule);
  const report = confirmNow(parsed.value, (id) => (id === rule.id ? evaluation : null));
  return ok({
    dataset: hidden,
    splits: splits.value,
    transfers: transfersOf(evaluation, split, frozen.step.freeze),
    confirmed: report.kind === 'failed' ? null : { split: split.name, claims: confirmedClaims(report.value) },
  });
}

/** The data with the labels sealed that it asks to keep so: for what is handed on without any protocol. */
export function sealAsAsked(dataset: Dataset): Dataset {
  const sealed = new Uint8Array(dataset.questions.count);
  for (const { from, to, isSealed } of dataset.ranges) if (isSealed === true) sealed.fill(1, from, to + 1);
  return sealDataset(dataset, sealed.includes(1) ? sealed : null);
}
