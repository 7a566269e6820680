import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import popup from './popup.module.css';

export interface TooltipProps {
  /** The control it explains: one element that takes props and a ref, such as a button. */
  readonly children: ReactElement;
  readonly text: ReactNode;
}

/** Opens after 200 ms, on focus at once. It adds to an accessible name; it is never the only one. */
export function Tooltip({ children, text }: TooltipProps) {
  return (
    <Base.Provider delay={200}>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal>
          <Base.Positioner className={popup.positioner} sideOffset={6}>
            <Base.Popup className={popup.tip}>{text}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
