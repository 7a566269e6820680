import { shortHash } from '../../core/present/provenance.ts';
import { rowAt } from '../../core/sweep.ts';
import type { ComparedSide, DatasetHandle, JudgeHandle } from '../../store/handles.ts';
import { ReplicaBadge, RoleBadge } from '../../ui/parts/Badge.tsx';
import { formatCount, formatRange } from '../../ui/parts/format.ts';
import { JudgeKey } from '../../ui/parts/JudgeKey.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { SplitSelect } from '../../ui/parts/SplitSelect.tsx';
import { ThresholdField } from '../../ui/parts/ThresholdField.tsx';
import styles from './compare.module.css';
import { lonelyWords, roleOf } from './words.ts';

interface Looked {
  readonly judge: string | null;
  readonly threshold: number | null;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly split: string | null;
}

export interface RunCardProps {
  readonly place: 'First run' | 'Second run';
  readonly dataset: DatasetHandle;
  readonly hash: string | null;
  readonly selection: Pick<Looked, 'range' | 'split'>;
  readonly judge: JudgeHandle | null;
  readonly threshold: number;
  readonly styleIndex: number;
  /** null until the comparison is there. */
  readonly side: ComparedSide | null;
  readonly onChange: (change: Partial<Looked>) => void;
}

/** One of the two runs: its questions, its policy, and what it rests on. */
export function RunCard(props: RunCardProps) {
  const { place, dataset, hash, selection, judge, threshold, styleIndex, side, onChange } = props;
  const { judges, ranges, splits, questionCount } = dataset;
  const role = side === null ? null : roleOf(side.role);
  const thresholds = side?.curve?.thresholds ?? null;
  const row = thresholds === null ? 0 : rowAt({ thresholds }, threshold);
  const last = thresholds === null ? 0 : thresholds.length - 1;
  return (
    <Panel title={place} sub={dataset.name}>
      <div className={styles.run}>
        <p className={styles.badges}>
          {dataset.notice !== null && <ReplicaBadge notice={dataset.notice} />}
          {role !== null && <RoleBadge splitRole={role} />}
          {(side?.native.sealed ?? 0) > 0 && <span className={styles.sealed}>labels sealed</span>}
        </p>
        <div className={styles.controls}>
          <SplitSelect
            ranges={ranges}
            questionCount={questionCount}
            value={selection.range ?? { from: 0, to: Math.max(0, questionCount - 1) }}
            onChange={(range) => onChange({ range })}
          />
          {splits.length > 0 && (
            <label>
              <span className="sr">Split of the {place.toLowerCase()}</span>
              <select
                value={selection.split ?? ''}
                onChange={(event) => onChange({ split: event.target.value === '' ? null : event.target.value })}
              >
                <option value="">all splits</option>
                {splits.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          )}
        </div>
        {judge !== null && (
          <div className={styles.controls}>
            <JudgeKey index={styleIndex} />
            <label>
              <span className="sr">Judge of the {place.toLowerCase()}</span>
              <select value={judge.id} onChange={(event) => onChange({ judge: event.target.value, threshold: null })}>
                {judges.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <ThresholdField
              value={threshold}
              frozen={judge.frozen}
              isPostHoc={judge.frozen !== null && judge.frozen.value !== threshold}
              canLower={row < last}
              canRaise={row > 0}
              onStep={(direction) => thresholds && onChange({ threshold: thresholds[row - direction]! })}
              onCommit={(value) => onChange({ threshold: value })}
            />
          </div>
        )}
        <ul className={styles.facts}>
          <li>
            {selection.range === null
              ? 'all questions'
              : `questions ${formatRange(selection.range.from, selection.range.to)}`}
            {selection.split !== null && `, split ${selection.split}`}
            {side !== null && `: ${formatCount(side.questions)}`}
          </li>
          {side !== null && <li>{lonelyWords(side.lonely) ?? 'every question has a partner'}</li>}
          <li>
            {dataset.sources.length} files, SHA-256{' '}
            {hash === null ? 'being computed' : <code title={hash}>{shortHash(hash)}</code>}
          </li>
        </ul>
      </div>
    </Panel>
  );
}
