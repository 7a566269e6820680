import { matchData, type Provenance, type RunRecord } from './core/present/provenance.ts';
import type { FileOrigin } from './core/terms.ts';
import styles from './read-back.module.css';
import { openLink, useApp } from './store/app-store.ts';
import { otherHash, useCompare } from './store/compare.ts';
import { hashOfRun } from './store/data-hash.ts';
import type { DatasetHandle } from './store/handles.ts';
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
          <Matches provenance={provenance} />
          <Facts provenance={provenance} />
        </section>
      ))}
    </Dialog>
  );
}

/** How a run of the record stands to what is open there. */
function Match({
  made,
  dataset,
  hash,
  place,
}: {
  readonly made: Provenance['dataset'];
  readonly dataset: DatasetHandle | null;
  readonly hash: string | null;
  readonly place: 'run' | 'second run';
}) {
  const which = place === 'run' ? '' : 'Second run: ';
  const title = (words: string): string =>
    which + (which === '' ? words : words.replace(/^[A-Z]/, (c) => c.toLowerCase()));
  if (dataset === null) return <Message kind="note" title={title('No data is open to compare it with')} />;
  switch (matchData(made.sha256, hash).kind) {
    case 'same':
      return <Message kind="note" title={title(`Made on the data that is open, ${dataset.name}`)} />;
    case 'other':
      return (
        <Message kind="warning" title={title('Made on other data than what is open')}>
          {`It rests on ${made.name}; open is ${dataset.name}, SHA-256 ${hash}.`}
        </Message>
      );
    case 'unknown':
      return (
        <Message kind="note" title={title('Whether the data is the same is not known')}>
          {made.sha256 === null
            ? 'The file was made while its data was still being hashed.'
            : 'The hash of the open data is being computed.'}
        </Message>
      );
  }
}

function Matches({ provenance: { dataset: made, compared } }: { readonly provenance: Provenance }) {
  const dataset = useApp((state) => state.dataset);
  const fileHashes = useApp((state) => state.fileHashes);
  const { other, otherHashes } = useCompare();
  return (
    <>
      <Match made={made} dataset={dataset} hash={hashOfRun(dataset, fileHashes)} place="run" />
      {compared !== undefined && (
        <Match made={compared.dataset} dataset={other} hash={otherHash({ other, otherHashes })} place="second run" />
      )}
    </>
  );
}

type Row = readonly [name: string, value: string];

/** What a figure takes from one run. */
function runRows({ dataset, selection, policy }: RunRecord, isPostHoc: boolean): readonly Row[] {
  const { range } = selection;
  const status = [policy.status, isPostHoc && policy.status !== 'post hoc' ? 'post hoc' : null].filter(Boolean);
  return [
    ['Dataset', dataset.name],
    [HASH, dataset.sha256 ?? 'was being computed'],
    ['Split', selection.split ?? 'none'],
    ['Role', selection.role ?? 'none'],
    ['Questions', `${formatCount(selection.questions)}${range === null ? '' : `, from ${range.from} to ${range.to}`}`],
    ['Policy', policy.words],
    ['Threshold', policy.threshold === null ? 'none' : String(policy.threshold)],
    ['Status', status.join(', ') || 'none'],
  ];
}
const HASH = 'SHA-256';

function commonRows({ bootstrap, conventions, version }: Provenance): readonly Row[] {
  return [
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
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-mono={name === HASH || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ provenance }: { readonly provenance: Provenance }) {
  const { dataset, compared, postHoc } = provenance;
  const notice = dataset.notice ?? compared?.dataset.notice ?? null;
  return (
    <>
      {notice !== null && <ReplicaBadge notice={notice} href="samples/index.html" />}
      {compared === undefined ? (
        <Rows rows={[...runRows(provenance, postHoc), ...commonRows(provenance)]} />
      ) : (
        <>
          <h4>First run</h4>
          <Rows rows={runRows(provenance, postHoc)} />
          <h4>Second run</h4>
          <Rows rows={runRows(compared, false)} />
          <h4>Both</h4>
          <Rows
            rows={[
              ['Compared', `${formatCount(compared.questions)} questions of both, matched by ${compared.by}`],
              ...commonRows(provenance),
            ]}
          />
        </>
      )}
      <Files files={dataset.files} />
      {compared !== undefined && <Files files={compared.dataset.files} place=" of the second run" />}
    </>
  );
}

function Files({ files, place = '' }: { readonly files: readonly FileOrigin[]; readonly place?: string }) {
  return (
    <details className={styles.files}>
      <summary>{`${files.length} files${place}`}</summary>
      <ul>
        {files.map(({ name, sha256 }) => (
          <li key={name}>
            {name} <code>{sha256 ?? 'being computed'}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
