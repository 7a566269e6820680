import type { Problem } from '../core/result.ts';
import { splitNames } from '../core/selection.ts';
import type { Ingested } from '../ingest/index.ts';
import type { ProtocolHandle } from './audit-session.ts';
import type { DatasetHandle, ProblemGroup } from './dataset-handle.ts';

const EXAMPLES = 5;

/** What the page is told of a dataset that the worker holds. */
export function describeDataset(id: number, ingested: Ingested, protocol: ProtocolHandle): DatasetHandle {
  const { dataset } = ingested;
  return {
    id,
    name: dataset.name,
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
    protocol,
  };
}

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
