import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useContext, useRef, useState } from 'react';
import { IconExport, IconTable } from '../parts/icons.tsx';
import { Panel } from '../parts/Panel.tsx';
import panel from '../parts/panel.module.css';
import popup from '../parts/popup.module.css';
import { tableToCsv } from '../table/csv.ts';
import { DataTable, type DataTableProps } from '../table/DataTable.tsx';
import { download } from './download.ts';
import { exportSvg } from './export-svg.ts';
import { Provenance } from './provenance.ts';

export interface ChartPanelProps {
  readonly title: string;
  readonly sub?: ReactNode;
  readonly head?: ReactNode;
  readonly className?: string | undefined;
  /** The twin: the same numbers as a table, swapped in place. */
  readonly table: DataTableProps;
  /** Name of exported files without an ending: "trade-off-expanded_s2g_lora". */
  readonly fileName: string;
  /** Goes into every export: the dataset, the policy, the notice "synthetic replica". */
  readonly smallPrint: readonly string[];
  readonly children: ReactNode;
}

/** A chart with its table twin and its exports. The toggle keeps the focus; both have the same height. */
export function ChartPanel({ title, sub, head, className, table, fileName, smallPrint, children }: ChartPanelProps) {
  const [isTable, setTable] = useState(false);
  const chart = useRef<HTMLDivElement>(null);
  const files = useContext(Provenance);
  const saveCsv = () =>
    download(
      `${fileName}.csv`,
      tableToCsv(table.columns, table.rowCount, [...smallPrint, ...files]),
      'text/csv;charset=utf-8',
    );
  const saveSvg = () => {
    if (chart.current)
      download(`${fileName}.svg`, [exportSvg(chart.current, { title, smallPrint, files })], 'image/svg+xml');
  };
  const actions = (
    <>
      <button type="button" className={panel.link} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
        <IconTable />
        <span className={panel.linkText}>Table</span>
      </button>
      <Menu.Root>
        <Menu.Trigger className={panel.link}>
          <IconExport />
          <span className={panel.linkText}>Export</span>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={popup.positioner} sideOffset={4} align="end">
            <Menu.Popup className={popup.popup}>
              <Menu.Item className={popup.item} disabled={isTable} onClick={saveSvg}>
                Picture (SVG)
              </Menu.Item>
              <Menu.Item className={popup.item} onClick={saveCsv}>
                Data of every policy (CSV)
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
  return (
    <Panel {...{ title, sub, head, className, actions }}>
      {isTable ? (
        <DataTable {...table} />
      ) : (
        <div ref={chart} className={panel.body}>
          {children}
        </div>
      )}
    </Panel>
  );
}
