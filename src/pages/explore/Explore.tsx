import { labelled, sealed } from '../../core/metrics/quantities.ts';
import { HAS_NO_LABEL } from '../../core/questions/index.ts';
import { isSealed } from '../../figures/figures.ts';
import { useActiveJudge } from '../../figures/use-policy.ts';
import { openPage, useApp } from '../../store/app-store.ts';
import type { CurveBands, Curves, DatasetHandle } from '../../store/handles.ts';
import { showQuestions } from '../../store/questions-links.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { formatCount } from '../../ui/parts/format.ts';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { StatusBar } from '../../ui/parts/StatusBar.tsx';
import { ControlsBar } from './ControlsBar.tsx';
import { Dock } from './Dock.tsx';
import styles from './explore.module.css';
import { LoadingExplore } from './LoadingExplore.tsx';
import { PointsTable } from './PointsTable.tsx';
import { PolicyReadout } from './PolicyReadout.tsx';
import { RiskPanel } from './RiskPanel.tsx';
import { StatePanel } from './StatePanel.tsx';
import { ThresholdPanel } from './ThresholdPanel.tsx';
import { TradeoffPanel } from './TradeoffPanel.tsx';
import { useIsPhone } from './use-is-phone.ts';

const PROMISE = 'Computed on this machine. Nothing was uploaded.';

/** The heart of the app: one threshold, moved everywhere at once. */
export default function Explore() {
  const dataset = useApp((state) => state.dataset);
  const curves = useApp((state) => state.curves);
  const isBusy = useApp((state) => state.loading.kind === 'running' || state.evaluating.kind === 'running');
  const active = useActiveJudge();
  const isPhone = useIsPhone();
  if (dataset === null) return isBusy ? <LoadingExplore /> : <NoData />;
  return (
    <>
      <ControlsBar dataset={dataset} active={active} isPhone={isPhone} />
      {/* Other data, other charts: a drag that is under way ends with its data. */}
      <Body key={dataset.id} dataset={dataset} curves={curves} active={active} isPhone={isPhone} />
    </>
  );
}

interface BodyProps {
  readonly dataset: DatasetHandle;
  readonly curves: Curves | null;
  readonly active: ActiveJudge | null;
  readonly isPhone: boolean;
}

function Body({ dataset, curves, active, isPhone }: BodyProps) {
  const bands = useApp((state) => state.bands);
  if (curves === null) return <LoadingExplore />;
  if (curves.questionCount === 0) {
    return (
      <main className={styles.alone}>
        <h1 className="sr">Explore</h1>
        <EmptyState title="No question is in this selection">
          The dataset has {formatCount(dataset.questionCount)} questions, from 0 to{' '}
          {formatCount(dataset.questionCount - 1)}. Choose another split or range above.
        </EmptyState>
      </main>
    );
  }
  if (active === null) return <WithoutJudges dataset={dataset} curves={curves} />;
  const tradeoff = <TradeoffPanel dataset={dataset} curves={curves} active={active} />;
  return (
    <>
      <main className={styles.page} data-fits>
        <h1 className="sr">Explore</h1>
        <LabelNotice curves={curves} />
        <div className={styles.readout}>
          <PolicyReadout active={active} curves={curves} between={isPhone && tradeoff} />
        </div>
        <div className={styles.charts}>
          {!isPhone && tradeoff}
          <div className={styles.right}>
            <ThresholdPanel dataset={dataset} curves={curves} active={active} />
            <div className={styles.lower}>
              <RiskPanel dataset={dataset} curves={curves} active={active} />
              <StatePanel dataset={dataset} active={active} />
            </div>
          </div>
        </div>
      </main>
      {isPhone && <Dock active={active} />}
      <StatusBar facts={statusFacts(dataset, curves, active, bands)} promise={PROMISE} />
    </>
  );
}

function NoData() {
  return (
    <main className={styles.alone}>
      <h1 className="sr">Explore</h1>
      <EmptyState
        title="Drop a run here"
        isDropZone
        actions={[{ label: 'Choose files or a sample', onAct: () => openPage('data'), isMain: true }]}
      >
        Trajectories, probe answers and judge scores. A folder, loose files, or gzip.
      </EmptyState>
    </main>
  );
}

/** Native, budgets and oracles need no judge. */
function WithoutJudges({ dataset, curves }: { readonly dataset: DatasetHandle; readonly curves: Curves }) {
  return (
    <>
      <main className={styles.alone}>
        <h1 className="sr">Explore</h1>
        <LabelNotice curves={curves} />
        <Message
          kind="note"
          title="This run has no judge scores"
          action={{ label: 'Add files', onAct: () => openPage('data') }}
        >
          Native, fixed budgets and the oracles are shown. Drop the run again together with a judge file to draw its
          curve.
        </Message>
        <PointsTable curves={curves} />
      </main>
      <StatusBar facts={statusFacts(dataset, curves, null, null)} promise={PROMISE} />
    </>
  );
}

/** Says what is missing and how to add it, where some or all questions have no label. */
function LabelNotice({ curves }: { readonly curves: Curves }) {
  const known = curves.native.totals[labelled.id]!;
  if (known === curves.questionCount) return null;
  const missing = formatCount(curves.questionCount - known);
  return (
    <div className={styles.notice}>
      {isSealed(curves.native.totals) ? (
        <Message
          kind="note"
          title={`${formatCount(curves.native.totals[sealed.id]!)} of ${formatCount(curves.questionCount)} labels are sealed`}
          action={{ label: 'Open the protocol', onAct: () => openPage('audit') }}
        >
          Coverage, searches and score distributions are shown. Exact match, risk and the oracles are neither computed
          nor shown there until a freeze exists and is unsealed.
        </Message>
      ) : known === 0 ? (
        <Message kind="note" title="This selection has no labels">
          Coverage, searches and score distributions are shown; exact match, risk and oracles need gold answers. Drop
          the run again together with a labels file (question_id and answer, or targets).
        </Message>
      ) : (
        <Message
          kind="warning"
          title={`${missing} of ${formatCount(curves.questionCount)} questions have no label`}
          action={{ label: 'Show them', onAct: () => showQuestions([HAS_NO_LABEL]) }}
        >
          Exact match, F1, risk and the oracles are computed over the {formatCount(known)} labelled questions; searches
          and coverage over all.
        </Message>
      )}
    </div>
  );
}

function statusFacts(
  dataset: DatasetHandle,
  curves: Curves,
  active: ActiveJudge | null,
  bands: CurveBands | null,
): string[] {
  return [
    ...(dataset.notice ? [dataset.notice] : []),
    numberOf(curves.questionCount, 'question', 'questions'),
    numberOf(curves.eligibleStateCount, 'eligible state', 'eligible states'),
    ...(active
      ? [`${numberOf(active.sweep.thresholds.length, 'distinct policy', 'distinct policies')} on the active curve`]
      : []),
    ...(bands
      ? [
          `bootstrap ${formatCount(bands.repeats)} × ${formatCount(curves.questionCount)}, seeds ${bands.seeds.em}, ${bands.seeds.searches}`,
        ]
      : []),
  ];
}

const numberOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
