import { useMemo } from 'react';
import { labelled, sealed } from '../../core/metrics/quantities.ts';
import type { Totals } from '../../core/metrics/totals.ts';
import { type ActiveBands, isAtFrozen, useActiveBands, useActiveJudge } from '../../figures/use-policy.ts';
import { useApp } from '../../store/app-store.ts';
import type { CurveBands, Curves, DatasetHandle } from '../../store/handles.ts';
import { type Standing, standingOf } from '../../store/protocol-looks.ts';
import { selectionWords } from '../../store/selection-words.ts';
import { type ActiveJudge, type PolicyReading, readPolicy, thresholdOf } from '../../store/selectors.ts';
import type { View } from '../../store/view.ts';
import { formatThreshold } from '../../ui/parts/format.ts';

/** Whether right and wrong may be spoken of. `part`: of some questions only; figures are over those. */
export type Labels = 'known' | 'part' | 'sealed' | 'none';

/** All that slides say figures about. One object: a slide that is not on may be given an older one. */
export interface Talk {
  readonly dataset: DatasetHandle;
  readonly curves: Curves;
  readonly view: View;
  /** null: the run has no judge. */
  readonly active: ActiveJudge | null;
  readonly policy: PolicyReading | null;
  readonly native: Totals;
  readonly bands: ActiveBands;
  readonly standing: Standing;
  readonly labels: Labels;
  /** "θ = 7.875, frozen", "never stop", "native". */
  readonly threshold: string;
  /** A frozen threshold came with the data and another one is looked at, or the protocol says so. */
  readonly isPostHoc: boolean;
  /** What an own title is written about: threshold, judge and questions. */
  readonly about: string;
}

/** null while there are no figures. */
export function useTalk(): Talk | null {
  const dataset = useApp((state) => state.dataset);
  const curves = useApp((state) => state.curves);
  const view = useApp((state) => state.view);
  const active = useActiveJudge();
  const bands = useActiveBands(active);
  const at = active === null ? null : thresholdOf(view, active.handle);
  const policy = useMemo(() => (active === null || at === null ? null : readPolicy(active, at)), [active, at]);
  return useMemo(() => {
    if (dataset === null || curves === null || curves.questionCount === 0) return null;
    const standing = standingOf(dataset, view, curves.role);
    const isMoved = active !== null && at !== null && active.handle.frozen !== null && !isAtFrozen(active, at);
    const threshold = thresholdWords(active, at, isMoved);
    return {
      dataset,
      curves,
      view,
      active,
      policy,
      native: curves.native.totals,
      bands,
      standing,
      labels: labelsOf(curves.native.totals, curves.questionCount),
      threshold,
      isPostHoc: isMoved || standing.kind === 'post-hoc',
      about: [threshold, active?.handle.name, selectionWords(view)].filter((part) => part !== undefined).join(', '),
    };
  }, [dataset, curves, view, active, at, policy, bands]);
}

function labelsOf(native: Totals, questions: number): Labels {
  const known = native[labelled.id]!;
  if (known === questions) return 'known';
  if (known > 0) return 'part';
  return (native[sealed.id] ?? 0) > 0 ? 'sealed' : 'none';
}

function thresholdWords(active: ActiveJudge | null, at: number | null, isMoved: boolean): string {
  if (active === null || at === null) return 'native';
  if (at === Number.POSITIVE_INFINITY) return 'never stop';
  const { frozen } = active.handle;
  const state = frozen === null ? '' : isMoved ? ', post hoc' : frozen.isSentinel ? ', sentinel' : ', frozen';
  return `θ = ${formatThreshold(at)}${state}`;
}

/** The intervals at the policy in force; null where there are none, or EM has none there. */
export function intervalsAt({ bands, policy }: Talk): {
  readonly em: { readonly low: number; readonly high: number };
  readonly searches: { readonly low: number; readonly high: number };
  readonly bands: CurveBands & { readonly em: NonNullable<CurveBands['em']> };
} | null {
  if (bands.kind !== 'ready' || policy === null || bands.bands.em === null) return null;
  const { em, searches } = bands.bands;
  const { row } = policy;
  if (Number.isNaN(em.low[row]!)) return null;
  const at = (band: CurveBands['searches']) => ({ low: band.low[row]!, high: band.high[row]! });
  return { em: at(em), searches: at(searches), bands: { ...bands.bands, em } };
}
