import type { ReactNode } from 'react';
import { Button } from '../../ui/parts/Button.tsx';
import { Dialog } from '../../ui/parts/Dialog.tsx';
import { formatCount } from '../../ui/parts/format.ts';

/** The facets on a screen that has no room for them beside the table. */
export function FacetSheet(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly count: number;
  readonly children: ReactNode;
}) {
  const { isOpen, onClose, count, children } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Filters"
      actions={
        <Button look="solid" onClick={onClose}>
          Show {formatCount(count)} {count === 1 ? 'question' : 'questions'}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
