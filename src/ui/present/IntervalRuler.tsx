import { niceTicks } from '../charts/ticks.ts';
import { MINUS } from '../parts/format.ts';

export interface IntervalRulerProps {
  readonly title: string;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** Where the rule draws its line, and on which side of it the whole interval must lie. */
  readonly line: { readonly value: number; readonly label: string; readonly passes: 'above' | 'below' };
  readonly judgeIndex: number;
  readonly width: number;
}

const HEIGHT = 150;
const AXIS = 104;
const EDGE = 24;

/** The rule as a region and the interval as a bar: inside means pass. Nobody has to compare decimals. */
export function IntervalRuler({ title, estimate, low, high, line, judgeIndex, width }: IntervalRulerProps) {
  const color = `var(--judge-${(judgeIndex % 3) + 1})`;
  const extent = extentOf([estimate, low, high, line.value, 0]);
  const at = (value: number) => EDGE + ((value - extent.low) / (extent.high - extent.low)) * (width - 2 * EDGE);
  const ticks = niceTicks(extent, 5);
  const edge = at(line.value);
  const [from, to] = line.passes === 'above' ? [edge, width - EDGE] : [EDGE, edge];
  const isNearRight = edge > width - 170;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      style={{ display: 'block', maxWidth: '100%', height: 'auto' }}
      aria-hidden="true"
    >
      <text x={EDGE} y={18} fontSize="18" fontWeight="600" fill="var(--ink)">
        {title}
      </text>
      <rect x={from} y={34} width={Math.max(0, to - from)} height={AXIS - 34} fill="var(--shade)" />
      {line.value !== 0 && <path d={`M${at(0)},34V${AXIS}`} stroke="var(--ink-3)" />}
      <path d={`M${edge},34V${AXIS}`} stroke="var(--ink)" strokeWidth="1.5" strokeDasharray="5 4" />
      <text
        x={isNearRight ? edge - 8 : edge + 8}
        y={50}
        fontSize="15"
        textAnchor={isNearRight ? 'end' : 'start'}
        fill="var(--ink-2)"
      >
        {line.label}
      </text>
      <path d={`M${at(low)},76H${at(high)}M${at(low)},68V84M${at(high)},68V84`} stroke={color} strokeWidth="3" />
      <circle cx={at(estimate)} cy={76} r={7} fill="var(--surface)" stroke={color} strokeWidth="3" />
      <path d={`M${EDGE},${AXIS}H${width - EDGE}`} stroke="var(--line-strong)" />
      {ticks.values.map((value) => (
        <text key={value} x={at(value)} y={AXIS + 24} fontSize="15" textAnchor="middle" fill="var(--ink-3)">
          {value === 0 ? '0' : String(value).replace('-', MINUS)}
        </text>
      ))}
    </svg>
  );
}

function extentOf(values: readonly number[]) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const air = (high - low || 1) * 0.12;
  return { low: low - air, high: high + air };
}
