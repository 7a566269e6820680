import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { IconClose } from '../../ui/parts/icons.tsx';
import popup from '../../ui/parts/popup.module.css';
import styles from './questions.module.css';

/** The facets on a screen that has no room for them beside the table: a sheet whose foot stays in sight. */
export function FacetSheet(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly count: number;
  readonly children: ReactNode;
}) {
  const { isOpen, onClose, count, children } = props;
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={popup.backdrop} />
        <Dialog.Popup className={styles.sheet}>
          <div className={styles.sheetHead}>
            <Dialog.Title>Filters</Dialog.Title>
            <Dialog.Close render={<Button look="quiet" isIcon aria-label="Close" />}>
              <IconClose size={16} />
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section className={styles.sheetBody} aria-label="Values and ranges" tabIndex={0}>
            {children}
          </section>
          <div className={styles.sheetFoot}>
            <Button look="solid" size="large" onClick={onClose}>
              Show {formatCount(count)} {count === 1 ? 'question' : 'questions'}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
