import { findOutcomeSet } from '../../core/outcomes/index.ts';

/** A set's name as facets and filter tokens show it. */
export const setName = (id: string): string => {
  const name = findOutcomeSet(id)?.name ?? id;
  return id === 'missed-cost-only' || id === 'missed-harmful' ? `missed, ${name}` : name;
};
