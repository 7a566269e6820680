import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { AUDIT_FORMATS, type AuditFormat } from '../../core/audit/format.ts';
import type { AuditReport, CheckResult, CheckStatus, EvidenceRow } from '../../core/audit/index.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { downloadAudit, runAudit, useProtocol } from '../../store/protocol.ts';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { TableMenu } from '../../ui/export/TableMenu.tsx';
import { Button } from '../../ui/parts/Button.tsx';
import { classNames } from '../../ui/parts/class-names.ts';
import { formatCount } from '../../ui/parts/format.ts';
import { IconDown, IconError, IconMinus, IconTick, IconWarning } from '../../ui/parts/icons.tsx';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import popup from '../../ui/parts/popup.module.css';
import { ProgressBar } from '../../ui/parts/Skeleton.tsx';
import shared from './audit.module.css';
import { auditNotes, checksTable } from './audit-table.ts';
import styles from './checks.module.css';
import { Rows } from './Rows.tsx';
import { STATUS_WORDS } from './words.ts';

const FORMAT_NAMES: Readonly<Record<AuditFormat, string>> = {
  text: 'Text',
  json: 'JSON',
  junit: 'JUnit XML, for CI',
};

/** Every check: what fails and warns in full, what passes folded away. */
export function ChecksPanel({ dataset }: { readonly dataset: DatasetHandle }) {
  const audit = useProtocol((state) => state.audit);
  const auditing = useProtocol((state) => state.auditing);
  const report = audit?.key.startsWith(`${dataset.id} `) ? audit.report : null;
  return (
    <Panel
      title="Audit"
      className={styles.checks}
      sub={`${dataset.name}, ${formatCount(dataset.sources.length)} files`}
      actions={report && <Head report={report} />}
    >
      {report !== null ? (
        <Checks report={report} />
      ) : auditing.kind === 'failed' ? (
        <Message
          kind="error"
          title={auditing.problem.message}
          action={{ label: 'Check again', onAct: () => void runAudit() }}
        >
          {auditing.problem.effect}
        </Message>
      ) : (
        <div className={styles.waiting}>
          <ProgressBar
            label="Checking"
            fraction={
              auditing.kind === 'running' && auditing.progress && auditing.progress.total > 0
                ? auditing.progress.done / auditing.progress.total
                : null
            }
            detail={(auditing.kind === 'running' && auditing.progress?.what) || 'reading the files once more'}
          />
        </div>
      )}
    </Panel>
  );
}

function Head({ report }: { readonly report: AuditReport }) {
  const { counts } = report;
  return (
    <>
      <ul className={styles.counts} aria-label="Checks by result">
        <Count status="fail" n={counts.fail} words="fail" />
        <Count status="warn" n={counts.warn} words="warn" />
        <Count status="pass" n={counts.pass} words="pass" />
        <Count status="not-applicable" n={counts['not-applicable']} words="n/a" />
      </ul>
      <TableMenu
        what="Checks"
        source={() => checksTable(report)}
        rowCount={report.results.length}
        fileName={fileNameOf('audit', report.dataset)}
        notes={auditNotes(report)}
      >
        {AUDIT_FORMATS.map((format) => (
          <Menu.Item key={format} className={popup.item} onClick={() => void downloadAudit(format)}>
            {FORMAT_NAMES[format]}
          </Menu.Item>
        ))}
        <Menu.Separator className={popup.separator} />
      </TableMenu>
    </>
  );
}

function Count({ status, n, words }: { readonly status: CheckStatus; readonly n: number; readonly words: string }) {
  return (
    <li
      className={classNames(status === 'pass' && styles.dim, (status === 'not-applicable' || n === 0) && styles.none)}
    >
      <StatusIcon status={status} />
      {n} {words}
    </li>
  );
}

/** Shape differs, not only colour: octagon, triangle, tick, dash. */
function StatusIcon({ status }: { readonly status: CheckStatus }) {
  switch (status) {
    case 'fail':
      return <IconError className={styles.failIcon} />;
    case 'warn':
      return <IconWarning size={16} className={styles.warnIcon} />;
    case 'pass':
      return <IconTick size={16} className={styles.passIcon} />;
    case 'not-applicable':
      return <IconMinus size={16} className={styles.passIcon} />;
  }
}

function Checks({ report: { results, sealedQuestions } }: { readonly report: AuditReport }) {
  const of = (status: CheckStatus) => results.filter((result) => result.status === status);
  return (
    <div className={styles.list}>
      {sealedQuestions > 0 && (
        <p className={styles.sealedNote}>
          {formatCount(sealedQuestions)} sealed labels were not looked at; what needs them leaves them out.
        </p>
      )}
      {[...of('fail'), ...of('warn')].map((result) => (
        <Check key={result.id} result={result} />
      ))}
      <Section title="Passed" results={of('pass')} shown={6} isOpen />
      <Section title="Not applicable" results={of('not-applicable')} shown={0} />
    </div>
  );
}

/** A check with its rows behind it. */
function Check({ result }: { readonly result: CheckResult }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <article className={styles.check}>
      <button type="button" className={styles.checkHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <StatusIcon status={result.status} />
        <span>
          <span className="sr">{STATUS_WORDS[result.status]}: </span>
          <b>{result.title}</b>
          <span className={styles.finding}>{result.finding}</span>
        </span>
        <span className={styles.figure}>
          {result.figure}
          <small>{result.unit}</small>
        </span>
      </button>
      {isOpen && <Details result={result} />}
    </article>
  );
}

function Details({ result: { id, title, why, rows, rowCount } }: { readonly result: CheckResult }) {
  return (
    <div className={styles.details}>
      <p>
        {why} <code>{id}</code>
      </p>
      {rows.length > 0 && (
        <Rows
          label="Rows"
          title={title}
          fileName={fileNameOf('audit', id)}
          notes={['audit of the whole dataset', `the first ${rows.length} of ${rowCount} rows`]}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">Where</th>
                <th scope="col">Id</th>
                <th scope="col">What</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a finding never change
                <tr key={i}>
                  <td>{placeOf(row)}</td>
                  <td>{row.id ?? ''}</td>
                  <td>{row.note}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Rows>
      )}
      {rowCount > rows.length && rows.length > 0 && <p>and {formatCount(rowCount - rows.length)} more</p>}
    </div>
  );
}

const placeOf = ({ file, line }: EvidenceRow): string =>
  file === null ? '' : line === null ? file : `${file}:${line}`;

interface SectionProps {
  readonly title: string;
  readonly results: readonly CheckResult[];
  /** So many lines before the rest is counted. */
  readonly shown: number;
  readonly isOpen?: boolean;
}

/** A quiet list: one line each, all of them on demand. */
function Section({ title, results, shown, isOpen: isOpenAtFirst = false }: SectionProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [isAll, setAll] = useState(false);
  if (results.length === 0) return null;
  const lines = isAll || shown === 0 ? results : results.slice(0, shown);
  return (
    <section>
      <h3 className={classNames(shared.section, styles.section)}>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
          <span>{results.length === 1 ? '1 check' : `${results.length} checks`}</span>
          <IconDown className={classNames(styles.chevron, isOpen && styles.turned)} />
        </button>
      </h3>
      {isOpen && (
        <ul className={styles.passes}>
          {lines.map((result) => (
            <Line key={result.id} result={result} />
          ))}
          {lines.length < results.length && (
            <li>
              <Button look="quiet" size="small" onClick={() => setAll(true)}>
                {results.length - lines.length} more
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Line({ result }: { readonly result: CheckResult }): ReactNode {
  const said = [result.figure, result.unit].filter((part) => part !== '').join(' ');
  return (
    <li title={result.why}>
      <StatusIcon status={result.status} />
      <span>
        <span className="sr">{STATUS_WORDS[result.status]}: </span>
        {result.title}
      </span>
      <small>{result.status === 'not-applicable' ? result.finding : said}</small>
    </li>
  );
}
