import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useRef, useState } from 'react';
import { download } from '../export/download.ts';
import { useExporter } from '../export/exporter.ts';
import { FigureDialog } from '../export/FigureDialog.tsx';
import type { FigurePreset } from '../export/figure-presets.ts';
import { drawFigure, type JudgeName } from '../export/figure-svg.ts';
import { TableItems } from '../export/TableMenu.tsx';
import { ofDataTable } from '../export/table-source.ts';
import { IconExport, IconTable } from '../parts/icons.tsx';
import { Panel } from '../parts/Panel.tsx';
import panel from '../parts/panel.module.css';
import popup from '../parts/popup.module.css';
import { DataTable, type DataTableProps } from '../table/DataTable.tsx';
import { ZoomMemory } from './figure-style.ts';

export interface ChartPanelProps {
  readonly title: string;
  /** Of the exported figure: "Exact match against mean searches"; the panel's own where it says enough. */
  readonly figureTitle?: string;
  /** Name of the vertical axis, for figures: on the page the head says it. null: the drawing says it itself. */
  readonly yTitle: string | null;
  readonly sub?: ReactNode;
  readonly head?: ReactNode;
  readonly className?: string | undefined;
  /** The twin: the same numbers as a table, swapped in place. */
  readonly table: DataTableProps;
  /** What a row of it is: "Data of every policy". */
  readonly dataName?: string;
  /** Name of exported files without an ending: "trade-off-expanded_s2g_lora". */
  readonly fileName: string;
  /** Judges whose curves the drawing does not name itself: figures name them below. Keep the array. */
  readonly keys?: readonly JudgeName[];
  /** Size that the figure dialog opens with. */
  readonly preset?: FigurePreset['id'];
  /** Parts of the drawing that stand beside each other where there is room. */
  readonly parts?: number;
  /** Goes into every export beside the record of data, selection and policy: prices, what was tried. */
  readonly notes?: readonly string[];
  readonly children: ReactNode;
}

/** A chart with its table twin and its exports. The toggle keeps the focus; both have the same height. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, sub, head, className, table, children } = props;
  const [isTable, setTable] = useState(false);
  const [screen, setScreen] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const [zoom] = useState(() => new Map<string, unknown>());
  const chart = useRef<HTMLDivElement>(null);
  const actions = (
    <>
      <button type="button" className={panel.link} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
        <IconTable />
        <span className={panel.linkText}>Table</span>
      </button>
      <ExportMenu
        {...props}
        chart={chart}
        isTable={isTable}
        onFigure={() => setScreen(chart.current?.getBoundingClientRect() ?? FALLBACK)}
      />
    </>
  );
  return (
    <Panel {...{ title, sub, head, className, actions }}>
      <ZoomMemory.Provider value={zoom}>
        {isTable ? (
          <DataTable {...table} />
        ) : (
          <div ref={chart} className={panel.body}>
            {children}
          </div>
        )}
        {screen !== null && (
          <FigureDialog
            title={props.figureTitle ?? title}
            yTitle={props.yTitle}
            fileName={props.fileName}
            keys={props.keys ?? NO_KEYS}
            notes={props.notes ?? []}
            screen={screen}
            preset={props.preset ?? 'screen'}
            parts={props.parts ?? 1}
            onClose={() => setScreen(null)}
          >
            {children}
          </FigureDialog>
        )}
      </ZoomMemory.Provider>
    </Panel>
  );
}

const NO_KEYS: readonly JudgeName[] = [];

/** The table twin stands in the chart's place: a usual size then. */
const FALLBACK = { width: 700, height: 400 };

interface ExportMenuProps extends ChartPanelProps {
  readonly chart: React.RefObject<HTMLDivElement | null>;
  readonly isTable: boolean;
  readonly onFigure: () => void;
}

function ExportMenu(props: ExportMenuProps) {
  const { chart, isTable, table, title, fileName, notes = [], dataName = 'Data', onFigure } = props;
  const { record: recordNow } = useExporter();
  const saveAsSeen = async () => {
    if (chart.current === null) return;
    const record = recordNow();
    const { svg } = await drawFigure(chart.current, {
      title: props.figureTitle ?? title,
      hasTitle: false,
      yTitle: props.yTitle,
      keys: props.keys ?? NO_KEYS,
      smallPrint: [...(record?.lines ?? []), ...notes],
      record,
      scale: 1,
      unit: 'px',
    });
    download(`${fileName}.svg`, [svg], 'image/svg+xml');
  };
  return (
    <Menu.Root>
      <Menu.Trigger className={panel.link}>
        <IconExport />
        <span className={panel.linkText}>Export</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner} sideOffset={4} align="end">
          <Menu.Popup className={popup.popup}>
            <Menu.Item className={popup.item} onClick={onFigure}>
              Figure for paper or slide…
            </Menu.Item>
            <Menu.Item className={popup.item} disabled={isTable} onClick={() => void saveAsSeen()}>
              Picture as seen (SVG)
            </Menu.Item>
            <Menu.Separator className={popup.separator} />
            <TableItems
              source={() => ofDataTable(fileName, props.figureTitle ?? title, table)}
              rowCount={table.rowCount}
              fileName={fileName}
              notes={notes}
              what={dataName}
            />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
