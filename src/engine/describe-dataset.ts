import { stateOf } from '../core/protocol/state.ts';
import type { Problem } from '../core/result.ts';
import { splitNames } from '../core/selection.ts';
import type { Dataset } from '../core/terms.ts';
import type { Ingested, OrderJoin } from '../ingest/index.ts';
import type { ProtocolHandle } from './audit-session.ts';
import type { DatasetHandle, OrderJoinLook, ProblemGroup } from './dataset-handle.ts';
import { runKey } from './run-key.ts';

const EXAMPLES = 5;

/** What the page gets to know. */
export function describeDataset(id: number, ingested: Ingested, protocol: ProtocolHandle): DatasetHandle {
  const { dataset } = ingested;
  return {
    id,
    name: dataset.name,
    runKey: runKey(dataset),
    notice: dataset.notice,
    questionCount: dataset.questions.count,
    stateCount: dataset.states.count,
    judges: dataset.judges.map(({ id: judgeId, name, frozen }) => ({ id: judgeId, name, frozen })),
    splits: splitNames(dataset),
    metaNames: dataset.questions.meta.map((column) => column.name),
    ranges: dataset.ranges,
    sources: dataset.sources,
    hasStored: dataset.stored !== undefined,
    problems: { groups: groupProblems(ingested), rowsAside: ingested.aside.count },
    orderJoins: ingested.orderJoins.map((join) => lookAt(join, dataset, stateOf(protocol.protocol).sealed !== null)),
    protocol,
  };
}

function lookAt(
  { labels, runs, count, first, isConfirmed }: OrderJoin,
  { sources }: Dataset,
  isSealed: boolean,
): OrderJoinLook {
  return {
    labelsFile: sources[labels]!.name,
    runsFile: sources[runs]!.name,
    count,
    first: first.map(({ label, run }) => ({
      label: inWords(label.line, label.id, label.text, isSealed ? 'sealed' : [label.gold].flat().join(' | ')),
      run: inWords(run.line, run.id, run.text, run.answer),
    })),
    isConfirmed,
  };
}

/** "line 2: q7 · Who wrote it? → Ada". A text may be the id as well; it is said once. */
const inWords = (line: number, id: string | null, text: string | null, answer: string | null): string => {
  const names = [id, text === id ? null : text].filter((part) => part !== null).map(shortened);
  return `line ${line}: ${names.join(' · ')} → ${answer === null ? 'no answer' : shortened(answer)}`;
};

const shortened = (text: string): string => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);

const LONGEST_SHOWN = 120;

const SEVERITIES: readonly Problem['severity'][] = ['error', 'warning', 'note'];

/** Counts are exact; the problems themselves are only kept as examples. */
function groupProblems({ problems, problemCounts }: Ingested): ProblemGroup[] {
  const groups = new Map<string, { code: string; severity: Problem['severity']; count: number }>();
  for (const { code, severity, count } of problemCounts) {
    const key = `${severity} ${code}`;
    const group = groups.get(key) ?? { code, severity, count: 0 };
    groups.set(key, { ...group, count: group.count + count });
  }
  return [...groups.values()]
    .map((group) => ({
      ...group,
      examples: problems
        .filter(({ code, severity }) => code === group.code && severity === group.severity)
        .slice(0, EXAMPLES),
    }))
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
