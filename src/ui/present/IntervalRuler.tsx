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

const HEIGHT = 250;
const TOP = 44;
const AXIS = 200;
const MIDDLE = 136;
const EDGE = 0;

/** The rule as a region and the interval as a bar: inside means pass. Nobody has to compare decimals. */
export function IntervalRuler({ title, estimate, low, high, line, judgeIndex, width }: IntervalRulerProps) {
  const color = `var(--judge-${(judgeIndex % 3) + 1})`;
  const extent = extentOf([estimate, low, high, line.value, 0]);
  const at = (value: number) => EDGE + ((value - extent.low) / (extent.high - extent.low)) * (width - 2 * EDGE);
  const ticks = niceTicks(extent, 4);
  const edge = at(line.value);
  const [from, to] = line.passes === 'above' ? [edge, width - EDGE] : [EDGE, edge];
  const isNearRight = edge > width - 170;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      style={{ display: 'block', maxWidth: '100%', height: 'auto', overflow: 'visible' }}
      aria-hidden="true"
    >
      <text x={0} y={22} fontSize="20" fontWeight="600" fill="var(--ink)">
        {title}
      </text>
      <rect x={from} y={TOP} width={Math.max(0, to - from)} height={AXIS - TOP} fill="var(--shade)" />
      {line.value !== 0 && <path d={`M${at(0)},${TOP}V${AXIS}`} stroke="var(--ink-3)" />}
      <path d={`M${edge},${TOP}V${AXIS}`} stroke="var(--ink)" strokeWidth="1.5" strokeDasharray="5 4" />
      <text
        x={isNearRight ? edge - 8 : edge + 8}
        y={TOP + 24}
        fontSize="17"
        textAnchor={isNearRight ? 'end' : 'start'}
        fill="var(--ink-2)"
      >
        {line.label}
      </text>
      <path
        d={`M${at(low)},${MIDDLE}H${at(high)}M${at(low)},${MIDDLE - 14}v28M${at(high)},${MIDDLE - 14}v28`}
        stroke={color}
        strokeWidth="4"
      />
      <circle cx={at(estimate)} cy={MIDDLE} r={10} fill="var(--surface)" stroke={color} strokeWidth="4" />
      <path d={`M${EDGE},${AXIS}H${width - EDGE}`} stroke="var(--line-strong)" />
      {ticks.values.map((value) => (
        <text key={value} x={at(value)} y={AXIS + 28} fontSize="17" textAnchor="middle" fill="var(--ink-3)">
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
