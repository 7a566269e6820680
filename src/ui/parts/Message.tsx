import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { IconError, IconFlask, IconInfo, IconWarning } from './icons.tsx';
import styles from './message.module.css';

export interface MessageAction {
  readonly label: string;
  readonly onAct: () => void;
}

export interface MessageProps {
  readonly kind: 'error' | 'warning' | 'note' | 'replica';
  /** What happened, in one line. */
  readonly title: string;
  /** What it means and what to do. */
  readonly children?: ReactNode;
  readonly action?: MessageAction | undefined;
}

const ICONS = { error: IconError, warning: IconWarning, note: IconInfo, replica: IconFlask } as const;

export function Message({ kind, title, children, action }: MessageProps) {
  const Icon = ICONS[kind];
  return (
    <div className={styles.message} role={kind === 'error' ? 'alert' : undefined}>
      <Icon size={16} className={classNames(styles.icon, styles[kind])} />
      <div>
        <div className={styles.title}>{title}</div>
        {children && <p>{children}</p>}
      </div>
      {action && (
        <Button size="small" onClick={action.onAct}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

export interface EmptyStateProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Dashed: files may be dropped here. The page owns the drop itself. */
  readonly isDropZone?: boolean;
  /** Files are being held over the zone. */
  readonly isOver?: boolean;
  readonly actions?: readonly (MessageAction & { readonly isMain?: boolean })[];
}

/** "Drop a run here", "No question matches ...": what is missing and the way out. */
export function EmptyState({ title, children, isDropZone = false, isOver = false, actions = [] }: EmptyStateProps) {
  return (
    <div className={classNames(styles.empty, isDropZone && styles.drop, isOver && styles.over)}>
      <h2>{title}</h2>
      <p>{children}</p>
      <span className={styles.actions}>
        {actions.map((action) => (
          <Button key={action.label} size="small" look={action.isMain ? 'solid' : 'outline'} onClick={action.onAct}>
            {action.label}
          </Button>
        ))}
      </span>
    </div>
  );
}
