import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../core/result.ts';
import type { SourceFile } from '../../core/terms.ts';
import { downloadAside, downloadExchange, loadDropped } from '../../store/actions.ts';
import { load, useApp } from '../../store/app-store.ts';
import { fromFileList } from '../../store/collect-files.ts';
import type { DatasetHandle, ProblemGroup } from '../../store/handles.ts';
import { fetchSampleIndex, type Sample } from '../../store/origin.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { StatusBar } from '../../ui/parts/StatusBar.tsx';
import styles from './data.module.css';

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
        {dataset && <Problems dataset={dataset} />}
        {dataset && <Sources dataset={dataset} />}
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
          Trajectories, probe answers and judge scores. A folder, loose files, or gzip. Files stay on this machine.
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
          The record_type bundle and <a href="schema/index.html">Stopscope's exchange format</a> are read; what a file
          is, its content decides.
        </p>
      </div>
    </Panel>
  );
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
                onClick={() => void load({ kind: 'sample', id: sample.id })}
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

function Sources({ dataset }: { readonly dataset: DatasetHandle }) {
  return (
    <Panel
      title="Files"
      sub={`${formatCount(dataset.sources.length)} read`}
      actions={
        <Button size="small" onClick={() => void downloadExchange()}>
          Export in the exchange format
        </Button>
      }
    >
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Taken for</th>
              <th scope="col">Bytes</th>
              <th scope="col">Rows read</th>
              <th scope="col">Used</th>
              <th scope="col">Set aside</th>
            </tr>
          </thead>
          <tbody>
            {dataset.sources.map((source) => (
              <SourceRow key={source.name} source={source} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function SourceRow({ source }: { readonly source: SourceFile }) {
  return (
    <tr>
      <th scope="row">
        <code>{source.name}</code>
      </th>
      <td>{source.takenFor}</td>
      <td>{formatCount(source.bytes)}</td>
      <td>{formatCount(source.rowsRead)}</td>
      <td>{formatCount(source.rowsUsed)}</td>
      <td>{formatCount(source.rowsAside)}</td>
    </tr>
  );
}
