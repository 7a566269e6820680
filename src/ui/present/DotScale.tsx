import { JudgeMarkShape } from '../parts/JudgeKey.tsx';
import { judgeStyle } from '../parts/judge-style.ts';

const WIDTH = 324;
const TRACK = 220;

/** A value from 0 to `top` as a dot on a line, with the number behind it; `rate` is where knowing nothing would be. */
export function DotScale({
  value,
  top,
  rate,
  judgeIndex,
}: {
  readonly value: number;
  readonly top: number;
  readonly rate: number | null;
  readonly judgeIndex: number;
}) {
  const at = (v: number) => (top === 0 ? 0 : (v / top) * TRACK);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 40`}
      width={WIDTH}
      height={40}
      style={{ display: 'block', maxWidth: '100%' }}
      role="img"
      aria-label={value.toFixed(5)}
    >
      <path d={`M0,20H${TRACK}`} stroke="var(--line-strong)" strokeWidth="1.5" />
      <path d={`M0,20H${at(value)}`} stroke={judgeStyle(judgeIndex).color} strokeWidth="3" />
      {rate !== null && <path d={`M${at(rate)},8V32`} stroke="var(--ink-2)" strokeWidth="1.5" />}
      <g transform={`translate(${at(value)} 20)`}>
        <JudgeMarkShape index={judgeIndex} size={14} />
      </g>
      <text x={TRACK + 16} y={27} fontSize="18" fontWeight="600" fill="var(--ink)">
        {value.toFixed(5)}
      </text>
    </svg>
  );
}
