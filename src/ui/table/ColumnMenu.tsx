import { Popover } from '@base-ui/react/popover';
import { Button } from '../parts/Button.tsx';
import { classNames } from '../parts/class-names.ts';
import popup from '../parts/popup.module.css';
import styles from './column-menu.module.css';
import type { GridColumn, GridLayout } from './grid-types.ts';
import { IconColumns, IconMoveDown, IconMoveUp, IconPin } from './icons.tsx';

export interface ColumnMenuProps {
  // biome-ignore lint/suspicious/noExplicitAny: names are all that the menu shows
  readonly columns: readonly GridColumn<any>[];
  readonly layout: GridLayout;
  readonly onLayout: (layout: GridLayout) => void;
  readonly onReset: () => void;
}

/** Which columns there are, in which order, and which stay in sight. Everything by keyboard. */
export function ColumnMenu({ columns, layout, onLayout, onReset }: ColumnMenuProps) {
  const ids = columns.map(({ id }) => id);
  const order = [...layout.order.filter((id) => ids.includes(id)), ...ids.filter((id) => !layout.order.includes(id))];
  const move = (id: string, by: -1 | 1) => {
    const at = order.indexOf(id);
    const next = order.filter((other) => other !== id);
    next.splice(Math.min(next.length, Math.max(0, at + by)), 0, id);
    onLayout({ ...layout, order: next });
  };
  const toggle = (list: readonly string[], id: string) =>
    list.includes(id) ? list.filter((other) => other !== id) : [...list, id];
  return (
    <Popover.Root>
      <Popover.Trigger render={<Button look="quiet" isIcon aria-label="Columns" title="Columns" />}>
        <IconColumns size={16} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={popup.positioner} sideOffset={4} align="end">
          <Popover.Popup className={popup.popup}>
            <div className={styles.menu}>
              <div className={styles.head}>
                <Popover.Title className={popup.title}>Columns</Popover.Title>
                <Button look="quiet" size="small" onClick={onReset}>
                  Reset
                </Button>
              </div>
              <ul>
                {order.map((id, i) => {
                  const column = columns.find((one) => one.id === id)!;
                  const isPinned = layout.pinned.includes(id);
                  return (
                    <li key={id}>
                      <label title={column.hint}>
                        <input
                          type="checkbox"
                          checked={!layout.hidden.includes(id)}
                          onChange={() => onLayout({ ...layout, hidden: toggle(layout.hidden, id) })}
                        />
                        {column.label}
                      </label>
                      <button
                        type="button"
                        aria-label={`Move ${column.label} to the left`}
                        disabled={i === 0}
                        onClick={() => move(id, -1)}
                      >
                        <IconMoveUp />
                      </button>
                      <button
                        type="button"
                        aria-label={`Move ${column.label} to the right`}
                        disabled={i === order.length - 1}
                        onClick={() => move(id, 1)}
                      >
                        <IconMoveDown />
                      </button>
                      <button
                        type="button"
                        aria-label={`Keep ${column.label} in sight`}
                        aria-pressed={isPinned}
                        className={classNames(isPinned && styles.on)}
                        onClick={() => onLayout({ ...layout, pinned: toggle(layout.pinned, id) })}
                      >
                        <IconPin />
                      </button>
                    </li>
                  );
                })}
              </ul>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
