import type { Evidence, ListEvidence, RowKind } from './evidence.ts';

/** All parts of one run: a native run, a probe run, a judge's run. Inputs, labels and states are lists, no runs. */
export interface Run {
  readonly lists: readonly ListEvidence[];
}

const RUN_KINDS: ReadonlySet<RowKind> = new Set<RowKind>(['trajectory', 'probe', 'judge_score']);

export function runsOf({ lists }: Evidence): readonly Run[] {
  const groups = new Map<string, ListEvidence[]>();
  for (const list of lists) {
    if (!RUN_KINDS.has(list.kind)) continue;
    const group = groups.get(list.group);
    if (group === undefined) groups.set(list.group, [list]);
    else group.push(list);
  }
  return [...groups.values()].map((members) => ({ lists: members }));
}
