import { STORED_RULE_ID } from '../../core/answers/as-stored.ts';
import { harmed, one, rescued, safe, stopped, unsafe } from '../../core/metrics/quantities.ts';
import { FlowDiagram } from '../../ui/present/FlowDiagram.tsx';
import { FlowList } from '../../ui/present/FlowList.tsx';
import type { StopFlow } from '../../ui/present/flow-layout.ts';
import { GateTable } from './GateSlide.tsx';
import { lackOfJudge, lackOfLabels } from './missing.ts';
import { Missing } from './SlideFrame.tsx';
import styles from './slide.module.css';
import type { Talk } from './use-talk.ts';

/** Where the stopped questions go: safe and unsafe, and what native would have given. */
export function RiskSlide({ talk, isFlow }: { readonly talk: Talk; readonly isFlow: boolean }) {
  const lack = lackOfJudge(talk) ?? lackOfLabels(talk);
  if (lack !== null) return <Missing lack={lack} />;
  const flow = flowOf(talk);
  return (
    <>
      <div className={styles.flow}>
        {flow.stopped === 0 ? (
          <Missing
            lack={{
              title: 'No stops',
              text: 'No score reaches this threshold: every question runs to its native end, and there is no risk to speak of.',
            }}
          />
        ) : isFlow ? (
          <FlowList flow={flow} />
        ) : (
          <FlowDiagram flow={flow} height={456} />
        )}
      </div>
      <GateTable talk={talk} isFlow={isFlow} />
    </>
  );
}

export function flowOf({ policy, curves, labels }: Pick<Talk, 'policy' | 'curves' | 'labels'>): StopFlow {
  const totals = policy!.totals;
  const count = (id: string) => totals[id]!;
  const stops = count(stopped.id);
  const right = count(safe.id);
  const wrong = count(unsafe.id);
  // Files may state that a probe answer was right and say nothing about native.
  const isNativeKnown = labels === 'known' || curves.answerRule !== STORED_RULE_ID;
  return {
    questions: count(one.id),
    stopped: stops,
    safe: right,
    unsafe: wrong,
    unknown: stops - right - wrong,
    ends: isNativeKnown
      ? {
          saved: right - count(rescued.id),
          rescued: count(rescued.id),
          harmed: count(harmed.id),
          alreadyWrong: wrong - count(harmed.id),
        }
      : null,
  };
}
