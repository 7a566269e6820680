import { memo, type RefObject, useEffect, useRef } from 'react';
import type { StateText, Trajectory, TrajectoryState } from '../../core/trajectory/index.ts';
import { classNames } from '../parts/class-names.ts';
import { formatDifference, formatThreshold } from '../parts/format.ts';
import { judgeStyle } from '../parts/judge-style.ts';
import { Answer, Why } from './Answer.tsx';
import { JudgeBox, SearchBox } from './StateTexts.tsx';
import styles from './trajectory.module.css';
import type { TrajectoryJudge } from './trajectory-types.ts';
import { VerdictGlyph } from './VerdictGlyph.tsx';
import { gapSummary, VERDICT_WORDS } from './words.ts';

export interface TimelineProps {
  readonly trajectory: Trajectory;
  readonly texts: ReadonlyMap<number, StateText>;
  readonly judges: readonly TrajectoryJudge[];
  readonly hasSupportingTitles: boolean;
  /** The state that is looked at: it is open. The number of states stands for the native finish. */
  readonly current: number;
  readonly isOpen: (index: number) => boolean;
  readonly onToggle: (index: number) => void;
  /** States from .. to - 1 come into sight: read their texts. */
  readonly onSight: (from: number, to: number) => void;
  readonly onWhole: (index: number) => void;
}

/** The states in order: what was answered, what the judge said, where the policy stops and what would have followed. */
export function Timeline(props: TimelineProps) {
  const { trajectory, texts, judges, current, isOpen, onToggle, onWhole, hasSupportingTitles } = props;
  const list = useRef<HTMLOListElement>(null);
  const active = judges.findIndex((judge) => judge.isActive);
  useSight(list, props.onSight, trajectory);
  // A step to another state brings it into sight; opening a question shows it from its beginning.
  const shown = useRef({ question: -1, current });
  useEffect(() => {
    const before = shown.current;
    shown.current = { question: trajectory.question, current };
    if (before.question !== trajectory.question || before.current === current) return;
    list.current?.querySelector(`[data-index="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current, trajectory.question]);
  const finish = trajectory.states.length;
  const last = trajectory.states.findLast(({ isCounterfactual }) => !isCounterfactual);
  // The run ends at its last state, or one search after it.
  const endsAtState = last?.nextAction === 'ANSWER' && last.searchesUsed === trajectory.native.searches;
  const shared = { judges, active, hasSupportingTitles, onToggle, onWhole };
  return (
    <ol ref={list} className={styles.timeline} aria-label="States">
      {trajectory.states.map((state) => (
        <StateItem
          key={state.index}
          {...shared}
          state={state}
          text={texts.get(state.index) ?? null}
          isCurrent={state.index === current}
          isOpen={isOpen(state.index)}
          native={endsAtState && state === last ? trajectory.native : null}
        />
      ))}
      {!endsAtState && (
        <FinishItem
          {...shared}
          trajectory={trajectory}
          index={finish}
          text={texts.get(finish) ?? null}
          isCurrent={current === finish}
          isOpen={isOpen(finish)}
        />
      )}
    </ol>
  );
}

interface ItemProps {
  readonly text: StateText | null;
  readonly judges: readonly TrajectoryJudge[];
  readonly active: number;
  readonly hasSupportingTitles: boolean;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (index: number) => void;
  readonly onWhole: (index: number) => void;
}

const StateItem = memo(function StateItem(
  props: ItemProps & { readonly state: TrajectoryState; readonly native: Trajectory['native'] | null },
) {
  const { state, text, judges, active, isCurrent, isOpen, native, hasSupportingTitles } = props;
  const { index, probe, position } = state;
  const judge = judges[active];
  const reading = state.judges[active] ?? null;
  const isStop = position === 'stop';
  const color = judge ? judgeStyle(judge.index).color : 'var(--ink)';
  const note = text?.judges.find((one) => one.judge === judge?.id);
  const diff = probe?.diff ?? null;
  return (
    <li
      data-index={index}
      aria-current={isCurrent ? 'step' : undefined}
      className={classNames(
        styles.state,
        isStop && styles.cross,
        position === 'after' && styles.after,
        state.isCounterfactual && styles.forced,
        isCurrent && styles.current,
      )}
      style={{ '--ring': color }}
    >
      <span className={styles.node} title={`${state.searchesUsed} searches used`}>
        {state.searchesUsed}
      </span>
      <button type="button" className={styles.itemHead} aria-expanded={isOpen} onClick={() => props.onToggle(index)}>
        {probe === null ? (
          <span className={styles.none}>not probed</span>
        ) : (
          <span className={styles.given}>
            <VerdictGlyph verdict={probe.verdict} />
            <Answer answer={probe.answer} diff={diff} />
          </span>
        )}
        {isStop && <span className={styles.stopChip}>{reading ? 'first crossing, stops here' : 'stops here'}</span>}
        {state.isCounterfactual && <span className={styles.tag}>counterfactual, forced on</span>}
        {!state.isCounterfactual && state.nextAction !== 'SEARCH' && (
          <span className={styles.tag}>{state.nextAction === 'ANSWER' ? 'answers next' : 'invalid action next'}</span>
        )}
      </button>
      {reading && (
        <span className={styles.score}>
          {reading.isParsed ? formatThreshold(reading.score) : 'unparsed'}
          {reading.isParsed && judge && judge.threshold !== null && Number.isFinite(judge.threshold) && (
            <small>{formatDifference(reading.score - judge.threshold, 3)}</small>
          )}
        </span>
      )}
      <div className={styles.itemBody}>
        {native && (
          <p className={styles.native}>
            native answers here: <VerdictGlyph verdict={native.verdict} />{' '}
            <Answer answer={native.answer} diff={native.diff} />
          </p>
        )}
        {isOpen && native?.diff && probe === null && <Why diff={native.diff} />}
        {isOpen && diff && <Why diff={diff} />}
        {!isOpen && <p className={styles.gapLine}>{summary(note?.gapItems ?? null, reading, position, judge)}</p>}
        {isOpen &&
          (text === null ? (
            <p className={styles.none}>Reading the texts …</p>
          ) : (
            <>
              <JudgeBox state={state} texts={text.judges} judges={judges} onWhole={() => props.onWhole(index)} />
              <SearchBox text={text} hasSupportingTitles={hasSupportingTitles} onWhole={() => props.onWhole(index)} />
            </>
          ))}
      </div>
    </li>
  );
});

function summary(
  gaps: Parameters<typeof gapSummary>[0] | null,
  reading: TrajectoryState['judges'][number],
  position: TrajectoryState['position'],
  judge: TrajectoryJudge | undefined,
): string {
  if (reading && !reading.isParsed) return 'The output failed its schema: it never stops here.';
  const said = gaps === null ? '' : gapSummary(gaps);
  const isBelow =
    reading &&
    judge &&
    judge.threshold !== null &&
    gaps?.length === 0 &&
    position === 'passed' &&
    reading.score < judge.threshold;
  return isBelow ? `${said} The score stays below the threshold.` : said;
}

const FinishItem = memo(function FinishItem(
  props: ItemProps & { readonly trajectory: Trajectory; readonly index: number },
) {
  const { trajectory, text, index, isCurrent, isOpen, hasSupportingTitles } = props;
  const { native, stop } = trajectory;
  const words = VERDICT_WORDS[native.verdict];
  return (
    <li
      data-index={index}
      aria-current={isCurrent ? 'step' : undefined}
      className={classNames(styles.state, stop !== null && styles.after, isCurrent && styles.current)}
    >
      <span className={styles.node} title={`${native.searches} searches used`}>
        {native.searches}
      </span>
      <button type="button" className={styles.itemHead} aria-expanded={isOpen} onClick={() => props.onToggle(index)}>
        <span className={styles.given}>
          <VerdictGlyph verdict={native.verdict} />
          <Answer answer={native.answer} diff={native.diff} />
        </span>
        <span className={styles.faint}>
          {native.verdict === 'unknown'
            ? stop === null
              ? 'native answers here'
              : 'native went on'
            : stop === null
              ? `native answers here, ${words}`
              : `native went on and answered ${words}`}
        </span>
      </button>
      <div className={styles.itemBody}>
        {isOpen && native.diff && <Why diff={native.diff} />}
        {isOpen && text && (
          <SearchBox text={text} hasSupportingTitles={hasSupportingTitles} onWhole={() => props.onWhole(index)} />
        )}
      </div>
    </li>
  );
});

/** Texts are read for what is in sight and a little beyond. */
function useSight(
  list: RefObject<HTMLOListElement | null>,
  onSight: (from: number, to: number) => void,
  trajectory: Trajectory,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trajectory has other items to watch
  useEffect(() => {
    const items = list.current?.querySelectorAll('[data-index]');
    if (!items) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries
          .filter((entry) => entry.isIntersecting)
          .map(({ target }) => Number((target as HTMLElement).dataset.index));
        if (seen.length > 0) onSight(Math.min(...seen), Math.max(...seen) + 1);
      },
      { rootMargin: '400px 0px' },
    );
    for (const item of items) observer.observe(item);
    return () => observer.disconnect();
  }, [list, onSight, trajectory.question, trajectory.states.length]);
}
