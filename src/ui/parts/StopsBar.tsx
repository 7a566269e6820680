import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { formatCount } from './format.ts';
import { UnsafeHatch } from './Hatch.tsx';
import styles from './readout.module.css';

/** A count that opens the questions behind it; plain text where there is nowhere to go. */
export function Count(props: {
  readonly children: ReactNode;
  readonly tone?: 'safe' | 'unsafe';
  /** "Show the 42 questions with a safe stop". */
  readonly label?: string;
  readonly onOpen?: (() => void) | undefined;
}) {
  const { children, tone, label, onOpen } = props;
  const className = classNames(styles.count, tone && styles[tone]);
  return onOpen ? (
    <button type="button" className={className} aria-label={label} onClick={onOpen}>
      {children}
    </button>
  ) : (
    <span className={className}>{children}</span>
  );
}

/** Safe stops solid, unsafe stops hatched, in proportion. Nothing is drawn without stops. */
export function StopsBar({ safe, unsafe }: { readonly safe: number; readonly unsafe: number }) {
  const hatch = useId();
  const total = safe + unsafe;
  if (total === 0) return <svg className={styles.bar} aria-hidden="true" focusable="false" />;
  const width = (safe / total) * 100;
  return (
    <svg
      className={styles.bar}
      role="img"
      aria-label={`${formatCount(safe)} safe stops, ${formatCount(unsafe)} unsafe stops`}
    >
      <defs>
        <UnsafeHatch id={hatch} />
      </defs>
      {safe > 0 && <rect width={`${width}%`} height="10" rx="2" fill="var(--safe)" />}
      {unsafe > 0 && (
        <svg x={`${width}%`} width={`${100 - width}%`} height="10" style={{ overflow: 'visible' }} aria-hidden="true">
          <rect
            x={safe > 0 ? 2.5 : 0.5}
            y=".5"
            height="9"
            rx="2"
            fill={`url(#${hatch})`}
            stroke="var(--unsafe)"
            style={{ width: `calc(100% - ${safe > 0 ? 3 : 1}px)` }}
          />
        </svg>
      )}
    </svg>
  );
}
