import { useId } from 'react';
import { formatCount, formatShare } from '../parts/format.ts';
import { UnsafeHatch } from '../parts/Hatch.tsx';
import styles from './chart.module.css';
import { useSize } from './use-size.ts';

/** Early stops as one bar: safe solid, unsafe hatched, in proportion, each with its count and share. */
export function StopsColumn({
  title,
  safe,
  unsafe,
}: {
  readonly title: string;
  readonly safe: number;
  readonly unsafe: number;
}) {
  const [root, size] = useSize<HTMLElement>();
  const hatch = useId();
  const total = safe + unsafe;
  const width = size?.width ?? 0;
  const top = 44;
  const height = Math.max(20, (size?.height ?? 0) - top - 22);
  const cut = total === 0 ? 0 : (height * safe) / total;
  const bar = Math.min(72, width * 0.3);
  const words = (count: number) => `${formatCount(count)} of ${formatCount(total)}, ${formatShare(count / total)}`;
  return (
    <figure
      ref={root}
      className={styles.chart}
      aria-label={total === 0 ? `${title}: no stops` : `${title}: ${words(safe)} safe, ${words(unsafe)} unsafe`}
    >
      {size && (
        <svg width={width} height={size.height} aria-hidden="true" focusable="false">
          <defs>
            <UnsafeHatch id={hatch} />
          </defs>
          <text x={12} y={14} className={styles.name}>
            {title}
          </text>
          <text x={12} y={30} className={styles.axisTitle}>
            {total === 0 ? 'no stops' : `${formatCount(total)} first stops`}
          </text>
          {total > 0 && (
            <>
              <rect x={12} y={top} width={bar} height={cut} fill="var(--safe)" />
              <rect
                x={12.5}
                y={top + cut + 1.5}
                width={bar - 1}
                height={Math.max(0, height - cut - 2)}
                fill={`url(#${hatch})`}
                stroke="var(--unsafe)"
              />
              <Words x={24 + bar} y={top + cut / 2} name="Safe stops" text={words(safe)} token="var(--safe)" />
              <Words
                x={24 + bar}
                y={top + cut + (height - cut) / 2}
                name="Unsafe stops"
                text={words(unsafe)}
                token="var(--unsafe)"
              />
            </>
          )}
        </svg>
      )}
    </figure>
  );
}

function Words({
  x,
  y,
  name,
  text,
  token,
}: {
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly text: string;
  readonly token: string;
}) {
  return (
    <>
      <text x={x} y={y - 2} className={styles.name} style={{ fill: token }}>
        {name}
      </text>
      <text x={x} y={y + 14} className={styles.axisTitle}>
        {text}
      </text>
    </>
  );
}
