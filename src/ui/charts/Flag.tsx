import { judgeStyle } from '../parts/judge-style.ts';
import styles from './chart.module.css';
import type { Box } from './labels.ts';
import { SNOWFLAKE } from './marks.tsx';
import { measureText } from './measure-text.ts';
import type { FlagLook } from './tradeoff-types.ts';

export const flagSize = (text: string, isSmall = false): { width: number; height: number } => ({
  width: Math.ceil(measureText(text, isSmall ? 11 : 12, 600)) + (isSmall ? 22 : 28),
  height: isSmall ? 20 : 24,
});

/** Width of a ghost flag: the snowflake before the words. */
export const ghostSize = (text: string): { width: number; height: number } => ({
  width: Math.ceil(measureText(text, 11, 600)) + 36,
  height: 20,
});

export interface FlagProps {
  readonly box: Box;
  readonly text: string;
  readonly judgeIndex: number;
  readonly look: FlagLook;
  readonly isSmall?: boolean;
}

export function Flag({ box, text, judgeIndex, look, isSmall = false }: FlagProps) {
  const { color } = judgeStyle(judgeIndex);
  const isFilled = look === 'filled';
  const edge = look === 'quiet' ? 'var(--control)' : color;
  const ink = look === 'quiet' ? 'var(--ink-2)' : color;
  return (
    <g>
      <rect
        x={box.x + (isFilled ? 0 : 0.5)}
        y={box.y + (isFilled ? 0 : 0.5)}
        width={box.width - (isFilled ? 0 : 1)}
        height={box.height - (isFilled ? 0 : 1)}
        rx={4}
        fill={isFilled ? color : 'var(--surface)'}
        stroke={isFilled ? 'none' : edge}
        strokeDasharray={isFilled ? undefined : '4 3'}
      />
      <text
        x={box.x + box.width / 2}
        y={box.y + box.height / 2 + 4}
        textAnchor="middle"
        className={isSmall ? styles.flagSmall : styles.flagText}
        fill={isFilled ? 'var(--surface)' : ink}
      >
        {text}
      </text>
    </g>
  );
}

/** The frozen threshold after the user moved away: an outline with the snowflake; dashed for a sentinel. */
export function GhostFlag({
  box,
  text,
  judgeIndex,
  isSentinel,
}: {
  readonly box: Box;
  readonly text: string;
  readonly judgeIndex: number;
  readonly isSentinel: boolean;
}) {
  const { color } = judgeStyle(judgeIndex);
  const hasText = box.width > 30;
  return (
    <g>
      <rect
        x={box.x + 0.5}
        y={box.y + 0.5}
        width={box.width - 1}
        height={box.height - 1}
        rx={4}
        fill="var(--surface)"
        stroke={color}
        strokeDasharray={isSentinel ? '4 3' : undefined}
      />
      <path
        d={SNOWFLAKE}
        transform={`translate(${box.x + 8} ${box.y + 4}) scale(.75)`}
        fill="none"
        stroke={color}
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      {hasText && (
        <text x={box.x + 25} y={box.y + 14} className={styles.flagSmall} fill={color}>
          {text}
        </text>
      )}
    </g>
  );
}
