import type { H0Inputs, H0NativeRow, H0ProbeRow, H0StateRow } from '../core/report/h0-types.ts';
import type { ByteSource } from './byte-source.ts';
import { isObject, type JsonObject, stringOr } from './importers/guards.ts';
import type { Ingested } from './ingest.ts';
import { readJsonLines } from './readers/json-lines.ts';
import { takeSample } from './sample.ts';

/** Lists that grow while files are read. */
interface Collected {
  readonly states: H0StateRow[];
  readonly probes: H0ProbeRow[];
  readonly runStarts: { labelsMounted: unknown; goldFieldsReceived: unknown }[];
  readonly runEnds: { status: unknown }[];
  readonly labels: { questionId: string; hasTargets: boolean }[];
  readonly natives: H0NativeRow[];
  probeErrors: number;
  labelsManifest: H0Inputs['labelsManifest'];
  artifactHashes: Readonly<Record<string, string>> | null;
  structureAuditPassed: boolean | null;
}

/**
 * What the reachability audit checks besides the dataset, or null when the files do not have its layout: first answers
 * of the native run (`native_first_answer`) beside states and probes. Looks at content, never at names.
 */
export async function readH0Inputs({ sources }: Pick<Ingested, 'sources'>): Promise<H0Inputs | null> {
  const samples = await Promise.all(sources.map(takeSample));
  const isAudit = samples.some(({ records }) =>
    records.some((row) => isObject(row) && isObject(row.native_first_answer)),
  );
  if (!isAudit) return null;
  const collected: Collected = {
    states: [],
    probes: [],
    runStarts: [],
    runEnds: [],
    labels: [],
    natives: [],
    probeErrors: 0,
    labelsManifest: null,
    artifactHashes: null,
    structureAuditPassed: null,
  };
  for (const [index, source] of sources.entries()) {
    const { layout, records, badLines } = samples[index]!;
    const rows = records.filter(isObject);
    const isDocument = layout === 'json-document' || (rows.length === 1 && badLines === 0);
    if (rows.length === 0 || (isDocument && readSideFile(rows[0]!, collected))) continue;
    if (rows.some((row) => row.record_type === 'trajectory' || row.record_type === 'judge_score')) continue;
    await readRows(source, index, collected);
  }
  return collected;
}

/** True when the document was one of the audit's side files. */
function readSideFile(document: JsonObject, into: Collected): boolean {
  if (isObject(document.outputs)) {
    const labels = isObject(document.outputs.labels) ? document.outputs.labels : {};
    into.labelsManifest = {
      sha256: stringOr(labels.sha256, null),
      count: typeof labels.count === 'number' ? labels.count : null,
      finalTestLabelsRead:
        typeof document.final_test_labels_read === 'boolean' ? document.final_test_labels_read : null,
    };
    return true;
  }
  if (typeof document.passed === 'boolean') {
    into.structureAuditPassed = document.passed;
    return true;
  }
  const entries = Object.entries(document);
  if (typeof document.labels !== 'string' || document.question_id !== undefined) return false;
  into.artifactHashes = Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
  return true;
}

async function readRows(source: ByteSource, index: number, into: Collected): Promise<void> {
  const starts: JsonObject[] = [];
  const ends: JsonObject[] = [];
  let isProbeRun = false;
  await readJsonLines(source, index, {
    onRow: (row) => {
      if (!isObject(row)) return;
      if (row.record_type === 'run_start') starts.push(row);
      else if (row.record_type === 'run_end') ends.push(row);
      else {
        isProbeRun ||= row.record_type === 'probe' || row.record_type === 'probe_error';
        readRow(row, into);
      }
    },
    // Faults of the files were reported when the dataset was read.
    onBad: () => {},
    onDamagedText: () => {},
    onBytes: () => {},
    signal: new AbortController().signal,
  });
  if (!isProbeRun) return;
  for (const row of starts) {
    into.runStarts.push({ labelsMounted: row.labels_mounted, goldFieldsReceived: row.gold_fields_received });
  }
  for (const row of ends) into.runEnds.push({ status: row.status });
}

const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function readRow(row: JsonObject, into: Collected): void {
  const questionId = String(row.question_id);
  switch (row.record_type) {
    case 'state':
      into.states.push({
        stateId: String(row.state_id ?? row.request_id),
        questionId,
        role: stringOr(row.state_role, null),
        nextAction: stringOr(row.native_next_action, null),
        nativeSearchCount: numberOr(row.native_search_count),
        promptHash: stringOr(row.probe_input_ids_sha256, null),
      });
      return;
    case 'probe':
      into.probes.push({
        stateId: String(row.state_id ?? row.request_id),
        action: stringOr(row.action, null),
        hasAnswerText: typeof row.answer === 'string',
        promptHash: stringOr(row.probe_input_ids_sha256, null),
      });
      return;
    case 'probe_error':
      into.probeErrors += 1;
      return;
    default:
  }
  if (isObject(row.native_first_answer)) {
    const { official_em: em, search_calls: searches } = row.native_first_answer;
    into.natives.push({ questionId, officialEm: numberOr(em), searchCalls: numberOr(searches) });
  } else if (row.record_type === undefined && (row.targets !== undefined || row.answer !== undefined)) {
    into.labels.push({ questionId, hasTargets: Array.isArray(row.targets) && row.targets.length > 0 });
  }
}
