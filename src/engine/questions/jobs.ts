import { ledgerJobs } from './ledger-jobs.ts';
import { tableJobs } from './table-jobs.ts';
import { trajectoryJobs } from './trajectory-jobs.ts';
import { type Loaded, workspaces } from './workspace.ts';

/** All jobs behind the pages about questions. */
export function questionJobs(find: (datasetId: number) => Loaded) {
  const open = workspaces(find);
  return { ...tableJobs(open), ...trajectoryJobs(open), ...ledgerJobs(open) };
}
