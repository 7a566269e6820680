import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import styles from './explore.module.css';

/** The page's shape while the first figures are on their way. */
export function LoadingExplore() {
  return (
    <main className={styles.page} data-fits aria-busy="true">
      <h1 className="sr">Explore</h1>
      <div className={styles.readout}>
        <Skeleton width="100%" height={154} label="The readout is being computed" />
      </div>
      <div className={styles.charts}>
        <Skeleton width="100%" height="100%" label="The trade-off is being computed" />
        <div className={styles.right}>
          <Skeleton width="100%" height="100%" label="The threshold chart is being computed" />
          <Skeleton width="100%" height="100%" label="The risk chart is being computed" />
        </div>
      </div>
    </main>
  );
}
