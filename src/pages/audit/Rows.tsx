import type { ReactNode } from 'react';
import { classNames } from '../../ui/parts/class-names.ts';
import styles from './audit.module.css';

/** A table that may be longer or wider than its place. */
export function Rows({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classNames(styles.rows, className)} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
