import { useState } from 'react';
import type { Claim } from '../../core/protocol/claims.ts';
import { stateOf } from '../../core/protocol/state.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { claimsAsText, downloadClaims, useProtocol } from '../../store/protocol.ts';
import { formatCount } from '../../ui/parts/format.ts';
import { IconCheck, IconExport, IconNotEvaluated } from '../../ui/parts/icons.tsx';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import panel from '../../ui/parts/panel.module.css';
import { ProgressBar, Skeleton } from '../../ui/parts/Skeleton.tsx';
import { useToast } from '../../ui/parts/Toast.tsx';
import shared from './audit.module.css';
import styles from './claims.module.css';

interface Shown {
  readonly where: string;
  readonly claims: readonly Claim[];
  readonly summary: string;
  readonly scope: readonly string[];
  readonly caveat: string | null;
}

/** What the results support and what not, with the numbers that decide it. */
export function ClaimsPanel({ dataset }: { readonly dataset: DatasetHandle }) {
  const toast = useToast();
  const shown = useShown(dataset);
  const copy = async () => {
    const text = claimsAsText();
    if (text === null) return;
    try {
      await navigator.clipboard.writeText(text);
      toast('Claims copied, with numbers, split and role.');
    } catch {
      downloadClaims();
      toast('The clipboard is closed to this page. The claims were saved as a file.');
    }
  };
  const isThere = typeof shown === 'object';
  return (
    <Panel
      title="Claims"
      className={shared.claims}
      sub={isThere ? shown.where : undefined}
      actions={
        isThere && (
          <>
            <button type="button" className={panel.link} onClick={downloadClaims}>
              <IconExport />
              Save
            </button>
            <button type="button" className={panel.link} onClick={() => void copy()}>
              <IconExport />
              Copy as text
            </button>
          </>
        )
      }
    >
      {shown === 'waiting' ? (
        <Waiting />
      ) : typeof shown === 'string' ? (
        <p className={shared.quiet}>{shown}</p>
      ) : (
        <Claims {...shown} notice={dataset.notice} />
      )}
    </Panel>
  );
}

/** Resampling takes a while on large data. */
function Waiting() {
  const claiming = useProtocol((state) => state.claiming);
  if (claiming === null || claiming.total === 0) return <Skeleton width="100%" height={160} label="Computing claims" />;
  return (
    <div className={styles.waiting}>
      <ProgressBar label="Computing claims" fraction={claiming.done / claiming.total} detail={claiming.what} />
    </div>
  );
}

/** The claims, or why there are none; `waiting` while they are computed. */
function useShown(dataset: DatasetHandle): Shown | string {
  const confirmed = useProtocol((state) => state.confirmed);
  const loose = useProtocol((state) => state.loose);
  const { phase } = stateOf(dataset.protocol.protocol);
  if (phase === 'sealed' || phase === 'frozen') {
    return 'Claims come from the one look: seal, freeze, unseal. Until then nothing is known that could be claimed.';
  }
  if (phase === 'unsealed') {
    if (confirmed === null) return 'waiting';
    const where = `${confirmed.split.name}, confirmatory, n = ${formatCount(confirmed.split.questions)}`;
    return { where, claims: confirmed.claims, summary: confirmed.summary, scope: confirmed.scope, caveat: null };
  }
  if (loose === null || !loose.key.startsWith(`[${dataset.id},`)) return 'waiting';
  return loose.claims.kind === 'ok' ? loose.claims.value : loose.claims.error;
}

function Claims({ claims, summary, scope, caveat, notice }: Shown & { readonly notice: string | null }) {
  const [isScope, setScope] = useState(false);
  const supported = claims.filter(({ isSupported }) => isSupported);
  const others = claims.filter(({ isSupported }) => !isSupported);
  return (
    <>
      {caveat !== null && (
        <Message kind="note" title="Descriptive only">
          {caveat}
        </Message>
      )}
      <h3 className={shared.section}>Supported</h3>
      <List claims={supported} empty="Nothing is supported." />
      <h3 className={shared.section}>Not supported</h3>
      <List claims={others} empty="Everything is supported." />
      <div className={styles.pasted}>
        <h3>As it will be pasted</h3>
        <p>
          {notice !== null && `[${notice}] `}
          {summary}
        </p>
        <button type="button" aria-expanded={isScope} onClick={() => setScope(!isScope)}>
          Scope
        </button>
        {isScope && (
          <ul className={shared.bullets}>
            {scope.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function List({ claims, empty }: { readonly claims: readonly Claim[]; readonly empty: string }) {
  if (claims.length === 0) return <p className={shared.quiet}>{empty}</p>;
  return (
    <ul className={styles.claimList}>
      {claims.map(({ id, isSupported, title, figure, criterion }) => (
        <li key={id} title={criterion}>
          {isSupported ? <IconCheck size={16} /> : <IconNotEvaluated size={16} />}
          <b className={isSupported ? undefined : styles.unsupported}>{title}</b>
          <span>{figure}</span>
        </li>
      ))}
    </ul>
  );
}
