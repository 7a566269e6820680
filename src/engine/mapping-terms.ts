/** What the page needs of a mapping without asking the worker: words and the file it is saved as. */
export {
  columnsOf,
  formatMapping,
  MAPPED_ROLES,
  parseMapping,
  ROLE_NAMES,
  whatIsMissing,
} from '../ingest/mapping/mapping.ts';
