import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { IconSearch } from '../parts/icons.tsx';
import popup from '../parts/popup.module.css';
import styles from './palette.module.css';

export interface PaletteItem {
  /** Unique over all groups. */
  readonly id: string;
  readonly label: string;
  /** Short remark at the right end. */
  readonly note?: string;
  readonly onPick: () => void;
}
export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

export interface PaletteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What matches the text already. */
  readonly groups: readonly PaletteGroup[];
}

interface BaseGroup {
  readonly value: string;
  readonly items: readonly PaletteItem[];
}

/** Pages, judges, questions and actions by name. Arrows choose, Enter goes, Esc closes. */
export function PaletteDialog({ isOpen, onClose, text, onText, groups }: PaletteDialogProps) {
  const items = groups
    .filter((group) => group.items.length > 0)
    .map((group): BaseGroup => ({ value: group.title, items: group.items }));
  const pick = (item: PaletteItem) => {
    onClose();
    item.onPick();
  };
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={popup.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label="Command palette">
          <Autocomplete.Root
            open
            inline
            items={items}
            mode="none"
            value={text}
            onValueChange={onText}
            itemToStringValue={(item: PaletteItem) => item.label}
            autoHighlight="always"
            keepHighlight
          >
            <div className={styles.field}>
              <IconSearch size={16} />
              <Autocomplete.Input
                className={styles.input}
                aria-label="Pages, judges, questions, actions"
                placeholder="Pages, judges, questions, actions"
                onKeyDown={(event) => {
                  // The list would only empty the field; the dialog closes.
                  if (event.key === 'Escape') onClose();
                }}
              />
            </div>
            {items.length === 0 && <p className={styles.empty}>Nothing of that name.</p>}
            <Autocomplete.List className={styles.list}>
              {(group: BaseGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className={popup.title}>{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: PaletteItem) => (
                      <Autocomplete.Item key={item.id} value={item} className={popup.item} onClick={() => pick(item)}>
                        <span className={styles.label}>{item.label}</span>
                        {item.note && <small>{item.note}</small>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
