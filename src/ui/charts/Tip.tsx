import styles from './chart.module.css';

export interface TipContent {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
}

/** What the handle says after 200 ms of hover; a screen reader hears the slider's value instead. */
export function Tip({ content, x, y }: { readonly content: TipContent; readonly x: number; readonly y: number }) {
  return (
    <div className={styles.tip} style={{ left: x, top: y }} aria-hidden="true">
      <b>{content.title}</b>
      <dl>
        {content.rows.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
