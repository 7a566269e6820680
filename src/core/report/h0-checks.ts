import type { H0Question } from './h0-questions.ts';
import type { H0Checks, H0Inputs } from './h0-types.ts';

/** Sizes of the one pilot for which the published audit was written; it fails on any other (definitions.md 7). */
const PILOT = { states: 798, native: 723, counterfactual: 75, search: 523, questions: 200 } as const;

/** The published checks, in their order. `questions` gives the recomputed native EM by question id. */
export function runChecks(inputs: H0Inputs, nativeEmOf: ReadonlyMap<string, 0 | 1>): H0Checks {
  const { states, probes, runStarts, runEnds, labels, natives, labelsManifest } = inputs;
  const native = states.filter(({ role }) => role === 'native_prefix');
  const counterfactual = states.filter(({ role }) => role === 'counterfactual_forced_continue');
  const search = native.filter(({ nextAction }) => nextAction === 'SEARCH');
  const stateIds = unique(states.map(({ stateId }) => stateId));
  const probeIds = unique(probes.map(({ stateId }) => stateId));
  const questionIds = unique(states.map(({ questionId }) => questionId));
  const labelIds = labels.map(({ questionId }) => questionId);
  const nativeIds = natives.map(({ questionId }) => questionId);
  const [start] = runStarts;
  return {
    // Without the file nothing speaks against the structure: what our own reading found wrong, it reported itself.
    structure_audit_passed: inputs.structureAuditPassed ?? true,
    one_run_start: runStarts.length === 1,
    one_run_end: runEnds.length === 1,
    run_complete: runEnds.length === 1 && runEnds[0]?.status === 'complete',
    zero_probe_errors: inputs.probeErrors === 0,
    probe_inference_declared_label_blind:
      runStarts.length === 1 && start?.labelsMounted === false && start.goldFieldsReceived === 0,
    expected_state_count: states.length === PILOT.states,
    expected_native_state_count: native.length === PILOT.native,
    expected_counterfactual_state_count: counterfactual.length === PILOT.counterfactual,
    expected_native_search_state_count: search.length === PILOT.search,
    expected_probe_count: probes.length === PILOT.states,
    all_probes_are_answers: probes.every(({ action, hasAnswerText }) => action === 'ANSWER' && hasAnswerText),
    unique_state_ids: stateIds.length === states.length,
    unique_probe_ids: probeIds.length === probes.length,
    state_probe_ids_exact: isSameList(stateIds, probeIds),
    prompt_hashes_exact: arePromptsEqual(inputs),
    expected_question_count: questionIds.length === PILOT.questions,
    expected_label_count: labels.length === PILOT.questions,
    expected_native_comparison_count: natives.length === PILOT.questions,
    unique_label_ids: unique(labelIds).length === PILOT.questions,
    unique_native_ids: unique(nativeIds).length === PILOT.questions,
    label_order_exact: isSameList(labelIds, questionIds),
    native_order_exact: isSameList(nativeIds, questionIds),
    all_labels_have_targets: labels.every(({ hasTargets }) => hasTargets),
    native_search_counts_match_manifest: doSearchesMatch(inputs, native, questionIds),
    labels_hash_matches_materialization: (labelsManifest?.sha256 ?? null) === (artifactHashesOf(inputs).labels ?? null),
    labels_materialization_count: labelsManifest?.count === PILOT.questions,
    final_test_labels_not_used: labelsManifest?.finalTestLabelsRead === false,
    native_em_recomputed_exact: natives.every(
      ({ questionId, officialEm }) => !nativeEmOf.has(questionId) || nativeEmOf.get(questionId) === officialEm,
    ),
  };
}

/** The hashes of the report. Where no file gives them, the labels manifest speaks for the labels. */
export function artifactHashesOf({ artifactHashes, labelsManifest }: H0Inputs): Readonly<Record<string, string>> {
  if (artifactHashes !== null) return artifactHashes;
  const labels = labelsManifest?.sha256 ?? null;
  return labels === null ? {} : { labels };
}

/** Only what belongs to the given questions: the audit of a part is the audit of these rows alone. */
export function restrictInputs(inputs: H0Inputs, questionIds: ReadonlySet<string>): H0Inputs {
  const isWanted = ({ questionId }: { readonly questionId: string }): boolean => questionIds.has(questionId);
  const states = inputs.states.filter(isWanted);
  const dropped = new Set(inputs.states.filter((row) => !isWanted(row)).map(({ stateId }) => stateId));
  return {
    ...inputs,
    states,
    probes: inputs.probes.filter(({ stateId }) => !dropped.has(stateId)),
    labels: inputs.labels.filter(isWanted),
    natives: inputs.natives.filter(isWanted),
  };
}

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

const isSameList = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id, i) => id === right[i]);

function arePromptsEqual({ states, probes }: H0Inputs): boolean {
  const hashes = new Map(probes.map(({ stateId, promptHash }) => [stateId, promptHash]));
  return states.every(({ stateId, promptHash }) => hashes.has(stateId) && hashes.get(stateId) === promptHash);
}

/** The searches that the native rows state are the largest `native_search_count` among the question's native states. */
function doSearchesMatch({ natives }: H0Inputs, native: H0Inputs['states'], questionIds: readonly string[]): boolean {
  const most = new Map<string, number>();
  for (const { questionId, nativeSearchCount } of native) {
    most.set(questionId, Math.max(most.get(questionId) ?? -1, nativeSearchCount ?? -1));
  }
  const stated = new Map(natives.map(({ questionId, searchCalls }) => [questionId, searchCalls]));
  return questionIds.every((id) => most.has(id) && stated.get(id) === most.get(id));
}

export const nativeEmById = (questions: readonly H0Question[], ids: readonly string[]): ReadonlyMap<string, 0 | 1> =>
  new Map(questions.map(({ question, nativeEm }) => [ids[question]!, nativeEm]));
