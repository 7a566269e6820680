import { memo, useMemo } from 'react';
import { JudgeMarkShape } from '../parts/JudgeKey.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import styles from './chart.module.css';
import { BudgetMark, NativeMark, OracleMark } from './marks.tsx';
import { measureText } from './measure-text.ts';
import { formatTick, niceTicks } from './ticks.ts';
import { useProjection } from './use-projection.ts';
import { useSize } from './use-size.ts';
import { type Extent, extentOf, type Plot, pad, toPixel, type View } from './view.ts';

export interface ChartPoint {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  /** Beside the mark, where there is room. The first points get theirs first. */
  readonly label?: string;
  readonly mark: 'native' | 'oracle' | 'budget' | 'rule' | 'front' | 'policy' | number;
  /** Vertical range at the mark: 95 % of the draws, or an interval. */
  readonly range?: { readonly low: number; readonly high: number };
  /** Where the mark would be at another price: joined by a thin line. */
  readonly fromX?: number;
}

export interface PointChartProps {
  readonly label: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Later ones are drawn over earlier ones. */
  readonly points: readonly ChartPoint[];
  /** Joined in order: budgets by dots, a front by steps. */
  readonly lines?: readonly { readonly kind: 'dots' | 'steps'; readonly keys: readonly string[] }[];
  /** Vertical lines of equal cost. */
  readonly verticals?: readonly { readonly x: number; readonly label: string }[];
  readonly onPick?: ((key: string) => void) | undefined;
}

/** Quality against cost as points: rules, baselines, policies with their judge's price. */
export function PointChart(props: PointChartProps) {
  const [root, size] = useSize<HTMLElement>();
  return (
    <figure ref={root} className={styles.chart} aria-label={props.label}>
      {size && size.width > 80 && <Frame {...props} width={size.width} height={size.height} />}
    </figure>
  );
}

const Frame = memo(function Frame({ width, height, ...props }: PointChartProps & { width: number; height: number }) {
  const { points, verticals } = props;
  const view = useMemo(() => viewOf(points, verticals), [points, verticals]);
  const plot: Plot = { left: 56, top: 20, width: Math.max(40, width - 76), height: Math.max(40, height - 62) };
  const xTicks = niceTicks(view.x, Math.max(2, plot.width / 90));
  const yTicks = niceTicks(view.y, Math.max(2, plot.height / 60));
  return (
    <ChartFrame
      {...{ width, height, plot }}
      x={view.x}
      y={view.y}
      xTicks={xTicks.values.map((value) => ({ value, label: formatTick(value, xTicks, 'number') }))}
      yTicks={yTicks.values.map((value) => ({ value, label: formatTick(value, yTicks, 'number') }))}
    >
      <Marks {...props} view={view} plot={plot} />
      <text x={plot.left + plot.width / 2} y={height - 4} textAnchor="middle" className={styles.axisTitle}>
        {props.xLabel}
      </text>
      <text x={4} y={12} className={styles.axisTitle}>
        {props.yLabel}
      </text>
    </ChartFrame>
  );
});

function viewOf(points: PointChartProps['points'], verticals: PointChartProps['verticals'] = []): View {
  const x = extentOf([
    ...points.flatMap((point) => [point.x, point.fromX ?? point.x]),
    ...verticals.map((line) => line.x),
  ]);
  const y = extentOf(points.flatMap(({ y: value, range }) => [value, range?.low ?? value, range?.high ?? value]));
  const all: Extent = { low: 0, high: 1 };
  return { x: pad(x ?? all, 0.06), y: pad(y ?? all, 0.08) };
}

const SIZES = { rule: 4, front: 8, policy: 12 } as const;

function Marks({
  points,
  lines = [],
  verticals = [],
  onPick,
  view,
  plot,
}: PointChartProps & { readonly view: View; readonly plot: Plot }) {
  const frame = useProjection(view.x, view.y);
  if (!frame) return null;
  const byKey = new Map(points.map((point) => [point.key, point]));
  const px = (value: number) => toPixel(frame.at.x, value);
  const py = (value: number) => toPixel(frame.at.y, value);
  return (
    <>
      {verticals.map(({ x, label }) => (
        <path
          key={label}
          d={`M${px(x)} ${plot.top}V${plot.top + plot.height}`}
          stroke="var(--control)"
          strokeDasharray="4 3"
          fill="none"
        />
      ))}
      {lines.map(({ kind, keys }) => {
        const found = keys.flatMap((key) => byKey.get(key) ?? []);
        return (
          <path
            key={kind}
            d={found.map((point, i) => lineTo(kind, i, px(point.x), py(point.y))).join('')}
            fill="none"
            stroke={kind === 'steps' ? 'var(--ink)' : 'var(--ink-2)'}
            strokeWidth={kind === 'steps' ? 1.5 : 1}
            strokeDasharray={kind === 'dots' ? '1 3' : undefined}
          />
        );
      })}
      {points.map((point) => (
        <g key={point.key}>
          {point.range && (
            <path
              d={`M${px(point.x) - 4} ${py(point.range.low)}h8m-4 0V${py(point.range.high)}m-4 0h8`}
              stroke="var(--ink-2)"
              strokeWidth={1.5}
              fill="none"
            />
          )}
          {point.fromX !== undefined && (
            <path d={`M${px(point.fromX)} ${py(point.y)}H${px(point.x)}`} stroke="var(--ink-2)" fill="none" />
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the table twin has the same choice as buttons */}
          <g
            transform={`translate(${px(point.x)} ${py(point.y)})`}
            onClick={onPick && (() => onPick(point.key))}
            style={onPick && { cursor: 'pointer' }}
          >
            <title>{point.label ?? point.key}</title>
            <Mark mark={point.mark} />
          </g>
        </g>
      ))}
      {/* Over every line, so that none strikes a label through. */}
      {verticals.map(({ x, label }, i) => (
        <text
          key={label}
          x={px(x) > plot.left + plot.width / 2 ? px(x) - 4 : px(x) + 4}
          y={plot.top + plot.height - 6 - 16 * i}
          textAnchor={px(x) > plot.left + plot.width / 2 ? 'end' : 'start'}
          className={styles.small}
        >
          {label}
        </text>
      ))}
      {placeLabels(points, px, py, plot).map(({ key, text, x, y, anchor }) => (
        <text key={key} x={x} y={y} textAnchor={anchor} className={styles.name}>
          {text}
        </text>
      ))}
    </>
  );
}

const lineTo = (kind: 'dots' | 'steps', i: number, x: number, y: number): string =>
  i === 0 ? `M${x} ${y}` : kind === 'steps' ? `H${x}V${y}` : `L${x} ${y}`;

function Mark({ mark }: { readonly mark: ChartPoint['mark'] }) {
  if (typeof mark === 'number') return <JudgeMarkShape index={mark} size={11} />;
  if (mark === 'native') return <NativeMark x={0} y={0} />;
  if (mark === 'oracle') return <OracleMark x={0} y={0} />;
  if (mark === 'budget') return <BudgetMark x={0} y={0} />;
  return (
    <circle
      r={SIZES[mark] / 2}
      fill={mark === 'rule' ? 'var(--control)' : mark === 'front' ? 'var(--surface)' : 'var(--ink)'}
      fillOpacity={mark === 'rule' ? 0.45 : 1}
      stroke={mark === 'rule' ? 'none' : 'var(--ink)'}
      strokeWidth={1.6}
    />
  );
}

interface Placed {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

/** Right of the mark, else left, above or below; a label that would cover another label or a mark is left to the table. */
function placeLabels(
  points: readonly ChartPoint[],
  px: (value: number) => number,
  py: (value: number) => number,
  plot: Plot,
): readonly Placed[] {
  const boxes = points
    .filter(({ mark }) => mark !== 'rule')
    .map(({ x, y }) => ({ left: px(x) - 7, right: px(x) + 7, top: py(y) - 7, bottom: py(y) + 7 }));
  const placed: Placed[] = [];
  for (const { key, label, x, y, mark } of points) {
    if (label === undefined) continue;
    const width = measureText(label, 12, 600);
    for (const [dx, dy, anchor] of mark === 'front' ? ABOVE_FIRST : OFFSETS) {
      const left = anchor === 'start' ? px(x) + dx : px(x) + dx - width;
      const box = { left, right: left + width, top: py(y) + dy - 10, bottom: py(y) + dy + 3 };
      const fits =
        box.left >= plot.left &&
        box.right <= plot.left + plot.width + 12 &&
        box.top >= 0 &&
        box.bottom <= plot.top + plot.height;
      if (!fits || boxes.some((other) => overlaps(box, other))) continue;
      boxes.push(box);
      placed.push({ key, text: label, x: px(x) + dx, y: py(y) + dy, anchor });
      break;
    }
  }
  return placed;
}

const OFFSETS: readonly (readonly [number, number, 'start' | 'end'])[] = [
  [11, 4, 'start'],
  [-11, 4, 'end'],
  [8, -10, 'start'],
  [8, 18, 'start'],
  [-8, -10, 'end'],
  [-8, 18, 'end'],
];

/** The line of a front leaves to the right and comes from below. */
const ABOVE_FIRST: typeof OFFSETS = [
  ...OFFSETS.slice(2, 3),
  ...OFFSETS.slice(4, 5),
  ...OFFSETS.slice(1, 2),
  ...OFFSETS,
];

interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const overlaps = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
