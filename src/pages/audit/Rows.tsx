import { type ReactNode, useRef } from 'react';
import { TableMenu } from '../../ui/export/TableMenu.tsx';
import { ofElement } from '../../ui/export/table-source.ts';
import { classNames } from '../../ui/parts/class-names.ts';
import styles from './audit.module.css';

export interface RowsProps {
  readonly label: string;
  /** Of the table in a file. */
  readonly title: string;
  readonly fileName: string;
  /** What the table is about, where that is not what the view looks at. */
  readonly notes: readonly string[];
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A table that scrolls by itself, so that it can be reached by keyboard, with its export. */
export function Rows({ label, title, fileName, notes, className, children }: RowsProps) {
  const root = useRef<HTMLElement>(null);
  const source = () => {
    const table = root.current?.querySelector('table') ?? null;
    return table && ofElement('audit', title, table);
  };
  return (
    <>
      <p className={styles.export}>
        <TableMenu {...{ source, fileName, notes }} rowCount={0} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={root} className={classNames(styles.rows, className)} aria-label={label} tabIndex={0}>
        {children}
      </section>
    </>
  );
}
