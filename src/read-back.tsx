import { matchData, type Provenance } from './core/present/provenance.ts';
import styles from './read-back.module.css';
import { openLink, useApp } from './store/app-store.ts';
import { hashOfRun } from './store/data-hash.ts';
import { closeReadBack, useReadBack } from './store/read-back.ts';
import { ReplicaBadge } from './ui/parts/Badge.tsx';
import { Button } from './ui/parts/Button.tsx';
import { Dialog } from './ui/parts/Dialog.tsx';
import { formatCount } from './ui/parts/format.ts';
import { Message } from './ui/parts/Message.tsx';

/** What a figure, table or report that was dropped here rests on. */
export function ReadBackDialog() {
  const { files } = useReadBack();
  const [first] = files;
  if (first === undefined) return null;
  const { link } = first.provenance;
  return (
    <Dialog
      isOpen
      onClose={closeReadBack}
      title={files.length === 1 ? first.file : `${files.length} files made by Stopscope`}
      actions={
        <>
          <Button onClick={closeReadBack}>Close</Button>
          {link !== null && (
            <Button
              look="solid"
              onClick={() => {
                closeReadBack();
                openLink(link);
              }}
            >
              Open this view
            </Button>
          )}
        </>
      }
    >
      {files.map(({ file, provenance }) => (
        <section key={file} className={styles.file} aria-label={file}>
          {files.length > 1 && <h3>{file}</h3>}
          <Match provenance={provenance} />
          <Facts provenance={provenance} />
        </section>
      ))}
    </Dialog>
  );
}

function Match({ provenance: { dataset: made } }: { readonly provenance: Provenance }) {
  const dataset = useApp((state) => state.dataset);
  const fileHashes = useApp((state) => state.fileHashes);
  if (dataset === null) return <Message kind="note" title="No data is open to compare it with" />;
  const open = hashOfRun(dataset, fileHashes);
  switch (matchData(made.sha256, open).kind) {
    case 'same':
      return <Message kind="note" title={`Made on the data that is open, ${dataset.name}`} />;
    case 'other':
      return (
        <Message kind="warning" title="Made on other data than what is open">
          {`It rests on ${made.name}; open is ${dataset.name}, SHA-256 ${open}.`}
        </Message>
      );
    case 'unknown':
      return (
        <Message kind="note" title="Whether the data is the same is not known">
          {made.sha256 === null
            ? 'The file was made while its data was still being hashed.'
            : 'The hash of the open data is being computed.'}
        </Message>
      );
  }
}

function Facts({ provenance }: { readonly provenance: Provenance }) {
  const { dataset, selection, policy, bootstrap, conventions, version, postHoc } = provenance;
  const { range } = selection;
  const rows: readonly (readonly [string, string])[] = [
    ['Dataset', dataset.name],
    ['SHA-256', dataset.sha256 ?? 'was being computed'],
    ['Split', selection.split ?? 'none'],
    ['Role', selection.role ?? 'none'],
    ['Questions', `${formatCount(selection.questions)}${range === null ? '' : `, from ${range.from} to ${range.to}`}`],
    ['Policy', policy.words],
    ['Threshold', policy.threshold === null ? 'none' : String(policy.threshold)],
    [
      'Status',
      [policy.status, postHoc && policy.status !== 'post hoc' ? 'post hoc' : null].filter(Boolean).join(', ') || 'none',
    ],
    ['Answer rule', conventions.answerRule],
    ['EM margin', String(conventions.margin)],
    ['Bootstrap', `base seed ${bootstrap.seed}, ${formatCount(bootstrap.repeats)} replicates`],
    ['Interval', bootstrap.indexRule],
    [
      'Conventions',
      `stops at score ${conventions.comparison} threshold; ${conventions.unparsed}; ${conventions.budgets}`,
    ],
    ['Made by', `Stopscope ${version}`],
  ];
  return (
    <>
      {dataset.notice !== null && <ReplicaBadge notice={dataset.notice} href="samples/index.html" />}
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-mono={name === 'SHA-256' || undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <details className={styles.files}>
        <summary>{`${dataset.files.length} files`}</summary>
        <ul>
          {dataset.files.map(({ name, sha256 }) => (
            <li key={name}>
              {name} <code>{sha256 ?? 'being computed'}</code>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
