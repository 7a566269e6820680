import type { ReactNode } from 'react';
import type { SplitRole } from '../../core/terms.ts';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';
import { IconCheck, IconCross, IconFlask, IconLock, IconMinus, IconShown } from './icons.tsx';

/** Says that the data is not the output of a real system. Always visible; links to how the data was made. */
export function ReplicaBadge({ notice, href }: { readonly notice: string; readonly href?: string }) {
  const title = 'Generated to reproduce published aggregates. No row comes from a real system.';
  const body = (
    <>
      <IconFlask />
      {notice}
    </>
  );
  const className = classNames(styles.badge, styles.replica);
  return href === undefined ? (
    <span className={className} title={title}>
      {body}
    </span>
  ) : (
    <a className={className} href={href} title={title} aria-label={`${notice}: how the data was made`}>
      {body}
    </a>
  );
}

/** What figures of a split may claim. */
export function RoleBadge({
  splitRole,
  isLow = false,
  where,
}: {
  readonly splitRole: SplitRole;
  readonly isLow?: boolean;
  /** "200–999": where the selection is not named beside it. */
  readonly where?: string;
}) {
  return (
    <span className={classNames(styles.badge, styles[splitRole], isLow && styles.low)}>
      {splitRole === 'confirmatory' && <IconLock />}
      {where === undefined ? splitRole : `${splitRole}, ${where}`}
    </span>
  );
}

/** Labels that nobody has looked at yet. */
export function SealedBadge() {
  return (
    <span className={classNames(styles.badge, styles.validation, styles.low)}>
      <IconLock />
      sealed
    </span>
  );
}

/** Amber: the threshold was chosen after the labels were seen. */
export function PostHocBadge() {
  return (
    <span className={classNames(styles.badge, styles.warn)}>
      <IconShown />
      post hoc
    </span>
  );
}

export type VerdictState = 'pass' | 'fail' | 'not-evaluated';

/** A verdict is ink, never green; each state differs in glyph and shape. */
export function Verdict({ state }: { readonly state: VerdictState }) {
  switch (state) {
    case 'pass':
      return (
        <span className={classNames(styles.verdict, styles.pass)}>
          <IconCheck size={12} />
          PASS
        </span>
      );
    case 'fail':
      return (
        <span className={classNames(styles.verdict, styles.fail)}>
          <IconCross size={12} />
          FAIL
        </span>
      );
    case 'not-evaluated':
      return (
        <span className={classNames(styles.verdict, styles.open)}>
          <IconMinus size={12} />
          not evaluated
        </span>
      );
  }
}

export interface GateCriterionProps {
  /** "EM lower end −0.0125 > −0.02". */
  readonly children: ReactNode;
  /** "EM": all that a phone has room for. */
  readonly short: string;
  readonly state: VerdictState;
}

/** One criterion in words with its verdict. */
export function GateCriterion({ children, short, state }: GateCriterionProps) {
  return (
    <span className={styles.gate}>
      <span className={styles.long}>{children}</span>
      <span className={styles.short} aria-hidden="true">
        {short}
      </span>
      <Verdict state={state} />
    </span>
  );
}
