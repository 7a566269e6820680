import {
  ArrowDown,
  ArrowUp,
  ChevronUp,
  Columns3,
  type LucideIcon,
  Maximize2,
  MoveDown,
  MoveUp,
  PenLine,
  Pin,
  SlidersHorizontal,
} from 'lucide-react';
import type { IconProps } from '../parts/icons.tsx';

const tune = (Source: LucideIcon) =>
  function Icon({ size = 14, className }: IconProps) {
    return <Source size={size} strokeWidth={2.3} aria-hidden="true" focusable="false" className={className} />;
  };

export const IconColumns = tune(Columns3);
export const IconExpand = tune(Maximize2);
export const IconFilters = tune(SlidersHorizontal);
export const IconMoveDown = tune(MoveDown);
export const IconMoveUp = tune(MoveUp);
export const IconPen = tune(PenLine);
export const IconPin = tune(Pin);
export const IconSortDown = tune(ArrowDown);
export const IconSortUp = tune(ArrowUp);
export const IconUp = tune(ChevronUp);
