import { type ReactNode, useState } from 'react';
import { IconExport } from '../parts/icons.tsx';
import panel from '../parts/panel.module.css';
import { FigureDialog } from './FigureDialog.tsx';
import type { JudgeName } from './figure-svg.ts';

const NO_KEYS: readonly JudgeName[] = [];

/** Exports a drawing that stands outside of a chart panel. */
export function FigureButton(props: {
  readonly title: string;
  /** Without an ending. */
  readonly fileName: string;
  readonly notes?: readonly string[];
  readonly size: { readonly width: number; readonly height: number };
  /** Parts that stand beside each other where there is room. */
  readonly parts?: number;
  /** The drawing; it fills whatever it is put into. */
  readonly children: ReactNode;
}) {
  const { title, fileName, notes = [], size, parts = 1, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={panel.link} onClick={() => setOpen(true)}>
        <IconExport />
        <span>Export figure</span>
      </button>
      {isOpen && (
        <FigureDialog
          {...{ title, fileName, notes, parts }}
          yTitle={null}
          keys={NO_KEYS}
          screen={size}
          preset="screen"
          onClose={() => setOpen(false)}
        >
          {children}
        </FigureDialog>
      )}
    </>
  );
}
