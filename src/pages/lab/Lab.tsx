import { useEffect } from 'react';
import { formatAddress } from '../../store/address.ts';
import { changeView, useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { changeLab, setLab, useLab } from '../../store/lab.ts';
import { LAB_SECTIONS, type LabSection } from '../../store/lab-view.ts';
import { judgeInForce } from '../../store/policy-ref.ts';
import { thresholdOf } from '../../store/selectors.ts';
import { readTextsUnasked } from '../../store/text-reading.ts';
import { formatCount, formatThreshold } from '../../ui/parts/format.ts';
import { EmptyState } from '../../ui/parts/Message.tsx';
import { SplitSelect } from '../../ui/parts/SplitSelect.tsx';
import { StatusBar } from '../../ui/parts/StatusBar.tsx';
import { BaselinesSection } from './BaselinesSection.tsx';
import { CertifySection } from './CertifySection.tsx';
import { CostSection } from './CostSection.tsx';
import { DecisionsSection } from './DecisionsSection.tsx';
import styles from './lab.module.css';
import { RankingSection } from './RankingSection.tsx';
import { RuleSection } from './RuleSection.tsx';
import { SolverSection } from './SolverSection.tsx';
import { StudySection } from './StudySection.tsx';
import { SufficiencySection } from './SufficiencySection.tsx';
import { useLabRequest } from './use-lab.ts';
import { rangeText } from './words.ts';

const SECTIONS: Readonly<
  Record<
    LabSection,
    { readonly title: string; readonly Section: (props: { dataset: DatasetHandle }) => React.ReactNode }
  >
> = {
  rule: { title: 'Rule', Section: RuleSection },
  study: { title: 'All rules', Section: StudySection },
  baselines: { title: 'Baselines', Section: BaselinesSection },
  ranking: { title: 'Ranking against policy', Section: RankingSection },
  sufficiency: { title: 'Sufficiency', Section: SufficiencySection },
  certify: { title: 'Risk control', Section: CertifySection },
  cost: { title: 'Cost', Section: CostSection },
  solver: { title: 'Solver', Section: SolverSection },
  decisions: { title: 'Recorded decisions', Section: DecisionsSection },
};

/** Every stopping rule side by side: is the judge better than a simple rule, a fixed budget or chance at the same cost? */
export default function Lab() {
  const dataset = useApp((state) => state.dataset);
  const isBusy = useApp((state) => state.loading.kind === 'running');
  if (dataset === null) {
    return (
      <main className={styles.page}>
        <h1 className="sr">Policy lab</h1>
        <EmptyState title={isBusy ? 'The run is being read' : 'No run is open'}>
          {isBusy ? 'The lab opens as soon as it is there.' : 'Open one on the page Data.'}
        </EmptyState>
      </main>
    );
  }
  return <OpenLab dataset={dataset} />;
}

function OpenLab({ dataset }: { readonly dataset: DatasetHandle }) {
  const view = useApp((state) => state.view);
  const count = useApp((state) => state.curves?.questionCount ?? 0);
  const { Section } = SECTIONS[view.lab.section];
  const request = useLabRequest(dataset);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every dataset
  useEffect(readTextsUnasked, [dataset]);
  return (
    <>
      <LabBar dataset={dataset} />
      <nav className={styles.tabs} aria-label="Sections of the lab">
        {LAB_SECTIONS.map((section) => (
          <a
            key={section}
            href={formatAddress({ page: 'lab', view: { ...view, lab: { ...view.lab, section } } })}
            aria-current={section === view.lab.section ? 'page' : undefined}
          >
            {SECTIONS[section].title}
          </a>
        ))}
      </nav>
      <main className={styles.page}>
        <h1 className="sr">Policy lab, {SECTIONS[view.lab.section].title}</h1>
        <Section dataset={dataset} />
      </main>
      <StatusBar
        facts={[
          ...(dataset.notice ? [dataset.notice] : []),
          `${formatCount(count)} questions evaluated, ${rangeText(view.range)}`,
          `tuned on ${rangeText(request.tune?.range ?? null)}`,
        ]}
        promise="Computed on this machine. Nothing was uploaded."
      />
    </>
  );
}

/** Which policy, which questions, and which ones thresholds are fitted on. */
function LabBar({ dataset }: { readonly dataset: DatasetHandle }) {
  const view = useApp((state) => state.view);
  const subject = useLab((state) => state.subject);
  const request = useLabRequest(dataset);
  const judge = judgeInForce(dataset, view);
  const everything = { from: 0, to: dataset.questionCount - 1 };
  return (
    <section className={styles.bar} aria-label="Policy and questions">
      {dataset.judges.length > 0 && (
        <label className={styles.control}>
          <span>Judge</span>
          <select value={judge?.id} onChange={(event) => changeView({ judge: event.target.value, threshold: null })}>
            {dataset.judges.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={styles.control}>
        <span>Policy looked at</span>
        <select
          value={subject}
          onChange={(event) => setLab({ subject: event.target.value === 'rule' ? 'rule' : 'threshold' })}
        >
          <option value="threshold">
            {judge === null ? 'native' : `judge, threshold ${formatThreshold(thresholdOf(view, judge))}`}
          </option>
          <option value="rule">the rule</option>
        </select>
      </label>
      <div className={styles.control}>
        <span>Evaluated on</span>
        <SplitSelect
          ranges={dataset.ranges}
          questionCount={dataset.questionCount}
          value={view.range ?? everything}
          onChange={(range) => changeView({ range })}
        />
      </div>
      <div className={styles.control}>
        <span>Tuned on</span>
        <SplitSelect
          ranges={dataset.ranges}
          questionCount={dataset.questionCount}
          value={request.tune?.range ?? everything}
          onChange={(tune) => changeLab({ tune })}
        />
      </div>
    </section>
  );
}
