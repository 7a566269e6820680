import type { QuestionText, StateText, Trajectory } from '../../core/trajectory/index.ts';
import { fileNameOf } from '../export/exporter.ts';
import { FigureButton } from '../export/FigureButton.tsx';
import { classNames } from '../parts/class-names.ts';
import { formatCount } from '../parts/format.ts';
import { Answer } from './Answer.tsx';
import { Blocks } from './Blocks.tsx';
import { ScoreMultiples } from './ScoreMultiples.tsx';
import { Timeline } from './Timeline.tsx';
import styles from './trajectory.module.css';
import type { TrajectoryJudge } from './trajectory-types.ts';
import { VerdictGlyph } from './VerdictGlyph.tsx';

export interface TrajectoryViewProps {
  readonly trajectory: Trajectory;
  readonly whole: QuestionText | null;
  readonly texts: ReadonlyMap<number, StateText>;
  readonly judges: readonly TrajectoryJudge[];
  /** The state that is looked at. The number of states stands for the native finish. */
  readonly current: number;
  readonly isOpen: (index: number) => boolean;
  readonly onToggle: (index: number) => void;
  readonly onSight: (from: number, to: number) => void;
  readonly onWhole: (index: number) => void;
  /** Across the page instead of beside the table. */
  readonly isWide?: boolean;
}

/** One question from start to end: answers, scores of all judges, and the timeline. */
export function TrajectoryView(props: TrajectoryViewProps) {
  const { trajectory, whole, texts, judges, current, isWide = false } = props;
  const titles = whole?.supportingTitles ?? null;
  return (
    <div className={classNames(styles.view, isWide && styles.wide)}>
      <h2 className={styles.question}>{trajectory.text ?? trajectory.id}</h2>
      <Answers trajectory={trajectory} />
      <Facts trajectory={trajectory} titles={titles} />
      {judges.length > 0 && (
        <Scores {...{ trajectory, judges }} current={current < trajectory.states.length ? current : null} />
      )}
      <Timeline
        trajectory={trajectory}
        texts={texts}
        judges={judges}
        hasSupportingTitles={titles !== null && titles.length > 0}
        current={current}
        isOpen={props.isOpen}
        onToggle={props.onToggle}
        onSight={props.onSight}
        onWhole={props.onWhole}
      />
      {whole?.blocks && <Blocks blocks={whole.blocks} />}
    </div>
  );
}

function Scores(props: Pick<TrajectoryViewProps, 'trajectory' | 'judges'> & { readonly current: number | null }) {
  const { trajectory, judges, current } = props;
  const drawing = (
    <ScoreMultiples
      judges={judges}
      states={trajectory.states}
      nativeSearches={trajectory.native.searches}
      stop={trajectory.stop}
      current={current}
    />
  );
  return (
    <div className={styles.scores}>
      {drawing}
      <FigureButton
        title={`Scores by searches used, question ${trajectory.id}`}
        fileName={fileNameOf('scores', trajectory.id)}
        size={{ width: 480, height: 100 * Math.ceil(judges.length / 3) }}
        notes={[`question ${trajectory.id}`]}
      >
        {drawing}
      </FigureButton>
    </div>
  );
}

function Answers({ trajectory: { golds, isSealed, native, policy } }: { readonly trajectory: Trajectory }) {
  const searches = (count: number) => `${formatCount(count)} ${count === 1 ? 'search' : 'searches'}`;
  return (
    <dl className={styles.answers}>
      <div>
        <dt>Gold{golds.length > 1 && `, any of ${formatCount(golds.length)}`}</dt>
        <dd>
          {golds.length === 0 ? (
            <span className={styles.none}>{isSealed ? 'sealed' : 'no label'}</span>
          ) : (
            golds.slice(0, 6).join(' | ')
          )}
          {golds.length > 6 && <span className={styles.none}> and {formatCount(golds.length - 6)} more</span>}
        </dd>
      </div>
      <div>
        <dt>
          <VerdictGlyph verdict={native.verdict} />
          Native, {searches(native.searches)}
        </dt>
        <dd>
          <Answer answer={native.answer} diff={native.diff} />
        </dd>
      </div>
      <div>
        <dt>
          <VerdictGlyph verdict={policy.verdict} />
          Policy, {searches(policy.searches)}
        </dt>
        <dd>
          <Answer answer={policy.answer} diff={policy.diff} />
        </dd>
      </div>
    </dl>
  );
}

/** What the files say about the question, and which flags its outcome carries. */
function Facts({ trajectory, titles }: { readonly trajectory: Trajectory; readonly titles: readonly string[] | null }) {
  const flags = [
    trajectory.isPremature ? 'premature: a later state or native is right' : null,
    trajectory.isSuppressing ? 'suppressing: a later eligible state is safe' : null,
    trajectory.isTerminalRescue ? 'terminal-only rescue: only the last state is right' : null,
  ].filter((flag) => flag !== null);
  const meta = [
    ...(trajectory.split === null ? [] : [{ name: 'split', value: trajectory.split }]),
    ...trajectory.meta.filter(({ value }) => value !== null),
  ];
  if (flags.length === 0 && meta.length === 0 && titles === null) return null;
  return (
    <p className={styles.facts}>
      {meta.map(({ name, value }) => (
        <span key={name}>
          {name} <b>{String(value)}</b>
        </span>
      ))}
      {titles !== null && titles.length > 0 && (
        <span>
          supporting titles <b>{titles.slice(0, 6).join(', ')}</b>
        </span>
      )}
      {flags.map((flag) => (
        <span key={flag} className={styles.flag}>
          {flag}
        </span>
      ))}
    </p>
  );
}
