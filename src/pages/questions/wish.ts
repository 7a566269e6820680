import type { DatasetHandle } from '../../store/handles.ts';
import type { TableWish } from '../../store/questions.ts';

/** What the facet column needs to know of a dataset's questions. */
export function wishFor(dataset: DatasetHandle, isFlips: boolean, isMoreOpen: boolean): TableWish {
  const meta = dataset.metaNames.map((name) => `meta:${name}`);
  return {
    facets: [
      ...(isFlips ? ['flip', 'flipFrom', 'flipTo', 'flipSearches'] : []),
      'outcome',
      'flags',
      ...meta,
      'saved',
      'tags',
      ...(isMoreOpen
        ? [
            'nativeSearches',
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
