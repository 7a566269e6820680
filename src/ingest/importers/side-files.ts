import type { FileSample } from '../sample.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { Importer, Match } from './importer.ts';

/** Files that lie beside a run, are known, and add nothing to its dataset. */
const DOCUMENTS: readonly { readonly takenFor: string; readonly isIt: (document: JsonObject) => boolean }[] = [
  { takenFor: 'a manifest of labels', isIt: (it) => isObject(it.outputs) },
  {
    takenFor: 'hashes of files',
    isIt: (it) => every(it, (value) => typeof value === 'string' && /^[0-9a-f]{32,128}$/.test(value)),
  },
  { takenFor: 'the result of a structure check', isIt: (it) => typeof it.passed === 'boolean' },
  { takenFor: 'an evaluation report', isIt: (it) => isReport(it) || isObject(it.report) },
  { takenFor: 'notes on how a bundle was made', isIt: (it) => Array.isArray(it.judges) && it.stopscope === undefined },
  { takenFor: 'a list of datasets', isIt: (it) => Array.isArray(it.datasets) },
];

const every = (document: JsonObject, test: (value: unknown) => boolean): boolean => {
  const values = Object.values(document);
  return values.length > 0 && values.every(test);
};

const isReport = (it: JsonObject): boolean =>
  isObject(it.native) || isObject(it.claim_boundary) || isObject(it.system_level) || isObject(it.state_level);

const METRICS = /^(em|f1|acc|accuracy|precision|recall|count|n|exact_match|sub_em|avg_\w+|mean_\w+|sp_\w+|joint_\w+)$/i;

/** What other tools write that holds no run one could replay: said by name, so that nobody wonders. */
const foreign = ({ records, text }: FileSample): { readonly takenFor: string; readonly reason: string } | null => {
  const rows = records.filter(isObject);
  if (
    rows.length > 0 &&
    rows.every((row) => isObject(row.attributes) && (isObject(row.spanContext) || isObject(row.context)))
  ) {
    return {
      takenFor: 'OpenTelemetry spans',
      reason:
        'rows have attributes and a span context; spans hold calls, not questions with an answer, and are not read',
    };
  }
  const [first] = rows;
  if (first !== undefined && rows.length === 1 && isObject(first.eval) && first.samples === undefined) {
    return {
      takenFor: 'an Inspect log without samples',
      reason: 'it has "eval" and no "samples": there are no answers in it',
    };
  }
  if (first !== undefined && records.length === 1 && every(first, (value) => typeof value === 'number')) {
    return Object.keys(first).every((key) => METRICS.test(key))
      ? { takenFor: 'metrics', reason: 'its keys are names of metrics' }
      : null;
  }
  if (/^Action \d+: (Search|Lookup|Finish)\[/m.test(text)) {
    return {
      takenFor: 'a ReAct text log',
      reason:
        'lines say "Action 1: Search[...]"; such logs repeat questions without ids and are not read. Export trajectories as JSON Lines',
    };
  }
  if (/^Q: .*\n(.*\n)*?A: /m.test(text) && /^S: [\d.]+$/m.test(text)) {
    return {
      takenFor: 'IRCoT chains',
      reason: 'blocks of Q:, A: and S: lines; the answers stand in prediction*.json, which is read',
    };
  }
  if (/^<\|im_start\|>|<search>[\s\S]*<\/search>/m.test(text)) {
    return {
      takenFor: 'what an inference script printed',
      reason: 'it is a transcript without rows. Write one JSON object a trajectory to have it read',
    };
  }
  return null;
};

const match = (sample: FileSample): Match | null => {
  const known = (takenFor: string, reason: string): Match => ({ confidence: 0.3, reason, takenFor, use: 'aside' });
  if (sample.layout === 'empty') return known('an empty file', 'nothing stands in it');
  if (sample.layout === 'binary') {
    return sample.looksLike === 'a folder-view file of macOS' ? known(sample.looksLike, 'it begins like one') : null;
  }
  const other = foreign(sample);
  if (other !== null) return { ...known(other.takenFor, other.reason), confidence: 0.65 };
  const [first] = sample.records;
  if (isObject(first) && sample.records.length === 1 && sample.badLines === 0) {
    const kind = DOCUMENTS.find(({ isIt }) => isIt(first));
    return kind === undefined ? null : known(kind.takenFor, 'one object with its fields');
  }
  if (sample.records.length > 1 && sample.records.every((row) => isObject(row) && isDerived(row))) {
    return known('rows derived from an evaluation', 'rows carry results of policies');
  }
  const isProse =
    sample.layout === 'text' &&
    /^\s*(#|<!doctype|<html|[A-Za-z])/i.test(sample.text) &&
    !/^[^\n]*[,\t][^\n]*\n/.test(sample.text);
  return isProse ? known('text for people', 'it is prose, no data') : null;
};

const isDerived = (row: JsonObject): boolean =>
  row.record_type === undefined &&
  row.question_id !== undefined &&
  (isObject(row.policies) || isObject(row.native) || isObject(row.scores) || row.native_prediction !== undefined);

export const sideFiles: Importer = {
  id: 'side-files',
  name: 'Files beside a run',
  match,
  read: async (file, context) => context.onBytes(file.source.size),
};
