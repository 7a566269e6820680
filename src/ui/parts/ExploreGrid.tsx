import type { ReactNode } from 'react';
import styles from './explore-grid.module.css';

export interface ExploreGridProps {
  /** Heard, not seen: the page's name. */
  readonly heading: string;
  /** Messages above everything: post hoc, rows set aside. */
  readonly messages?: ReactNode;
  readonly readout: ReactNode;
  readonly tradeoff: ReactNode;
  readonly threshold: ReactNode;
  readonly risk: ReactNode;
  readonly states: ReactNode;
}

/**
 * The body of Explore at its four widths: side by side from 1440 px, one column below, and on a phone the sentence, the
 * trade-off, the figures, then the rest. Each panel given must fill its place.
 */
export function ExploreGrid({ heading, messages, readout, tradeoff, threshold, risk, states }: ExploreGridProps) {
  return (
    <main className={styles.explore}>
      <h1 className="sr">{heading}</h1>
      {messages && <div className={styles.messages}>{messages}</div>}
      {readout}
      <div className={styles.charts}>
        <div className={styles.tradeoff}>{tradeoff}</div>
        <div className={styles.right}>
          <div className={styles.threshold}>{threshold}</div>
          <div className={styles.lower}>
            <div className={styles.risk}>{risk}</div>
            <div className={styles.states}>{states}</div>
          </div>
        </div>
      </div>
    </main>
  );
}

/** The whole screen: bar, controls, body, status. From 1440x900 the essentials need no scrolling. */
export function Screen({ children }: { readonly children: ReactNode }) {
  return <div className={styles.screen}>{children}</div>;
}
