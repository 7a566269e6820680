import { Menu } from '@base-ui/react/menu';
import type { TableFormat, TextTable } from '../../core/present/table-text.ts';
import { IconExport } from '../parts/icons.tsx';
import panel from '../parts/panel.module.css';
import popup from '../parts/popup.module.css';
import { useToast } from '../parts/Toast.tsx';
import { download } from './download.ts';
import { useExporter } from './exporter.ts';

const FORMATS: readonly {
  readonly id: TableFormat;
  readonly name: string;
  readonly ending: string;
  readonly type: string;
}[] = [
  { id: 'csv', name: 'CSV', ending: 'csv', type: 'text/csv;charset=utf-8' },
  { id: 'md', name: 'Markdown', ending: 'md', type: 'text/markdown;charset=utf-8' },
  { id: 'latex', name: 'LaTeX', ending: 'tex', type: 'text/x-tex;charset=utf-8' },
];
/** A paper takes no more, and a clipboard hardly. */
const MOST_ROWS = 2000;

export interface TableItemsProps {
  /** Made when it is asked for; null where nothing is there to write. */
  readonly source: () => TextTable | null;
  readonly rowCount: number;
  readonly fileName: string;
  readonly notes?: readonly string[];
  /** Words before the format: "Data of every policy". */
  readonly what?: string;
}

/** Menu items that write a table into a file or the clipboard. */
export function TableItems({ source, rowCount, fileName, notes = [], what = 'Table' }: TableItemsProps) {
  const { formatTable } = useExporter();
  const toast = useToast();
  const save = (format: (typeof FORMATS)[number]) => {
    const table = source();
    if (table === null) toast('There is no table here yet');
    else download(`${fileName}.${format.ending}`, formatTable(table, format.id, notes), format.type);
  };
  const copy = async (format: (typeof FORMATS)[number]) => {
    const table = source();
    if (table === null) {
      toast('There is no table here yet');
      return;
    }
    try {
      await navigator.clipboard.writeText(formatTable(table, format.id, notes).join(''));
      toast(`Copied as ${format.name}`);
    } catch {
      toast('The clipboard is closed to this page. Save the file instead.');
    }
  };
  const isLong = rowCount > MOST_ROWS;
  return (
    <>
      {FORMATS.map((format) => (
        <Menu.Item
          key={format.id}
          className={popup.item}
          disabled={isLong && format.id !== 'csv'}
          onClick={() => save(format)}
        >
          {what} ({format.name})
        </Menu.Item>
      ))}
      <Menu.Separator className={popup.separator} />
      {FORMATS.map((format) => (
        <Menu.Item key={format.id} className={popup.item} disabled={isLong} onClick={() => void copy(format)}>
          Copy as {format.name}
        </Menu.Item>
      ))}
    </>
  );
}

/** The quiet "Export" of a panel's head, for a table. */
export function TableMenu(props: TableItemsProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={panel.link}>
        <IconExport />
        <span className={panel.linkText}>Export</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner} sideOffset={4} align="end">
          <Menu.Popup className={popup.popup}>
            <TableItems {...props} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
