import { MINUS } from '../parts/format.ts';
import styles from './chart.module.css';
import { formatTick, niceTicks } from './ticks.ts';
import { useSize } from './use-size.ts';
import { type Extent, pad } from './view.ts';

export interface IntervalRow {
  readonly key: string;
  /** "(a) EM difference". */
  readonly title: string;
  /** Estimate and ends in words: the exact figures. */
  readonly text: string;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly unit: 'number' | 'share';
  /** A line at a value with its name: the frozen margin, no difference. Dashed, but for 0. */
  readonly line?: { readonly value: number; readonly label: string };
  /** The side of the line on which the whole interval has to lie, shaded. */
  readonly passes?: 'above' | 'below';
}

/** Estimates with their 95 % intervals, a row each on a scale of its own: the units differ. */
export function IntervalRows({ label, rows }: { readonly label: string; readonly rows: readonly IntervalRow[] }) {
  const [root, size] = useSize<HTMLElement>();
  return (
    <figure ref={root} className={styles.chart} aria-label={label}>
      {size && (
        <svg width={size.width} height={size.height} aria-hidden="true" focusable="false">
          {rows.map((row, i) => (
            <g key={row.key} transform={`translate(0 ${(size.height / rows.length) * i})`}>
              <Row row={row} width={size.width} height={size.height / rows.length} />
            </g>
          ))}
        </svg>
      )}
    </figure>
  );
}

const HEAD = 36;
const FOOT = 22;

function Row({ row, width, height }: { readonly row: IntervalRow; readonly width: number; readonly height: number }) {
  const { title, text, estimate, low, high, unit, line, passes } = row;
  const left = 12;
  const right = width - 20;
  const scale = extentOf(row);
  const at = (value: number) => left + ((value - scale.low) / (scale.high - scale.low)) * (right - left);
  const bottom = height - FOOT;
  const middle = HEAD + (bottom - HEAD) / 2;
  const ticks = niceTicks(scale, Math.max(2, (right - left) / 90), unit);
  return (
    <>
      <text x={left} y={14} className={styles.name}>
        {title}
      </text>
      <text x={left} y={30} className={styles.axisTitle}>
        {text}
      </text>
      {line && passes && <Region {...{ passes, left, right, bottom }} from={at(line.value)} />}
      <path d={`M${left} ${bottom}H${right}`} stroke="var(--line-strong)" fill="none" />
      {ticks.values.map((value) => (
        <g key={value}>
          <path d={`M${at(value)} ${bottom}v4`} stroke="var(--line-strong)" fill="none" />
          <text x={at(value)} y={bottom + 16} textAnchor="middle" className={styles.tiny}>
            {formatTick(value, ticks, unit)}
          </text>
        </g>
      ))}
      {line && <Line line={line} x={at(line.value)} {...{ bottom, left, right }} />}
      <path
        d={`M${at(low)} ${middle - 5}v10m0 -5H${at(high)}m0 -5v10`}
        stroke="var(--judge-1)"
        strokeWidth={2.25}
        fill="none"
      />
      <circle cx={at(estimate)} cy={middle} r={4.5} fill="var(--surface)" stroke="var(--judge-1)" strokeWidth={2} />
    </>
  );
}

/** 0 is always in sight. */
function extentOf({ low, high, line }: IntervalRow): Extent {
  const values = [0, low, high, line?.value ?? 0];
  return pad({ low: Math.min(...values), high: Math.max(...values) }, 0.14);
}

function Region({
  passes,
  from,
  left,
  right,
  bottom,
}: {
  readonly passes: 'above' | 'below';
  readonly from: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}) {
  const [x, to] = passes === 'above' ? [from, right] : [left, from];
  return <rect x={x} y={HEAD} width={Math.max(0, to - x)} height={bottom - HEAD} fill="var(--shade)" />;
}

function Line({
  line,
  x,
  bottom,
  left,
  right,
}: {
  readonly line: { readonly value: number; readonly label: string };
  readonly x: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}) {
  const isRight = x > (left + right) / 2;
  return (
    <>
      <path d={`M${x} ${HEAD}V${bottom}`} stroke="var(--ink-2)" strokeWidth={1.25} strokeDasharray="4 3" fill="none" />
      <text x={isRight ? x - 5 : x + 5} y={bottom - 5} textAnchor={isRight ? 'end' : 'start'} className={styles.small}>
        {line.label.replaceAll('-', MINUS)}
      </text>
    </>
  );
}
