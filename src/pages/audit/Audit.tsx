import { useEffect } from 'react';
import { stateOf } from '../../core/protocol/state.ts';
import { openPage, useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { fetchConfirmed, fetchLooseClaims, runAudit } from '../../store/protocol.ts';
import { formatCount } from '../../ui/parts/format.ts';
import { EmptyState } from '../../ui/parts/Message.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { StatusBar } from '../../ui/parts/StatusBar.tsx';
import styles from './audit.module.css';
import { ChecksPanel } from './ChecksPanel.tsx';
import { ClaimsPanel } from './ClaimsPanel.tsx';
import { ProtocolPanel } from './ProtocolPanel.tsx';
import { SplitsPanel } from './SplitsPanel.tsx';

/** Trust the run first, then freeze, then look. */
export default function Audit() {
  const dataset = useApp((state) => state.dataset);
  const isLoading = useApp((state) => state.loading.kind === 'running');
  if (dataset === null) {
    return (
      <main className={styles.alone} id="main">
        <h1 className="sr">Audit</h1>
        {isLoading ? (
          <Skeleton width="100%" height={400} label="Reading" />
        ) : (
          <EmptyState
            title="Drop a run here"
            isDropZone
            actions={[{ label: 'Choose files or a sample', onAct: () => openPage('data'), isMain: true }]}
          >
            Trajectories, probe answers and judge scores. A folder, loose files, or gzip.
          </EmptyState>
        )}
      </main>
    );
  }
  return <Opened dataset={dataset} />;
}

function Opened({ dataset }: { readonly dataset: DatasetHandle }) {
  const answerRule = useApp((state) => state.view.answerRule);
  const { phase } = stateOf(dataset.protocol.protocol);
  // One after the other: the worker reads the files once more for the audit, and resamples for the claims.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for depends on these, through the store
  useEffect(() => {
    const gone = new AbortController();
    void (async () => {
      await fetchConfirmed();
      await runAudit();
      if (phase === 'open' && !gone.signal.aborted) await fetchLooseClaims(gone.signal);
    })();
    return () => gone.abort();
  }, [dataset.id, answerRule, phase]);
  return (
    <>
      <main className={styles.page} id="main">
        <h1 className="sr">Audit</h1>
        <SplitsPanel dataset={dataset} />
        <div className={styles.columns}>
          <ChecksPanel dataset={dataset} />
          <div className={styles.right}>
            <ProtocolPanel dataset={dataset} />
            <ClaimsPanel dataset={dataset} />
          </div>
        </div>
      </main>
      <StatusBar
        facts={[
          ...(dataset.notice ? [dataset.notice] : []),
          `${formatCount(dataset.questionCount)} questions`,
          `${formatCount(dataset.stateCount)} states`,
          `${formatCount(dataset.protocol.protocol.entries.length)} log entries`,
        ]}
        promise="Checked on this machine. Nothing was uploaded."
      />
    </>
  );
}
