import { judgeStyle } from '../parts/judge-style.ts';
import styles from './chart.module.css';
import type { LabelSpot } from './labels.ts';
import type { TradeoffWords } from './tradeoff-words.ts';

export interface TradeoffLabelsProps {
  readonly words: TradeoffWords;
  readonly judges: readonly { readonly judgeIndex: number; readonly name: string }[];
  readonly spots: ReadonlyMap<string, LabelSpot>;
}

/** Names of marks and curves where there was room for them; a label never covers a mark. */
export function TradeoffLabels({ words, judges, spots }: TradeoffLabelsProps) {
  const notes = spots.get('notes');
  const edge = spots.get('edge');
  return (
    <>
      {words.marks.map((mark) => {
        const spot = spots.get(mark.id);
        if (!spot) return null;
        return (
          <g key={mark.id}>
            <text {...anchor(spot)} y={spot.y + 12} className={styles.name}>
              {mark.name}
            </text>
            {mark.detail && (
              <text {...anchor(spot)} y={spot.y + 27} className={styles.small}>
                {mark.detail}
              </text>
            )}
          </g>
        );
      })}
      {judges.map(({ judgeIndex, name }) => {
        const spot = spots.get(`judge-${judgeIndex}`);
        return spot && <JudgeLabel key={judgeIndex} {...{ judgeIndex, name, spot }} />;
      })}
      {edge && words.edge && (
        <text x={edge.x} y={edge.y + 12} className={styles.small}>
          {words.edge.text}
        </text>
      )}
      {notes &&
        words.notes.map((line, i) => (
          <text key={line} x={notes.x} y={notes.y + 12 + i * 16} className={styles.small}>
            {line}
          </text>
        ))}
    </>
  );
}

function JudgeLabel({
  judgeIndex,
  name,
  spot,
}: {
  readonly judgeIndex: number;
  readonly name: string;
  readonly spot: LabelSpot;
}) {
  const { color } = judgeStyle(judgeIndex);
  const { leader } = spot;
  const end = spot.align === 'start' ? spot.x - 2 : spot.x + spot.width + 2;
  return (
    <g>
      {leader && (
        <>
          <path d={`M${leader.x},${leader.y}L${end},${spot.y + 8}`} stroke={color} />
          <circle cx={leader.x} cy={leader.y} r={2.5} fill={color} />
        </>
      )}
      <text {...anchor(spot)} y={spot.y + 12} className={styles.name} style={{ fill: color }}>
        {name}
      </text>
    </g>
  );
}

const anchor = ({ x, width, align }: LabelSpot) => ({
  x: align === 'start' ? x : align === 'end' ? x + width : x + width / 2,
  textAnchor: align,
});
