import { type ReactNode, useId, useRef } from 'react';
import { TableMenu } from '../export/TableMenu.tsx';
import { ofElement } from '../export/table-source.ts';
import { classNames } from './class-names.ts';
import styles from './panel.module.css';

export interface PanelProps {
  readonly title: string;
  /** Quiet words after the title. */
  readonly sub?: ReactNode;
  /** Controls directly after the title: metric selects. */
  readonly head?: ReactNode;
  /** Right end of the head: Table, Export. */
  readonly actions?: ReactNode;
  /** Name of the files that the panel's tables are written into; without it they have no export of their own. */
  readonly tableName?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A surface with a head. Panels never hold panels. */
export function Panel({ title, sub, head, actions, tableName, className, children }: PanelProps) {
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const tables = () => [...(root.current?.querySelectorAll('table') ?? [])];
  const titles = () => tables().map((table) => table.caption?.textContent ?? title);
  const source = (place: number) => {
    const table = tables()[place];
    if (table === undefined) return null;
    return ofElement(tableName ?? '', tables().length === 1 ? title : (titles()[place] ?? title), table);
  };
  return (
    <section ref={root} className={classNames(styles.panel, className)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {head}
        {sub && <span className={styles.sub}>{sub}</span>}
        <span className={styles.grow} />
        {actions}
        {tableName !== undefined && <TableMenu {...{ source, titles }} rowCount={0} fileName={tableName} />}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** A quiet word between two selects of a head ("against"); a phone leaves it out. */
export function HeadWord({ children }: { readonly children: string }) {
  return <span className={classNames(styles.sub, styles.word)}>{children}</span>;
}

export interface StateLevelRow {
  readonly label: string;
  /** "46 / 74", "never stop". */
  readonly counts?: ReactNode;
  /** null: an empty denominator; `words` says which. */
  readonly value: ReactNode | null;
  readonly words?: string;
  /** Below the value, right aligned: "[0.00571, 0.07228]". */
  readonly interval?: string;
}

export interface StateLevelPanelProps {
  readonly stateCount: ReactNode;
  readonly rows: readonly StateLevelRow[];
  readonly className?: string | undefined;
}

/** Figures over states, not over questions: apart from the cards, and labelled so. */
export function StateLevelPanel({ stateCount, rows, className }: StateLevelPanelProps) {
  return (
    <Panel title="State level" sub={stateCount} className={className}>
      <dl className={styles.rows}>
        {rows.map((row) => (
          <div key={row.label} className={styles.row}>
            <dt>{row.label}</dt>
            <dd>
              {row.counts && <span className={styles.counts}>{row.counts}</span>}
              {row.value === null ? (
                <span className={styles.words}>{row.words ?? 'not recorded'}</span>
              ) : (
                <span className={styles.value}>{row.value}</span>
              )}
            </dd>
            {row.interval && <dd className={styles.interval}>{row.interval}</dd>}
          </div>
        ))}
      </dl>
    </Panel>
  );
}
