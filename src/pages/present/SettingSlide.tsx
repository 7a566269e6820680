import { findAnswerRule } from '../../core/answers/index.ts';
import { exactMatch } from '../../core/metrics/exact-match.ts';
import { meanSearches } from '../../core/metrics/mean-searches.ts';
import { metricText } from '../../figures/figures.ts';
import type { JudgeHandle } from '../../store/handles.ts';
import { formatCount, formatExact, formatThreshold } from '../../ui/parts/format.ts';
import { JudgeKey } from '../../ui/parts/JudgeKey.tsx';
import { StairDiagram } from '../../ui/present/StairDiagram.tsx';
import opening from './opening.module.css';
import styles from './slide.module.css';
import type { Talk } from './use-talk.ts';

const MOST_JUDGES = 4;

/** What the system does, what a policy changes, and what was measured on. */
export function SettingSlide({ talk, isFlow }: { readonly talk: Talk; readonly isFlow: boolean }) {
  const { curves, native, dataset, active, view } = talk;
  const others = dataset.judges.length - MOST_JUDGES;
  return (
    <>
      {!isFlow && <StairDiagram />}
      <p className={styles.lead}>
        A state is the question with what has been retrieved so far. Where native would search again, a judge scores the
        state: the first score at or above the threshold stops the search, and the answer is the one that the state
        already gives. <b>Safe</b> stop: that answer is right. <b>Unsafe</b> stop: it is wrong, whatever native would
        have said.
      </p>
      <dl className={opening.facts}>
        <Fact name="Questions" value={formatCount(curves.questionCount)} />
        <Fact
          name="Eligible states"
          value={formatCount(curves.eligibleStateCount)}
          note="where native would search again"
        />
        <Fact
          name="Native exact match"
          value={metricText(exactMatch, native)}
          note={findAnswerRule(curves.answerRule)?.name ?? curves.answerRule}
        />
        <Fact name="Native searches" value={metricText(meanSearches, native)} note="per question" />
        <div>
          <dt>{dataset.judges.length === 1 ? 'Judge' : 'Judges'}</dt>
          <dd className={opening.judgeList}>
            {dataset.judges.length === 0 && 'none in this run'}
            {dataset.judges.slice(0, MOST_JUDGES).map((judge, index) => (
              <span key={judge.id} data-active={judge === active?.handle || undefined}>
                <JudgeKey index={index} /> {judge.name}
                <small>{frozenWords(judge)}</small>
              </span>
            ))}
            {others > 0 && <small>and {others} more</small>}
          </dd>
        </div>
      </dl>
      <p className={opening.rule}>
        Asked of a policy: the lower end of the 95&#8239;% interval of the EM difference above{' '}
        {formatExact(-view.gate.margin)}, and the upper end of the interval of the search difference below 0.
      </p>
    </>
  );
}

const frozenWords = ({ frozen }: JudgeHandle): string =>
  frozen === null ? 'no threshold' : `θ ${formatThreshold(frozen.value)}${frozen.isSentinel ? ', sentinel' : ''}`;

function Fact({ name, value, note }: { readonly name: string; readonly value: string; readonly note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note && <dd className={opening.factNote}>{note}</dd>}
    </div>
  );
}
