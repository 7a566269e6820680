import { Menu } from '@base-ui/react/menu';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { resolvePolicy } from '../../store/policy-ref.ts';
import { useQuestions } from '../../store/questions.ts';
import { exportQuestions, fetchRows } from '../../store/questions-export.ts';
import type { View } from '../../store/view.ts';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { MOST_ROWS, TableMenu } from '../../ui/export/TableMenu.tsx';
import { Button } from '../../ui/parts/Button.tsx';
import { IconExport } from '../../ui/parts/icons.tsx';
import popup from '../../ui/parts/popup.module.css';
import { useToast } from '../../ui/parts/Toast.tsx';
import type { GridLayout } from '../../ui/table/grid-types.ts';
import { defaultLayout, exportColumns } from './columns.tsx';
import { filterWords } from './filters.ts';
import { policyName } from './policy-options.ts';
import { questionTable } from './question-table.ts';

/** The filtered set: every column for programs, however long it is; the columns in sight for papers. */
export function ExportMenu({
  dataset,
  layout,
}: {
  readonly dataset: DatasetHandle;
  /** null: nobody arranged the columns that are in sight. */
  readonly layout: GridLayout | null;
}) {
  const toast = useToast();
  const view = useApp((state) => state.view);
  const count = useQuestions((state) => state.table?.count ?? 0);
  const isFlips = view.questions.tab === 'flips';
  const run = async (format: 'csv' | 'jsonl') => {
    try {
      await exportQuestions(format);
    } catch (error) {
      toast('The export failed.', error instanceof Error ? error.message : String(error));
    }
  };
  const source = async () => {
    const rows = await fetchRows(0, Math.min(count, MOST_ROWS));
    const title = isFlips ? 'Questions that change' : 'Questions';
    const columns = exportColumns(dataset.metaNames, layout ?? defaultLayout(dataset.metaNames), isFlips);
    return rows.length === 0 ? null : questionTable(title, columns, rows);
  };
  return (
    <TableMenu
      trigger={
        <Button look="quiet" isIcon aria-label="Export" title="Export">
          <IconExport size={16} />
        </Button>
      }
      formats={['md', 'latex']}
      what="Columns in sight"
      source={source}
      rowCount={count}
      fileName={fileNameOf(dataset.name, isFlips ? 'changed questions' : 'questions')}
      notes={notesOf(dataset, view, count)}
    >
      <Menu.Item className={popup.item} onClick={() => void run('csv')}>
        All filtered rows as CSV
      </Menu.Item>
      <Menu.Item className={popup.item} onClick={() => void run('jsonl')}>
        All filtered rows as JSONL
      </Menu.Item>
      <Menu.Separator className={popup.separator} />
    </TableMenu>
  );
}

/** Which of the questions these are. */
function notesOf(dataset: DatasetHandle, view: View, count: number): readonly string[] {
  const { filters, find, tab, from, to } = view.questions;
  const named = (policy: typeof from) => policyName(resolvePolicy(policy, dataset, view), dataset);
  return [
    `${count} questions listed`,
    ...(tab === 'flips' ? [`changed between ${named(from)} and ${named(to)}`] : []),
    ...filters.map(filterWords),
    ...(find === '' ? [] : [`found by \u201c${find}\u201d`]),
  ];
}
