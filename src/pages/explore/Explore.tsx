import { useApp } from '../../store/app-store.ts';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { ControlsBar, useIsPhone } from './ControlsBar.tsx';
import styles from './explore.module.css';
import { PolicyReadout } from './PolicyReadout.tsx';
import { StatePanel } from './StatePanel.tsx';
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
      <main className={styles.page}>
        <div className={styles.readout}>
          <PolicyReadout active={active} curves={curves} />
        </div>
        <StatePanel active={active} />
      </main>
    </>
  );
}
