import { roleOfSelection } from '../core/protocol/index.ts';
import { type SelectionSpec, select } from '../core/selection.ts';
import type { Dataset } from '../core/terms.ts';
import { JobFailure } from './job-context.ts';

/** Figures over exploratory and confirmatory questions together confirm nothing. */
export function refusePool(dataset: Dataset, spec: SelectionSpec, isDescriptive: boolean): void {
  const role = roleOfSelection(dataset, select(dataset, spec));
  if (role.kind !== 'pooled' || isDescriptive) return;
  throw new JobFailure({
    code: 'pool.refused',
    severity: 'warning',
    message: `These questions pool ${role.roles.join(' and ')}.`,
    effect: 'Figures over them together confirm nothing. They are shown only when you call them descriptive.',
    file: null,
    line: null,
  });
}
