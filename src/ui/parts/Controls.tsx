import type { ReactNode } from 'react';
import styles from './controls.module.css';

/** The 52 px bar under the app bar: judges and split left, threshold right. Wraps in two rows on narrower screens. */
export function Controls({ left, right }: { readonly left: ReactNode; readonly right?: ReactNode }) {
  return (
    <section className={styles.controls} aria-label="Judge, split, threshold">
      {left}
      {right && <span className={styles.grow} />}
      {right}
    </section>
  );
}

/** Hairline between judges and split. */
export function ControlsDivider() {
  return <span className={styles.divider} aria-hidden="true" />;
}
