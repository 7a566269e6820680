import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { IconClose } from './icons.tsx';
import popup from './popup.module.css';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Room for a picture beside its settings. */
  readonly isWide?: boolean;
  /** Buttons at the foot, the main one last. */
  readonly actions?: ReactNode;
}

/** Esc closes; focus returns to where it was. */
export function Dialog({ isOpen, onClose, title, isWide = false, children, actions }: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={popup.backdrop} />
        <Base.Popup className={classNames(popup.dialog, isWide && popup.wide)}>
          <div className={popup.dialogHead}>
            <Base.Title>{title}</Base.Title>
            <Base.Close render={<Button look="quiet" isIcon aria-label="Close" />}>
              <IconClose size={16} />
            </Base.Close>
          </div>
          <div className={popup.dialogBody}>{children}</div>
          {actions && <div className={popup.dialogFoot}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
