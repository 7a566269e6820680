import { useEffect, useMemo } from 'react';
import { changeView, useApp } from '../../store/app-store.ts';
import {
  changeOther,
  downloadPairs,
  openAsked,
  otherHash,
  otherPolicy,
  secondOf,
  useCompare,
  watchComparison,
} from '../../store/compare.ts';
import type { CompareReply, DatasetHandle, JudgeHandle } from '../../store/handles.ts';
import { judgeInForce } from '../../store/policy-ref.ts';
import { openDataHash } from '../../store/provenance.ts';
import { thresholdOf } from '../../store/selectors.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { CompareChart, type ComparedCurve } from '../../ui/charts/CompareChart.tsx';
import { fileNameOf, useExporter } from '../../ui/export/exporter.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { StatusBar } from '../../ui/parts/StatusBar.tsx';
import styles from './compare.module.css';
import { curveTable } from './curve-table.ts';
import { Differences } from './Differences.tsx';
import { RunCard } from './RunCard.tsx';
import { SecondRun } from './SecondRun.tsx';
import { styleOf, UNMATCHED_WORDS } from './words.ts';

/** Two runs side by side, question by question. */
export default function Compare() {
  const dataset = useApp((state) => state.dataset);
  const { other, reply, status } = useCompare();
  useEffect(watchComparison, []);
  // After the first run: a sample that is read twice at once takes twice as long.
  useEffect(() => {
    if (dataset !== null) openAsked();
  }, [dataset]);
  const notices = [...new Set([dataset?.notice, other?.notice].filter((notice) => notice != null))];
  return (
    <>
      <main className={styles.page} id="main" data-stale={status.kind === 'running' || undefined}>
        <h1 className="sr">Compare</h1>
        <SecondRun />
        {dataset === null ? (
          <EmptyState title="No run is open">Open the first one on the page Data.</EmptyState>
        ) : (
          <Runs dataset={dataset} />
        )}
        {status.kind === 'failed' && (
          <Message kind="error" title={status.problem.message}>
            {status.problem.effect}
          </Message>
        )}
        {other !== null && reply === null && status.kind === 'running' && (
          <Skeleton width="100%" height={360} label="The runs are being compared" />
        )}
        {dataset !== null && other !== null && reply !== null && <Result {...{ dataset, other, reply }} />}
      </main>
      <StatusBar
        facts={[...notices, `${formatCount(reply?.used ?? 0)} questions compared`]}
        promise="Computed on this machine. Nothing was uploaded."
      />
    </>
  );
}

interface Policies {
  readonly left: { readonly judge: JudgeHandle | null; readonly index: number };
  readonly right: { readonly judge: JudgeHandle | null; readonly index: number };
}

function usePolicies(dataset: DatasetHandle, other: DatasetHandle | null): Policies {
  const view = useApp((state) => state.view);
  return useMemo(() => {
    const left = judgeInForce(dataset, view);
    const right = otherPolicy(other, secondOf(view))?.judge ?? null;
    const index = Math.max(0, left === null ? 0 : dataset.judges.indexOf(left));
    const theirs = Math.max(0, right === null || other === null ? 0 : other.judges.indexOf(right));
    return { left: { judge: left, index }, right: { judge: right, index: styleOf(index, theirs) } };
  }, [dataset, other, view]);
}

function Runs({ dataset }: { readonly dataset: DatasetHandle }) {
  const view = useApp((state) => state.view);
  const hash = useApp(openDataHash);
  const { other, otherHashes, reply } = useCompare();
  const second = secondOf(view);
  const { left, right } = usePolicies(dataset, other);
  return (
    <div className={styles.pair}>
      <RunCard
        place="First run"
        dataset={dataset}
        hash={hash}
        selection={view}
        judge={left.judge}
        threshold={left.judge === null ? Number.POSITIVE_INFINITY : thresholdOf(view, left.judge)}
        styleIndex={left.index}
        side={reply?.left ?? null}
        onChange={changeView}
      />
      {other !== null && (
        <RunCard
          place="Second run"
          dataset={other}
          hash={otherHash({ other, otherHashes })}
          selection={second}
          judge={right.judge}
          threshold={otherPolicy(other, second)?.threshold ?? Number.POSITIVE_INFINITY}
          styleIndex={right.index}
          side={reply?.right ?? null}
          onChange={changeOther}
        />
      )}
    </div>
  );
}

interface ResultProps {
  readonly dataset: DatasetHandle;
  readonly other: DatasetHandle;
  readonly reply: CompareReply;
}

function Result({ dataset, other, reply }: ResultProps) {
  const { left, right } = usePolicies(dataset, other);
  const [first, second] = [reply.left.nativePoint, reply.right.nativePoint];
  // The same run judged twice: one mark, not two on top of each other.
  const isSameNative = first !== null && first.x === second?.x && first.y === second.y;
  const curves = useMemo(
    () =>
      (
        [
          ['First', left, reply.left],
          ['Second', right, reply.right],
        ] as const
      ).flatMap(([place, { judge, index }, { curve, nativePoint }]): readonly ComparedCurve[] =>
        curve === null || judge === null
          ? []
          : [
              {
                ...curve,
                styleIndex: index,
                name: `${place}: ${judge.name}`,
                native: nativePoint && { ...nativePoint, name: isSameNative ? 'Native, both' : `${place} native` },
              },
            ],
      ),
    [left, right, reply, isSameNative],
  );
  return (
    <>
      <MatchPanel reply={reply} />
      {reply.used > 0 && (
        <>
          <Differences reply={reply} fileName={fileNameOf('differences', dataset.name, other.name)} />
          {curves.length > 0 && (
            <ChartPanel
              title="Trade-off"
              sub="both runs over the same questions"
              figureTitle="Two runs: exact match against mean searches"
              yTitle="Exact match"
              table={curveTable(curves, reply.used)}
              dataName="Data of both curves"
              fileName={fileNameOf('compare', dataset.name, other.name)}
              notes={pairNotes(reply)}
            >
              <div className={styles.chart}>
                <CompareChart curves={curves} xLabel="Mean searches per question" yLabel="Exact match" />
              </div>
            </ChartPanel>
          )}
        </>
      )}
    </>
  );
}

const pairNotes = ({ used, labelsDiffer }: CompareReply): readonly string[] => [
  `both curves over the same ${used} questions; fewer searches are no lower total cost: judge calls are not in them`,
  ...(labelsDiffer > 0 ? [`${labelsDiffer} pairs have different labels: each run is judged by its own`] : []),
];

/** Which questions are compared, and which are not and why. */
function MatchPanel({ reply }: { readonly reply: CompareReply }) {
  const { record } = useExporter();
  const { by, pairs, used, isJudged, unjudged, labelsDiffer, examples } = reply;
  const how = by === 'id' ? 'question id' : 'exact question text, for the runs share no id of the same question';
  return (
    <Panel
      title="Shared questions"
      sub={`${formatCount(pairs)} matched by ${how}`}
      actions={
        <Button size="small" onClick={() => void downloadPairs(record()?.embed('csv') ?? null)}>
          Download the questions (CSV)
        </Button>
      }
    >
      <div className={styles.match}>
        <p>
          {pairs === 0
            ? 'The two selections share no question, so there is nothing to compare. Choose other questions above, or another run.'
            : isJudged
              ? `Every figure below is about the same ${formatCount(used)} questions.`
              : 'No pair has an open label on both sides: only searches and coverage are compared.'}
          {isJudged && unjudged > 0 && ` ${formatCount(unjudged)} pairs are left out: a label is missing or sealed.`}
        </p>
        {labelsDiffer > 0 && (
          <Message kind="warning" title={`${formatCount(labelsDiffer)} pairs have different labels.`}>
            Each run is judged by its own labels. A difference may come from the labels, not from the runs.
          </Message>
        )}
        {examples.length > 0 && (
          <details>
            <summary>Questions without a partner, the first {formatCount(examples.length)}</summary>
            <ul className={styles.facts}>
              {examples.map(({ side, id, text, why }) => (
                <li key={`${side} ${id}`}>
                  <code>{id}</code> {text} ({side === 'left' ? 'first run' : 'second run'}: {UNMATCHED_WORDS[why]})
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Panel>
  );
}
