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

const match = (sample: FileSample): Match | null => {
  const known = (takenFor: string, reason: string): Match => ({ confidence: 0.3, reason, takenFor, use: 'aside' });
  if (sample.layout === 'empty') return known('an empty file', 'nothing stands in it');
  if (sample.layout === 'binary') {
    return sample.looksLike === 'a folder-view file of macOS' ? known(sample.looksLike, 'it begins like one') : null;
  }
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
