import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../core/result.ts';
import { downloadAside, loadDropped } from '../../store/actions.ts';
import { useApp } from '../../store/app-store.ts';
import { fromFileList } from '../../store/collect-files.ts';
import type { DatasetHandle, ProblemGroup } from '../../store/handles.ts';
import { addFiles, filesAtHand, openMapping } from '../../store/mapping.ts';
import { fetchSampleIndex, type Sample } from '../../store/origin.ts';
import { openNext, readSealed, setSealingNext, useSealing } from '../../store/sealing.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { StatusBar } from '../../ui/parts/StatusBar.tsx';
import styles from './data.module.css';
import { Files } from './Files.tsx';
import { Kept } from './Kept.tsx';
import { Mapping } from './Mapping.tsx';
import { OrderJoins } from './OrderJoins.tsx';

/** What was read and how, what could not be used, and other data to open. */
export default function Data() {
  const dataset = useApp((state) => state.dataset);
  return (
    <>
      <main className={styles.page} id="main">
        <h1 className="sr">Data</h1>
        <div className={styles.columns}>
          <Open />
          <Samples />
        </div>
        <Kept />
        <Mapping />
        {dataset && <OrderJoins joins={dataset.orderJoins} />}
        {dataset && <Problems dataset={dataset} />}
        {dataset && <Files dataset={dataset} />}
      </main>
      <StatusBar
        facts={
          dataset
            ? [
                dataset.name,
                ...(dataset.notice ? [dataset.notice] : []),
                `${formatCount(dataset.questionCount)} ${dataset.questionCount === 1 ? 'question' : 'questions'}`,
                `${formatCount(dataset.stateCount)} ${dataset.stateCount === 1 ? 'state' : 'states'}`,
              ]
            : ['no data']
        }
        promise="Read on this machine. Nothing was uploaded."
      />
    </>
  );
}

function Open() {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = (event: React.ChangeEvent<HTMLInputElement>) => {
    if (event.target.files) loadDropped(fromFileList(event.target.files));
    event.target.value = '';
  };
  return (
    <Panel title="Open a run">
      <div className={styles.body}>
        <EmptyState
          title="Drop a run here"
          isDropZone
          actions={[
            { label: 'Choose a folder', onAct: () => folder.current?.click(), isMain: true },
            { label: 'Choose files', onAct: () => files.current?.click() },
          ]}
        >
          Trajectories, probe answers, judge scores, tables of your own. A folder, loose files, gzip, zstd or zip; text
          can be pasted. Files stay on this machine.
        </EmptyState>
        <input ref={files} type="file" multiple hidden aria-label="Files of a run" onChange={choose} />
        <input
          ref={(element) => {
            folder.current = element;
            element?.setAttribute('webkitdirectory', '');
          }}
          type="file"
          hidden
          aria-label="Folder of a run"
          onChange={choose}
        />
        <p className={styles.hint}>
          Read are JSON Lines, JSON, CSV, TSV, Parquet and Inspect logs of Search-R1, verl, R1-Searcher, SIM-RAG,
          S2G-RAG, TASR, FlashRAG, IRCoT and others, the record_type bundle, and{' '}
          <a href="schema/index.html">Stopscope's exchange format</a>. What a file is, its content decides.
        </p>
        <SealNext />
        <MoreWays />
      </div>
    </Panel>
  );
}

/** For a run whose confirmatory labels nobody shall see yet. */
function SealNext() {
  const isNext = useSealing((state) => state.isNext);
  const name = useApp((state) =>
    state.dataset !== null && state.dataset.protocol.sealedQuestions === 0 ? state.dataset.name : null,
  );
  return (
    <>
      <label className={styles.seal}>
        <input type="checkbox" checked={isNext} onChange={(event) => setSealingNext(event.target.checked)} />
        <span>
          Keep every label of what is opened next sealed until the splits have roles. Right and wrong are then not
          computed before you say, on the Audit page, which questions are exploratory, validation or confirmatory.
        </span>
      </label>
      {name !== null && (
        <p className={styles.buttons}>
          <Button size="small" onClick={readSealed}>
            Seal every label of {name}
          </Button>
        </p>
      )}
    </>
  );
}

/** What is not recognised can be mapped; labels may come later. */
function MoreWays() {
  const hasDataset = useApp((state) => state.dataset !== null);
  const added = useRef<HTMLInputElement>(null);
  // Files that were asked for, read or not: the failure of a load is what brings people here.
  useApp((state) => state.loading);
  const files = filesAtHand();
  usePaste();
  return (
    <p className={styles.buttons}>
      <Button
        size="small"
        disabledReason={files.length === 0 ? 'Open files first' : null}
        onClick={() => void openMapping(files)}
      >
        Map columns
      </Button>
      <Button
        size="small"
        disabledReason={hasDataset ? null : 'Open a run first'}
        onClick={() => added.current?.click()}
      >
        Add labels or files
      </Button>
      <input
        ref={added}
        type="file"
        multiple
        hidden
        aria-label="Labels or files to add"
        onChange={(event) => {
          if (event.target.files) void addFiles(fromFileList(event.target.files).files);
          event.target.value = '';
        }}
      />
    </p>
  );
}

/** Text that is pasted outside a field is read like a file. */
function usePaste(): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (clipboardData === null || (target instanceof HTMLElement && target.matches('input, textarea, select')))
        return;
      if (clipboardData.files.length > 0) {
        loadDropped(fromFileList(clipboardData.files));
        return;
      }
      const text = clipboardData.getData('text/plain');
      if (text.trim() !== '') loadDropped({ files: [{ name: 'pasted.txt', blob: new Blob([text]) }], name: 'pasted' });
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}

type Samples =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly samples: readonly Sample[] }
  | { readonly kind: 'failed'; readonly problem: Problem };

function Samples() {
  const [state, setState] = useState<Samples>({ kind: 'loading' });
  useEffect(() => {
    let isGone = false;
    void fetchSampleIndex().then((result) => {
      if (isGone) return;
      setState(
        result.kind === 'ok'
          ? { kind: 'ready', samples: result.value.datasets }
          : { kind: 'failed', problem: result.error },
      );
    });
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <Panel
      title="Samples"
      sub="synthetic replica"
      actions={
        <a className={styles.link} href="samples/index.html">
          How they were made
        </a>
      }
    >
      {state.kind === 'loading' && <Skeleton width="100%" height={120} label="Loading the list of samples" />}
      {state.kind === 'failed' && <Message kind="error" title={state.problem.message} />}
      {state.kind === 'ready' && (
        <ul className={styles.list}>
          {state.samples.map((sample) => (
            <li key={sample.id}>
              <div>
                <h3>{sample.name}</h3>
                <p>{sample.description}</p>
              </div>
              <Button
                size="small"
                onClick={() => void openNext({ kind: 'sample', id: sample.id })}
                aria-label={`Open ${sample.name}`}
              >
                Open
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Problems({ dataset: { problems } }: { readonly dataset: DatasetHandle }) {
  const total = problems.groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <Panel
      title="What to know about this data"
      sub={
        total === 0
          ? 'nothing found'
          : `${formatCount(total)} in ${formatCount(problems.groups.length)} ${problems.groups.length === 1 ? 'kind' : 'kinds'}`
      }
      actions={
        problems.rowsAside > 0 && (
          <Button size="small" onClick={() => void downloadAside()}>
            Download {formatCount(problems.rowsAside)} {problems.rowsAside === 1 ? 'row' : 'rows'} set aside
          </Button>
        )
      }
    >
      {total === 0 ? (
        <p className={styles.quiet}>Every row was read and used.</p>
      ) : (
        problems.groups.map((group) => <Group key={`${group.severity} ${group.code}`} group={group} />)
      )}
    </Panel>
  );
}

function Group({ group }: { readonly group: ProblemGroup }) {
  const [first] = group.examples;
  return (
    <Message
      kind={group.severity}
      title={`${group.code}, ${formatCount(group.count)} ${group.count === 1 ? 'time' : 'times'}. ${first?.effect ?? ''}`}
    >
      <ul className={styles.examples}>
        {group.examples.map((problem, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: examples never change while they are shown
          <li key={i}>
            <code>{place(problem)}</code> {problem.message}
          </li>
        ))}
        {group.count > group.examples.length && <li>and {formatCount(group.count - group.examples.length)} more</li>}
      </ul>
    </Message>
  );
}

const place = ({ file, line }: Problem): string =>
  file === null ? 'dataset' : line === null ? file : `${file}:${line}`;
