import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  /** One solid button per view at most. */
  readonly look?: 'outline' | 'solid' | 'quiet';
  /** 28, 32 or 36 px high. */
  readonly size?: 'small' | 'medium' | 'large';
  /** Square, for one icon; give it an aria-label. */
  readonly isIcon?: boolean;
  /** Why it is disabled. It stays focusable, so that the reason can be read. */
  readonly disabledReason?: string | null;
}

export function Button({
  look = 'outline',
  size = 'medium',
  isIcon = false,
  disabledReason = null,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = disabledReason !== null;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isOff || undefined}
      title={isOff ? disabledReason : rest.title}
      onClick={isOff ? undefined : onClick}
      className={classNames(styles.button, styles[look], styles[size], isIcon && styles.icon, className)}
    />
  );
}
