import { Menu } from '@base-ui/react/menu';
import { type ReactElement, useState } from 'react';
import type { TableFormat, TextTable } from '../../core/present/table-text.ts';
import { formatCount } from '../parts/format.ts';
import { IconCheck, IconExport } from '../parts/icons.tsx';
import panel from '../parts/panel.module.css';
import popup from '../parts/popup.module.css';
import { useToast } from '../parts/Toast.tsx';
import { download } from './download.ts';
import { fileNameOf, useExporter } from './exporter.ts';

interface Format {
  readonly id: TableFormat;
  readonly name: string;
  readonly ending: string;
  readonly type: string;
}

const FORMATS: readonly Format[] = [
  { id: 'csv', name: 'CSV', ending: 'csv', type: 'text/csv;charset=utf-8' },
  { id: 'md', name: 'Markdown', ending: 'md', type: 'text/markdown;charset=utf-8' },
  { id: 'latex', name: 'LaTeX', ending: 'tex', type: 'text/x-tex;charset=utf-8' },
];
/** A paper takes no more, and a clipboard hardly. */
export const MOST_ROWS = 2000;

type Made = TextTable | null;

export interface TableItemsProps {
  /** Made when it is asked for; null where nothing is there to write. `place`: in `titles`. */
  readonly source: (place: number) => Made | Promise<Made>;
  /** Of the tables to choose from, asked when the menu opens; none of them where there is only one. */
  readonly titles?: () => readonly string[];
  readonly rowCount: number;
  readonly fileName: string;
  readonly notes?: readonly string[];
  /** Words before the format: "Data of every policy". */
  readonly what?: string;
  /** Without the others, which the caller writes by itself. */
  readonly formats?: readonly TableFormat[];
}

/** Menu items that write a table into a file or the clipboard. */
export function TableItems({
  source,
  titles: titlesOf,
  rowCount,
  fileName,
  notes = [],
  what = 'Table',
  formats,
}: TableItemsProps) {
  const { formatTable } = useExporter();
  const toast = useToast();
  const [titles] = useState(() => titlesOf?.() ?? []);
  const [place, setPlace] = useState(0);
  const isMany = titles.length > 1;
  const make = async (format: Format, take: (parts: readonly string[]) => void | Promise<void>): Promise<void> => {
    try {
      const table = await source(place);
      if (table === null) toast('There is no table here yet');
      else await take(formatTable(table, format.id, notes));
    } catch (error) {
      toast('The table could not be made', error instanceof Error ? error.message : String(error));
    }
  };
  const save = (format: Format) =>
    make(format, (parts) => {
      const name = isMany ? fileNameOf(fileName, titles[place]!) : fileName;
      download(`${name}.${format.ending}`, parts, format.type);
    });
  const copy = (format: Format) =>
    make(format, async (parts) => {
      try {
        await navigator.clipboard.writeText(parts.join(''));
        toast(`Copied as ${format.name}`);
      } catch {
        toast('The clipboard is closed to this page. Save the file instead.');
      }
    });
  const isLong = rowCount > MOST_ROWS;
  const offered = FORMATS.filter(({ id }) => formats?.includes(id) ?? true);
  return (
    <>
      {isMany && (
        <>
          <Menu.RadioGroup value={place} onValueChange={setPlace} aria-label="Which table">
            {titles.map((title, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the menu is made anew whenever it opens; titles may repeat
              <Menu.RadioItem key={i} value={i} className={popup.item}>
                <span className={popup.tick}>
                  <Menu.RadioItemIndicator>
                    <IconCheck />
                  </Menu.RadioItemIndicator>
                </span>
                {title}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Separator className={popup.separator} />
        </>
      )}
      {offered.map((format) => (
        <Menu.Item
          key={format.id}
          className={popup.item}
          disabled={isLong && format.id !== 'csv'}
          onClick={() => void save(format)}
        >
          {what} ({format.name})
        </Menu.Item>
      ))}
      <Menu.Separator className={popup.separator} />
      {offered.map((format) => (
        <Menu.Item key={format.id} className={popup.item} disabled={isLong} onClick={() => void copy(format)}>
          Copy as {format.name}
        </Menu.Item>
      ))}
      {isLong && (
        <p className={popup.hint}>
          {formatCount(rowCount)} rows: all of them as CSV. Markdown, LaTeX and the clipboard take{' '}
          {formatCount(MOST_ROWS)}.
        </p>
      )}
    </>
  );
}

export interface TableMenuProps extends TableItemsProps {
  /** In the place of the quiet "Export" of a panel's head. */
  readonly trigger?: ReactElement;
  /** Further items, before those of the table. */
  readonly children?: React.ReactNode;
}

/** "Export" for a table, or for several of a panel. */
export function TableMenu({ trigger, children, ...items }: TableMenuProps) {
  return (
    <Menu.Root>
      {trigger === undefined ? (
        <Menu.Trigger className={panel.link}>
          <IconExport />
          <span className={panel.linkText}>Export</span>
        </Menu.Trigger>
      ) : (
        <Menu.Trigger render={trigger} />
      )}
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner} sideOffset={4} align="end">
          <Menu.Popup className={popup.popup}>
            {children}
            <TableItems {...items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
