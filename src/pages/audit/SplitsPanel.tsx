import { useState } from 'react';
import { stateOf } from '../../core/protocol/state.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import type { SplitHandle } from '../../store/protocol.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { classNames } from '../../ui/parts/class-names.ts';
import { formatCount, formatRange } from '../../ui/parts/format.ts';
import { IconEdit, IconLock } from '../../ui/parts/icons.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import shared from './audit.module.css';
import { RolesDialog } from './RolesDialog.tsx';
import styles from './splits.module.css';

/** Which questions may claim what: a strip in the order of the questions, pools as brackets under it. */
export function SplitsPanel({ dataset }: { readonly dataset: DatasetHandle }) {
  const [isEditing, setEditing] = useState(false);
  const { phase, unsealed } = stateOf(dataset.protocol.protocol);
  const { splits } = dataset.protocol;
  const isFixed = phase === 'frozen' || phase === 'unsealed';
  return (
    <Panel
      title="Splits and roles"
      actions={
        <Button
          look="quiet"
          size="small"
          disabledReason={isFixed ? 'The splits were frozen and stay as they are.' : null}
          onClick={() => setEditing(true)}
        >
          <IconEdit />
          Edit roles
        </Button>
      }
    >
      {splits.length === 0 ? (
        <p className={shared.quiet}>
          This data names no splits. Give them roles before anybody looks: exploratory, validation, confirmatory,
          descriptive.
        </p>
      ) : (
        <Strip splits={splits} lookedAt={unsealed?.step.split ?? null} />
      )}
      {isEditing && <RolesDialog dataset={dataset} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function Strip({ splits, lookedAt }: { readonly splits: readonly SplitHandle[]; readonly lookedAt: string | null }) {
  const claiming = splits
    .filter(({ role }) => role !== 'descriptive')
    .toSorted((a, b) => (a.range?.from ?? Number.POSITIVE_INFINITY) - (b.range?.from ?? Number.POSITIVE_INFINITY));
  const pools = splits.filter(({ role }) => role === 'descriptive');
  const columns = claiming.map(({ questions }) => `minmax(184px, ${questions}fr)`).join(' ');
  return (
    <ul className={styles.strip} style={{ '--strip': columns || '1fr' }}>
      {claiming.map((split) => (
        <li key={split.name}>
          <div className={classNames(styles.segment, styles[split.role])}>
            {split.isSealed && <IconLock />}
            <span className={styles.word}>{segmentWords(split, lookedAt)}</span>
          </div>
          <p>
            {split.name}
            <span className={styles.facts}>
              {formatCount(split.questions)} questions, {formatCount(split.eligibleStates)} eligible states
            </span>
          </p>
        </li>
      ))}
      {pools.map((pool) => (
        <li key={pool.name} className={styles.pool} style={{ '--span': spanOf(pool, claiming) }}>
          <span className={styles.poolWord}>
            {pool.range === null ? pool.name : formatRange(pool.range.from, pool.range.to)} pooled: descriptive only
          </span>
        </li>
      ))}
    </ul>
  );
}

function segmentWords({ role, isSealed, name }: SplitHandle, lookedAt: string | null): string {
  const word = role[0]!.toUpperCase() + role.slice(1);
  if (role !== 'confirmatory') return word;
  return isSealed ? `${word}, sealed` : lookedAt === name ? `${word}, unsealed once` : word;
}

/** From the first to the last split that lies within the pool. */
function spanOf({ range }: SplitHandle, claiming: readonly SplitHandle[]): string {
  const within = claiming.map(
    (split) => range !== null && split.range !== null && split.range.from >= range.from && split.range.to <= range.to,
  );
  const first = within.indexOf(true);
  return first < 0 ? '1 / -1' : `${first + 1} / ${within.lastIndexOf(true) + 2}`;
}
