import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../store/app-store.ts';
import { fromFileList } from '../../store/collect-files.ts';
import { forgetMissed, openOther, openOtherFiles, openOtherKept, otherHash, useCompare } from '../../store/compare.ts';
import { refreshKept, useKept } from '../../store/kept.ts';
import { fetchSampleIndex, type Sample } from '../../store/origin.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { ProgressBar } from '../../ui/parts/Skeleton.tsx';
import styles from './compare.module.css';

/** Where the second run comes from: files, what this device keeps, a sample. */
export function SecondRun() {
  const loading = useCompare((state) => state.loading);
  const other = useCompare((state) => state.other);
  const kept = useKept((state) => state.datasets);
  const samples = useSamples();
  const [choice, setChoice] = useState('');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => void refreshKept(), []);
  const take = (event: React.ChangeEvent<HTMLInputElement>) => {
    if (event.target.files) void openOtherFiles(fromFileList(event.target.files));
    event.target.value = '';
  };
  const open = () => {
    const [kind, id] = [choice.slice(0, choice.indexOf(' ')), choice.slice(choice.indexOf(' ') + 1)];
    void (kind === 'kept' ? openOtherKept(id) : openOther({ kind: 'sample', id }));
  };
  return (
    <Panel
      title="Open a second run"
      sub={other === null ? 'drop it on this page, or choose it' : 'drop another one on this page to replace it'}
    >
      <div className={styles.choose}>
        <Button size="small" onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
        <Button size="small" onClick={() => files.current?.click()}>
          Choose files
        </Button>
        <label>
          <span className="sr">Kept dataset or sample</span>
          <select value={choice} onChange={(event) => setChoice(event.target.value)}>
            <option value="">Kept datasets and samples</option>
            {kept.map(({ id, name, questionCount }) => (
              <option key={id} value={`kept ${id}`}>
                {name}, {questionCount} questions, on this device
              </option>
            ))}
            {samples.map(({ id, name }) => (
              <option key={id} value={`sample ${id}`}>
                {name}, synthetic replica
              </option>
            ))}
          </select>
        </label>
        <Button size="small" disabledReason={choice === '' ? 'Choose a dataset first.' : null} onClick={open}>
          Open as second run
        </Button>
        <input ref={files} type="file" multiple hidden aria-label="Files of the second run" onChange={take} />
        <input
          ref={(element) => {
            folder.current = element;
            element?.setAttribute('webkitdirectory', '');
          }}
          type="file"
          hidden
          aria-label="Folder of the second run"
          onChange={take}
        />
      </div>
      <Asked onFiles={() => files.current?.click()} />
      {loading.kind === 'reading' && (
        <ProgressBar
          label={`Reading ${loading.progress?.what ?? 'files'}`}
          fraction={
            loading.progress && loading.progress.total > 0 ? loading.progress.done / loading.progress.total : null
          }
          detail=""
        />
      )}
      {loading.kind === 'failed' && (
        <Message kind="error" title={loading.problem.message}>
          {loading.problem.effect}
        </Message>
      )}
    </Panel>
  );
}

/** The run that a link compares with: asked for while none is open, and missed where another one was opened. */
function Asked({ onFiles }: { readonly onFiles: () => void }) {
  const second = useApp((state) => state.view.second);
  const { loading, missed, other, otherHashes } = useCompare();
  const kept = useKept((state) => state.datasets);
  const asked = missed ?? (other === null ? second : null);
  if (asked === null || loading.kind === 'reading' || (other === null && asked.data !== null)) return null;
  const name = asked.name ?? 'this sample in another version';
  const hash = asked.hash === null ? '' : `, SHA-256 ${asked.hash}`;
  const known = kept.find((one) => one.name === asked.name);
  const action =
    known === undefined
      ? { label: 'Choose files', onAct: onFiles }
      : { label: 'Open it from this device', onAct: () => void openOtherKept(known.id) };
  if (other === null) {
    return (
      <div className={styles.asked}>
        <Message kind="note" title={`The link compares with ${name}${hash}`} action={action}>
          A link holds the view, not the data. Drop its files here and the comparison opens on them; whether they are
          the same is checked on this machine.
        </Message>
      </div>
    );
  }
  const open = otherHash({ other, otherHashes });
  return (
    <div className={styles.asked}>
      <Message kind="warning" title={`The link compares with other data: ${name}${hash}`} action={action}>
        {`Open as second run is ${other.name}${open === null ? '' : `, SHA-256 ${open.slice(0, 16)}`}. Its judge, threshold and questions are its own, not the link's.`}
      </Message>
      <Button size="small" look="quiet" onClick={forgetMissed}>
        Keep what is open
      </Button>
    </div>
  );
}

function useSamples(): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    let isGone = false;
    void fetchSampleIndex().then((index) => {
      if (!isGone && index.kind === 'ok') setSamples(index.value.datasets);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return samples;
}
