import type { TrajectoryState } from '../../core/trajectory/index.ts';
import { formatThreshold } from '../parts/format.ts';
import { JudgeKey, JudgeMarkShape } from '../parts/JudgeKey.tsx';
import { judgeStyle } from '../parts/judge-style.ts';
import { PLOT, plotScores } from './score-plot.ts';
import styles from './trajectory.module.css';
import type { TrajectoryJudge } from './trajectory-types.ts';

export interface ScoreMultiplesProps {
  readonly judges: readonly TrajectoryJudge[];
  readonly states: readonly TrajectoryState[];
  readonly nativeSearches: number;
  /** Position of the first crossing of the active judge. */
  readonly stop: number | null;
  /** Position of the state that is looked at. */
  readonly current: number | null;
}

/** All judges' scores over the states, on one scale, each against its threshold. */
export function ScoreMultiples({ judges, states, nativeSearches, stop, current }: ScoreMultiplesProps) {
  const plots = plotScores(judges, states, nativeSearches);
  return (
    <div className={styles.multiples}>
      {judges.map((judge, i) => (
        <Multiple key={judge.id} judge={judge} plot={plots[i]!} stop={judge.isActive ? stop : null} current={current} />
      ))}
    </div>
  );
}

type Plot = ReturnType<typeof plotScores>[number];

function Multiple(props: {
  readonly judge: TrajectoryJudge;
  readonly plot: Plot;
  readonly stop: number | null;
  readonly current: number | null;
}) {
  const { judge, plot, stop, current } = props;
  const { color, dash } = judgeStyle(judge.index);
  const looked = plot.points.find(({ index }) => index === (current ?? stop)) ?? plot.points.at(-1);
  const crossing = stop === null ? undefined : plot.points.find(({ index }) => index === stop);
  const summary = plot.points
    .slice(0, 12)
    .map(({ searches, score, isParsed }) => `${searches}: ${isParsed ? formatThreshold(score) : 'unparsed'}`)
    .join(', ');
  return (
    <figure>
      <figcaption>
        <JudgeKey index={judge.index} />
        <span className={styles.judgeName} title={judge.name}>
          {judge.shortName}
        </span>
        <b className={styles.lastScore}>
          {looked ? (looked.isParsed ? formatThreshold(looked.score) : 'unparsed') : 'no score'}
        </b>
      </figcaption>
      <svg
        viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
        width="100%"
        role="img"
        aria-label={`Scores of ${judge.name} by searches used. ${summary}${plot.points.length > 12 ? ' and more' : ''}`}
      >
        {plot.zero !== null && <path d={`M0 ${plot.zero}H${PLOT.width}`} stroke="var(--line)" />}
        {plot.threshold !== null && (
          <>
            <path
              d={`M0 ${plot.threshold}H${PLOT.width}`}
              stroke="var(--ink-2)"
              strokeWidth="1.25"
              strokeDasharray="4 3"
            />
            <text x="0" y={plot.threshold > 24 ? plot.threshold - 4 : plot.threshold + 13} className={styles.axis}>
              θ {formatThreshold(judge.threshold!)}
            </text>
          </>
        )}
        <path d={plot.path} fill="none" stroke={color} strokeWidth={dash ? 1.5 : 2.25} strokeDasharray={dash} />
        {plot.hasMarks &&
          plot.points.map((point) => (
            <g key={point.index} transform={`translate(${point.x} ${point.y})`}>
              {point.isParsed ? (
                <JudgeMarkShape index={judge.index} size={5.4} />
              ) : (
                <path d="M-4 4L4 -4" stroke="var(--ink-2)" strokeWidth="1.5" />
              )}
            </g>
          ))}
        {crossing && (
          <g transform={`translate(${crossing.x} ${crossing.y})`}>
            <circle r="5.5" fill="var(--surface)" stroke={color} strokeWidth="2.5" />
            <circle r="2" fill={color} />
          </g>
        )}
        {looked && looked !== crossing && plot.hasMarks && (
          <circle cx={looked.x} cy={looked.y} r="6.5" fill="none" stroke="var(--ink-2)" />
        )}
        {plot.ticks.map((tick) => (
          <text key={tick.searches} x={tick.x} y={PLOT.height - 2} textAnchor="middle" className={styles.axis}>
            {tick.searches}
          </text>
        ))}
      </svg>
    </figure>
  );
}
