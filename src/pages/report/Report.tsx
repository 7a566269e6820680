import { lazy, Suspense, useEffect, useState } from 'react';
import { toTextTable } from '../../core/present/table-text.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../core/report/format.ts';
import { formatCell, type ReportTable } from '../../core/report/tables.ts';
import { useApp } from '../../store/app-store.ts';
import { downloadReport, makeReport, setReportOptions, useReport } from '../../store/report.ts';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { TableMenu } from '../../ui/export/TableMenu.tsx';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { StatusBar } from '../../ui/parts/StatusBar.tsx';
import { PaperPanels } from './PaperPanels.tsx';
import { RankingPanels } from './RankingPanels.tsx';
import { ReportOptionsPanel } from './ReportOptionsPanel.tsx';
import styles from './report.module.css';

const FORMAT_NAMES: Readonly<Record<ReportFormat, string>> = {
  json: 'JSON',
  md: 'Markdown',
  latex: 'LaTeX',
  csv: 'CSV',
};

/** Draws and writes whole pages: loaded when somebody wants one. */
const ReportFileDialog = lazy(() => import('./ReportFileDialog.tsx'));

/** Every figure of the published evaluators on the current selection, and ours beside them. */
export default function Report() {
  const dataset = useApp((state) => state.dataset);
  const curves = useApp((state) => state.curves);
  const report = useReport((state) => state.report);
  const status = useReport((state) => state.status);
  const [fileDialog, setFileDialog] = useState<'never' | 'open' | 'closed'>('never');
  // The curves change with dataset, selection and answer rule: then the report is of yesterday.
  useEffect(() => {
    if (curves !== null) void makeReport();
  }, [curves]);
  if (dataset === null)
    return (
      <main className={styles.page}>
        <EmptyState title="No run is open">Open one on the page Data.</EmptyState>
      </main>
    );
  const pending = report === null || status.kind === 'running' ? 'The report is being computed.' : null;
  return (
    <>
      {fileDialog !== 'never' && (
        <Suspense>
          <ReportFileDialog isOpen={fileDialog === 'open'} onClose={() => setFileDialog('closed')} />
        </Suspense>
      )}
      <main className={styles.page}>
        <h1 className="sr">Report</h1>
        <Panel
          title="Evaluation report"
          sub={status.kind === 'running' ? 'being computed' : undefined}
          actions={
            <>
              <Button size="small" disabledReason={pending} onClick={() => setFileDialog('open')}>
                HTML, full
              </Button>
              {REPORT_FORMATS.map((format) => (
                <Button key={format} size="small" disabledReason={pending} onClick={() => void downloadReport(format)}>
                  {FORMAT_NAMES[format]}
                </Button>
              ))}
            </>
          }
        >
          <div className={styles.facts}>
            {report?.notice && (
              <p>
                <b>{report.notice}</b>
              </p>
            )}
            {report?.facts.map((fact) => (
              <p key={fact}>{fact}</p>
            ))}
            <p>
              Down to "Paired comparisons" the tables follow the published evaluators: 0 for an empty denominator,
              unparsed scores at −1e30. From "Policies" on an empty denominator reads "none" and an unparsed output
              never stops. Each judge stands at its frozen threshold, the active one at the threshold in force.
            </p>
          </div>
          <ReportOptionsPanel judges={dataset.judges} onChange={setReportOptions} />
        </Panel>
        {status.kind === 'failed' && (
          <Message kind="error" title={status.problem.message}>
            {status.problem.effect}
          </Message>
        )}
        {report === null && status.kind !== 'failed' && (
          <Skeleton width="100%" height={420} label="The report is being computed" />
        )}
        {report && curves && <PaperPanels dataset={dataset} curves={curves} />}
        {report && curves && <RankingPanels dataset={dataset} curves={curves} report={report} />}
        {report?.tables.map((table) => (
          <TablePanel key={table.id} table={table} dataName={dataset.name} />
        ))}
      </main>
      <StatusBar
        facts={[...(dataset.notice ? [dataset.notice] : []), `${formatCount(curves?.questionCount ?? 0)} questions`]}
        promise="Computed on this machine. Nothing was uploaded."
      />
    </>
  );
}

function TablePanel({ table, dataName }: { readonly table: ReportTable; readonly dataName: string }) {
  if (table.rows.length === 0) return null;
  return (
    <Panel
      title={table.title}
      sub={table.note ?? undefined}
      actions={
        <TableMenu
          source={() => toTextTable(table)}
          rowCount={table.rows.length}
          fileName={fileNameOf(table.id, dataName)}
        />
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={table.title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{table.rowTitle}</th>
              {table.columns.map((column) => (
                <th key={column.id} scope="col" data-kind={column.kind}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are rebuilt as a whole; names may repeat
              <tr key={i}>
                <th scope="row">{row.name}</th>
                {row.cells.map((cell, c) => {
                  const column = table.columns[c]!;
                  return (
                    <td key={column.id} data-kind={column.kind}>
                      {formatCell(cell, column.kind, 'none').replaceAll('-', column.kind === 'text' ? '-' : '\u2212')}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
