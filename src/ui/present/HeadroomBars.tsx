import { niceTicks } from '../charts/ticks.ts';

export interface HeadroomBar {
  readonly id: string;
  readonly label: string;
  /** "2.60": mean searches; the caption says so. */
  readonly small: string;
  /** Exact match, 0 to 1. */
  readonly value: number;
  readonly text: string;
  /** Oracles are hollow and dashed: they read the labels. */
  readonly look: 'budget' | 'native' | 'oracle';
}

const HEIGHT = 520;
const BASE = 436;
const LEFT = 56;

/** Exact match of fixed budgets, of native, and of the oracles beside them. */
export function HeadroomBars({ bars, width }: { readonly bars: readonly HeadroomBar[]; readonly width: number }) {
  const top = Math.max(0.1, ...bars.map(({ value }) => value)) * 1.12;
  const y = (value: number) => BASE - (value / top) * (BASE - 24);
  const step = (width - LEFT) / bars.length;
  const thick = Math.min(72, step * 0.62);
  const native = bars.find(({ look }) => look === 'native');
  const ticks = niceTicks({ low: 0, high: top }, 5);
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={`Exact match: ${bars.map(({ label, text }) => `${label} ${text}`).join(', ')}`}
      style={{ display: 'block', maxWidth: '100%', height: 'auto' }}
    >
      {ticks.values.map((value) => (
        <g key={value}>
          <path d={`M${LEFT},${y(value)}H${width}`} stroke={value === 0 ? 'var(--line-strong)' : 'var(--line)'} />
          <text x={LEFT - 10} y={y(value) + 5} fontSize="15" textAnchor="end" fill="var(--ink-3)">
            {value.toFixed(1)}
          </text>
        </g>
      ))}
      {native && (
        <path d={`M${LEFT},${y(native.value)}H${width}`} stroke="var(--ink)" strokeWidth="1.5" strokeDasharray="2 4" />
      )}
      {bars.map((bar, i) => (
        <Bar key={bar.id} bar={bar} x={LEFT + step * (i + 0.5)} y={y(bar.value)} thick={thick} isTight={step < 96} />
      ))}
    </svg>
  );
}

function Bar({
  bar: { label, small, text, look },
  x,
  y,
  thick,
  isTight,
}: {
  readonly bar: HeadroomBar;
  readonly x: number;
  readonly y: number;
  readonly thick: number;
  readonly isTight: boolean;
}) {
  const box = { x: x - thick / 2, y, width: thick, height: Math.max(1, BASE - y) };
  const labels = look === 'oracle' ? label.split(' ') : [label];
  const lines = [...labels, small];
  return (
    <g>
      {look === 'budget' && <rect {...box} fill="var(--sunken)" stroke="var(--control)" />}
      {look === 'native' && <rect {...box} fill="var(--ink)" />}
      {look === 'oracle' && (
        <rect {...box} fill="var(--surface)" stroke="var(--ink-2)" strokeWidth="1.5" strokeDasharray="5 4" />
      )}
      <text
        x={x}
        y={y - 10}
        fontSize={isTight ? 15 : 17}
        fontWeight="600"
        textAnchor="middle"
        fill="var(--ink)"
        stroke="var(--surface)"
        strokeWidth="5"
        paintOrder="stroke"
      >
        {text}
      </text>
      {lines.map((line, i) => (
        <text
          key={line}
          x={x}
          y={BASE + 24 + 21 * i}
          fontSize="16"
          fontWeight={i < labels.length ? 550 : 400}
          textAnchor="middle"
          fill={i < labels.length ? 'var(--ink)' : 'var(--ink-3)'}
        >
          {line}
        </text>
      ))}
    </g>
  );
}
