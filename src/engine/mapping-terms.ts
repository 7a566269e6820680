/** What the page needs of a mapping without asking the worker: words and the file it is saved as. */
export { formatMapping, MAPPED_ROLES, ROLE_NAMES, whatIsMissing } from '../ingest/mapping/mapping.ts';
