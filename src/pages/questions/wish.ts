import { STATE_MARKS_COLUMN } from '../../core/questions/index.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import type { TableWish } from '../../store/questions.ts';

/** What the facet column needs to know of a dataset's questions. `byStates`: states are filtered by. */
export function wishFor(dataset: DatasetHandle, isFlips: boolean, isMoreOpen: boolean, byStates: boolean): TableWish {
  const meta = dataset.metaNames.map((name) => `meta:${name}`);
  return {
    facets: [
      ...(isFlips ? ['flip', 'flipFrom', 'flipTo', 'flipSearches'] : []),
      'outcome',
      'flags',
      ...(byStates || isMoreOpen ? [STATE_MARKS_COLUMN] : []),
      ...meta,
      'saved',
      'tags',
      ...(isMoreOpen
        ? [
            'nativeSearches',
            'policySearches',
            'nativeVerdict',
            'policyVerdict',
            ...(dataset.splits.length > 1 ? ['split'] : []),
            'gapQuality',
            'gapCost',
          ]
        : []),
    ],
    histograms: ['score', ...(isMoreOpen ? ['margin', 'highest', 'delay', 'states', ...meta] : [])],
  };
}
