import { useApp } from '../../store/app-store.ts';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { ControlsBar, useIsPhone } from './ControlsBar.tsx';
import styles from './explore.module.css';
import { PolicyReadout } from './PolicyReadout.tsx';
import { StatePanel } from './StatePanel.tsx';
import { TradeoffPanel } from './TradeoffPanel.tsx';
import { useActiveJudge } from './use-explore.ts';

/** The heart of the app: one threshold, moved everywhere at once. */
export default function Explore() {
  const dataset = useApp((state) => state.dataset);
  const curves = useApp((state) => state.curves);
  const active = useActiveJudge();
  const isPhone = useIsPhone();
  if (dataset === null || curves === null || active === null)
    return <Skeleton width="100%" height={600} label="Reading" />;
  return (
    <>
      <ControlsBar dataset={dataset} active={active} isPhone={isPhone} />
      <main className={styles.page} data-fits>
        <div className={styles.readout}>
          <PolicyReadout active={active} curves={curves} />
        </div>
        <div className={styles.charts}>
          <TradeoffPanel dataset={dataset} curves={curves} active={active} />
          <div className={styles.right}>
            <div />
            <div className={styles.lower}>
              <div />
              <StatePanel active={active} />
            </div>
          </div>
        </div>
      </main>
    </>
  );
}
