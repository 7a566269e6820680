import { failed, ok, type Result } from '../result.ts';
import type { ReportFile } from './confirm.ts';
import { hash, listOf, number, objectOf, oneOf, orNull, type Shape, text, truth, unionOf, whole } from './shape.ts';
import type { Protocol } from './types.ts';

/** The protocol as a file: every step, readable, in the order of the log. */
export const formatProtocol = (protocol: Protocol): string => `${JSON.stringify(protocol, null, 1)}\n`;
export const formatReportFile = (report: ReportFile): string => `${JSON.stringify(report, null, 1)}\n`;

const range = objectOf({ from: whole, to: whole });
const splitSource = unionOf({
  range,
  column: objectOf({ column: text, value: text }),
  ids: objectOf({ ids: listOf(text) }),
  draw: objectOf({ seed: whole, share: number, part: oneOf('drawn', 'rest'), within: orNull(range) }),
});
const role = oneOf('exploratory', 'validation', 'confirmatory', 'descriptive');
const condition = unionOf({
  compare: objectOf({ signal: text, comparison: oneOf('>', '>=', '<', '<=', '=', '!='), value: number }),
  flag: objectOf({ signal: text, isNegated: truth }),
});
const policy = unionOf({
  native: objectOf({}),
  budget: objectOf({ searches: whole }),
  threshold: objectOf({ judge: text, threshold: number }),
  decisions: objectOf({ judge: text }),
  rule: objectOf({
    rule: objectOf({ groups: listOf(listOf(condition)) }),
    tune: orNull(objectOf({ range: orNull(range), split: orNull(text) })),
  }),
});
const chosen = objectOf({
  judge: text,
  threshold: number,
  isSentinel: truth,
  stops: whole,
  hits: whole,
  precision: number,
  recall: number,
});
const choice = objectOf({
  split: text,
  minimumPrecision: number,
  minimumStops: whole,
  states: whole,
  positives: whole,
  chosen: listOf(chosen),
});
const freeze = objectOf({
  confirmatory: text,
  policy,
  thresholds: listOf(objectOf({ judge: text, value: number })),
  choice: orNull(choice),
  answerRule: text,
  margin: number,
  seed: whole,
  repeats: whole,
  fallback: oneOf('native'),
  risk: objectOf({ alpha: number, delta: number }),
  judgeCallInSearches: orNull(number),
  hypotheses: listOf(objectOf({ id: text, text })),
  note: text,
  files: listOf(objectOf({ name: text, bytes: whole, sha256: hash })),
  programVersion: text,
});
const count = objectOf({ name: text, questions: whole, idsSha256: hash });
const step = unionOf({
  opened: objectOf({
    dataset: text,
    notice: orNull(text),
    questions: whole,
    states: whole,
    files: listOf(objectOf({ name: text, bytes: whole })),
  }),
  splits: objectOf({
    splits: listOf(objectOf({ name: text, role, source: splitSource })),
    counts: listOf(count),
  }),
  sealed: objectOf({
    scope: oneOf('confirmatory', 'all'),
    questions: whole,
    labelsSha256: hash,
    wereSeen: truth,
  }),
  frozen: objectOf({ freeze }),
  unsealed: objectOf({ split: text, freezeHash: hash, labelsSha256: hash, reportSha256: hash }),
  'post-hoc': objectOf({ what: text }),
  descriptive: objectOf({ what: text }),
  resumed: objectOf({ how: oneOf('import', 'reload') }),
});
const entry = objectOf({ index: whole, time: text, step, previous: hash, hash });
const protocol = objectOf({ stopscope: oneOf('protocol'), version: versionOne, entries: listOf(entry) });

const interval = objectOf({ estimate: number, low: number, high: number });
const share = objectOf({ count: whole, of: whole, interval: orNull(listOf(number)) });
const results = objectOf({
  questions: whole,
  nativeEm: number,
  policyEm: number,
  em: interval,
  nativeSearches: number,
  policySearches: number,
  searches: interval,
  stops: whole,
  safe: whole,
  unsafe: whole,
  risk: share,
  coverage: share,
});
const report = objectOf({
  stopscope: oneOf('confirmatory-report'),
  version: versionOne,
  dataset: text,
  notice: orNull(text),
  split: count,
  role: oneOf('confirmatory'),
  unsealedAt: text,
  freezeHash: hash,
  freeze,
  verdicts: objectOf({ em: oneOf('PASS', 'FAIL'), searches: oneOf('PASS', 'FAIL') }),
  results,
  claims: listOf(objectOf({ id: text, isSupported: truth, title: text, figure: text, criterion: text })),
  summary: text,
  scope: listOf(text),
  log: listOf(entry),
});

function versionOne(value: unknown, path: string): string | null {
  return value === 1 ? null : `${path} should be 1, the only version this program knows`;
}

/** A protocol from a file's text. The error is a sentence; whether the chain holds is asked apart. */
export const parseProtocol = (content: string): Result<Protocol, string> => parseAs<Protocol>(content, protocol);
export const parseReportFile = (content: string): Result<ReportFile, string> => parseAs<ReportFile>(content, report);

function parseAs<T>(content: string, shape: Shape): Result<T, string> {
  let value: unknown;
  try {
    value = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    return failed(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const fault = shape(value, '');
  // The shape was looked at field by field just above.
  return fault === null ? ok(value as T) : failed(`${fault}.`);
}
