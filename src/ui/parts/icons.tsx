import {
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleSlash,
  Contrast,
  Eye,
  EyeOff,
  FlaskConical,
  FolderOpen,
  Info,
  Link,
  Lock,
  LockOpen,
  type LucideIcon,
  Menu,
  Minus,
  Pencil,
  Search,
  Snowflake,
  Table2,
  TriangleAlert,
  Upload,
  X,
} from 'lucide-react';

export interface IconProps {
  readonly size?: 12 | 14 | 16;
  readonly className?: string | undefined;
}

/** Icons never speak for themselves: the control that holds one carries the name. */
const tune = (Source: LucideIcon, strokeWidth = 2.3) =>
  function Icon({ size = 14, className }: IconProps) {
    return <Source size={size} strokeWidth={strokeWidth} aria-hidden="true" focusable="false" className={className} />;
  };

export const IconCheck = tune(Check, 3.4);
export const IconCross = tune(X, 3.2);
export const IconClose = tune(X);
export const IconDown = tune(ChevronDown);
export const IconPrevious = tune(ChevronLeft);
export const IconNext = tune(ChevronRight);
export const IconTheme = tune(Contrast);
export const IconShown = tune(Eye);
export const IconHidden = tune(EyeOff);
export const IconFlask = tune(FlaskConical);
export const IconInfo = tune(Info);
export const IconLink = tune(Link);
export const IconLock = tune(Lock);
export const IconNotEvaluated = tune(CircleSlash);
export const IconImport = tune(FolderOpen);
export const IconUnlock = tune(LockOpen);
export const IconEdit = tune(Pencil);
/** A quiet tick: a check that passed. */
export const IconTick = tune(Check, 2);
export const IconMenu = tune(Menu);
export const IconMinus = tune(Minus);
export const IconSearch = tune(Search);
export const IconFrozen = tune(Snowflake);
export const IconTable = tune(Table2);
export const IconWarning = tune(TriangleAlert);
export const IconExport = tune(Upload);

/** Filled octagon with a cross: a failure differs from a warning in shape, not only in colour. */
export function IconError({ size = 16, className }: IconProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false" className={className}>
      <path d="M5.2 1.5h5.6L14.5 5.2v5.6l-3.7 3.7H5.2L1.5 10.8V5.2z" fill="currentColor" />
      <path d="M5.5 5.5l5 5M10.5 5.5l-5 5" stroke="var(--surface)" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}
