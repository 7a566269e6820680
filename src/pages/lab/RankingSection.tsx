import { useMemo } from 'react';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, RankingReply } from '../../store/handles.ts';
import { setLab, useLab } from '../../store/lab.ts';
import { LAB } from '../../store/lab-tasks.ts';
import { judgeInForce } from '../../store/policy-ref.ts';
import { questionLink } from '../../store/questions-links.ts';
import { thresholdOf } from '../../store/selectors.ts';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { formatCount, formatFour, formatThreshold } from '../../ui/parts/format.ts';
import { JudgeKey } from '../../ui/parts/JudgeKey.tsx';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { flipsLink, idsLink } from './links.ts';
import { TaskNotice } from './TaskNotice.tsx';
import { useLabRequest, useLabTask } from './use-lab.ts';
import { changeText, judgeName, meanText, searchesText, shareText } from './words.ts';

/** Average precision beside what the policy does with it, and the early false positives where the two disagree. */
export function RankingSection({ dataset }: { readonly dataset: DatasetHandle }) {
  const view = useApp((state) => state.view);
  const isHigh = useLab((state) => state.isHighConfidence);
  const request = useLabRequest(dataset);
  const active = judgeInForce(dataset, view);
  const threshold = active === null ? null : thresholdOf(view, active);
  const judges = useMemo(
    () =>
      dataset.judges.map((judge) => ({
        judge: judge.id,
        threshold: (judge === active ? threshold : judge.frozen?.value) ?? Number.POSITIVE_INFINITY,
      })),
    [dataset, active, threshold],
  );
  const task = useLabTask(LAB.ranking, { ...request, judges, ranked: isHigh ? 'high-confidence' : 'eligible' });
  const found = task.value ?? task.last;
  if (dataset.judges.length === 0)
    return <EmptyState title="There is no judge to rank">Add a file with judge scores on the page Data.</EmptyState>;
  return (
    <>
      <Panel
        title="Ranking against policy"
        tableName="ranking-against-policy"
        sub={found ? `${formatCount(found.questions)} labelled questions` : undefined}
      >
        <div className={styles.lead}>
          <p>
            Average precision says how well a judge ranks states; the policy stops at the first crossing of each
            question. One early false positive hides all later states, so a better ranking can give worse answers.
          </p>
        </div>
        <div className={styles.fields}>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isHigh}
              onChange={(event) => setLab({ isHighConfidence: event.target.checked })}
            />
            Rank high-confidence states only: stopping is right, or it is wrong and going on would pay
          </label>
        </div>
        <TaskNotice cancel={LAB.ranking.cancel} view={task} label="Judges are being ranked" />
        {task.status.kind === 'idle' && task.key !== null && found === null && (
          <div className={styles.notice}>
            <Message kind="note" title="Ranking needs labels">
              No question of this selection is labelled.
            </Message>
          </div>
        )}
        {found && (
          <div className={task.value === null ? styles.faint : undefined}>
            <Judges dataset={dataset} found={found} />
          </div>
        )}
      </Panel>
      {found && <Inversions dataset={dataset} found={found} />}
    </>
  );
}

function Judges({ dataset, found }: { readonly dataset: DatasetHandle; readonly found: RankingReply }) {
  const view = useApp((state) => state.view);
  const { questions, policies, native, prevalence } = found;
  const inAp = ranksOf(policies.map(({ averagePrecision }) => averagePrecision));
  const inEm = ranksOf(policies.map(({ em }) => em));
  return (
    <>
      <FigureTable
        caption="Judges: ranking of states and outcome of the policy"
        keyOf={({ judge }) => judge}
        rows={policies}
        columns={[
          {
            title: 'Judge',
            cell: ({ judge }) => (
              <>
                <JudgeKey index={dataset.judges.findIndex(({ id }) => id === judge)} /> {judgeName(dataset, judge)}
              </>
            ),
          },
          { title: 'Threshold', value: exactThreshold, cell: ({ threshold }) => formatThreshold(threshold) },
          {
            title: 'Average precision',
            value: ({ averagePrecision }) => averagePrecision,
            cell: ({ averagePrecision }) =>
              averagePrecision === null ? 'no right state' : formatFour(averagePrecision),
          },
          {
            title: 'Rank by AP',
            cell: ({ judge }) => inAp[policies.findIndex((one) => one.judge === judge)] ?? 'none',
          },
          { title: 'EM', value: ({ em }) => em, cell: ({ em }) => meanText(em, questions) },
          {
            title: 'Rank by EM',
            cell: ({ judge }) => inEm[policies.findIndex((one) => one.judge === judge)] ?? 'none',
          },
          {
            title: 'Searches',
            value: ({ searches }) => searches,
            cell: ({ searches }) => meanText(searches, questions),
          },
          {
            title: 'Early stops',
            cell: ({ judge, threshold, stops }) => (
              <a className={styles.door} href={flipsLink(view, { kind: 'threshold', judge, threshold })}>
                {formatCount(stops)}
              </a>
            ),
          },
          { title: 'Unsafe stops', cell: ({ stops, unsafe }) => shareText(unsafe, stops, 'no stops') },
        ]}
      />
      <div className={styles.lead} style={{ paddingTop: 12 }}>
        <p>
          Native: EM {meanText(native.em, questions)} with {meanText(native.searches, questions)} searches.{' '}
          {prevalence === null
            ? 'There are no such states.'
            : `An uninformed ranking would get ${formatFour(prevalence)}.`}{' '}
          Ties count as one step; what was not scored or not parsed ranks last.
        </p>
      </div>
    </>
  );
}

function Inversions({ dataset, found }: { readonly dataset: DatasetHandle; readonly found: RankingReply }) {
  const view = useApp((state) => state.view);
  const { questions, inversions } = found;
  if (inversions.length === 0) {
    return (
      <Panel title="Where they disagree">
        <div className={styles.lead}>
          <p>No pair of judges: the better average precision nowhere gives the worse EM.</p>
        </div>
      </Panel>
    );
  }
  return inversions.map((inversion) => {
    const { better, worse, apDifference, emDifference, lost, gained, causes } = inversion;
    const href = idsLink(
      view,
      causes.map(({ id }) => id),
    );
    return (
      <Panel
        key={`${better} ${worse}`}
        tableName={fileNameOf('early false positives', better, worse)}
        title={`${judgeName(dataset, better)} ranks better than ${judgeName(dataset, worse)} and answers worse`}
      >
        <p className={styles.sentence}>
          {`AP ${changeText(apDifference, 1)}, EM ${changeText(emDifference, questions)}: it loses ${formatCount(lost.length)} right answers and gains ${formatCount(gained.length)}. `}
          {formatCount(causes.length)} of the {formatCount(lost.length)} are lost to an early stop at a wrong state
          {href && (
            <>
              {': '}
              <a className={styles.door} href={href}>
                show these questions
              </a>
            </>
          )}
          .
        </p>
        <FigureTable
          caption={`Early false positives of ${judgeName(dataset, better)}`}
          keyOf={({ id, state }) => `${id} ${state}`}
          rows={causes}
          columns={[
            {
              title: 'Question',
              cell: ({ id }) => (
                <a className={styles.door} href={questionLink(view, id)}>
                  {id}
                </a>
              ),
            },
            { title: 'Score there', value: ({ score }) => score, cell: ({ score }) => formatThreshold(score) },
            { title: 'Stops after', value: ({ searches }) => searches, cell: ({ searches }) => searchesText(searches) },
            { title: 'Wrong answer', isText: true, cell: ({ answer }) => answer ?? 'no answer' },
            {
              title: `${judgeName(dataset, worse)} is right`,
              isText: true,
              cell: ({ otherState, otherSearches }) =>
                otherState < 0
                  ? `with the native run, ${searchesText(otherSearches ?? 0)}`
                  : `after ${searchesText(otherSearches ?? 0)}`,
            },
          ]}
        />
      </Panel>
    );
  });
}

const exactThreshold = ({ threshold }: { readonly threshold: number }): number | null =>
  Number.isFinite(threshold) ? threshold : null;

/** 1 for the highest; equal values share a rank. */
const ranksOf = (values: readonly (number | null)[]): readonly (string | null)[] =>
  values.map((value) =>
    value === null ? null : String(1 + values.filter((other) => other !== null && other > value + 1e-12).length),
  );
