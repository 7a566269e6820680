import { useApp } from '../../store/app-store.ts';
import type { CurveBands, Curves, DatasetHandle } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { formatCount } from '../../ui/parts/format.ts';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { StatusBar } from '../../ui/parts/StatusBar.tsx';
import { ControlsBar } from './ControlsBar.tsx';
import { Dock } from './Dock.tsx';
import styles from './explore.module.css';
import { PolicyReadout } from './PolicyReadout.tsx';
import { RiskPanel } from './RiskPanel.tsx';
import { StatePanel } from './StatePanel.tsx';
import { ThresholdPanel } from './ThresholdPanel.tsx';
import { TradeoffPanel } from './TradeoffPanel.tsx';
import { useActiveJudge } from './use-explore.ts';
import { useIsPhone } from './use-is-phone.ts';

/** The heart of the app: one threshold, moved everywhere at once. */
export default function Explore() {
  const dataset = useApp((state) => state.dataset);
  const curves = useApp((state) => state.curves);
  const active = useActiveJudge();
  const isPhone = useIsPhone();
  const bands = useApp((state) => state.bands);
  if (dataset === null || curves === null || active === null)
    return <Skeleton width="100%" height={600} label="Reading" />;
  const tradeoff = <TradeoffPanel dataset={dataset} curves={curves} active={active} />;
  return (
    <>
      <ControlsBar dataset={dataset} active={active} isPhone={isPhone} />
      <main className={styles.page} data-fits>
        <div className={styles.readout}>
          <PolicyReadout active={active} curves={curves} between={isPhone && tradeoff} />
        </div>
        <div className={styles.charts}>
          {!isPhone && tradeoff}
          <div className={styles.right}>
            <ThresholdPanel dataset={dataset} curves={curves} active={active} />
            <div className={styles.lower}>
              <RiskPanel dataset={dataset} curves={curves} active={active} />
              <StatePanel dataset={dataset} active={active} />
            </div>
          </div>
        </div>
      </main>
      {isPhone && <Dock active={active} />}
      <StatusBar
        facts={statusFacts(dataset, curves, active, bands)}
        promise="Computed on this machine. Nothing was uploaded."
      />
    </>
  );
}

function statusFacts(dataset: DatasetHandle, curves: Curves, active: ActiveJudge, bands: CurveBands | null): string[] {
  return [
    ...(dataset.notice ? [dataset.notice] : []),
    `${formatCount(curves.questionCount)} questions`,
    `${formatCount(curves.eligibleStateCount)} eligible states`,
    `${formatCount(active.sweep.thresholds.length)} distinct policies on the active curve`,
    ...(bands
      ? [
          `bootstrap ${formatCount(bands.repeats)} × ${formatCount(curves.questionCount)}, seeds ${bands.seeds.em}, ${bands.seeds.searches}`,
        ]
      : []),
  ];
}
