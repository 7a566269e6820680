import { harmed, one, rescued, safe, stopped, unsafe } from '../../core/metrics/quantities.ts';
import { FlowDiagram } from '../../ui/present/FlowDiagram.tsx';
import { FlowList } from '../../ui/present/FlowList.tsx';
import type { StopFlow } from '../../ui/present/flow-layout.ts';
import { GateTable } from './GateSlide.tsx';
import { isNativeKnown, lackOfJudge, lackOfLabels } from './missing.ts';
import results from './results.module.css';
import { Missing } from './SlideFrame.tsx';
import type { Talk } from './use-talk.ts';

/** Where the stopped questions go: safe and unsafe, and what native would have given. */
export function RiskSlide({ talk, isFlow }: { readonly talk: Talk; readonly isFlow: boolean }) {
  const lack = lackOfJudge(talk) ?? lackOfLabels(talk);
  if (lack !== null) return <Missing lack={lack} />;
  const flow = flowOf(talk);
  return (
    <>
      <div className={results.flow}>
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

export function flowOf(talk: Pick<Talk, 'policy' | 'curves' | 'labels'>): StopFlow {
  const totals = talk.policy!.totals;
  const count = (id: string) => totals[id]!;
  const stops = count(stopped.id);
  const right = count(safe.id);
  const wrong = count(unsafe.id);
  return {
    questions: count(one.id),
    stopped: stops,
    safe: right,
    unsafe: wrong,
    unknown: stops - right - wrong,
    ends: isNativeKnown(talk)
      ? {
          saved: right - count(rescued.id),
          rescued: count(rescued.id),
          harmed: count(harmed.id),
          alreadyWrong: wrong - count(harmed.id),
        }
      : null,
  };
}
