import { TASR_PRESETS } from '../../core/rules/tasr-rules.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, SignalReading } from '../../store/handles.ts';
import { changeLab } from '../../store/lab.ts';
import { judgeInForce } from '../../store/policy-ref.ts';
import { Button } from '../../ui/parts/Button.tsx';
import styles from './lab.module.css';
import { adaptPreset } from './use-lab.ts';

/** The published rules, on this dataset's signals. */
export function Presets({
  dataset,
  signals,
}: {
  readonly dataset: DatasetHandle;
  readonly signals: readonly SignalReading[];
}) {
  const view = useApp((state) => state.view);
  const judge = judgeInForce(dataset, view)?.id ?? null;
  return (
    <div className={styles.group}>
      <h3>Published rules</h3>
      <div className={styles.choices}>
        {TASR_PRESETS.map(({ id, name, text }) => {
          const adapted = adaptPreset(text, signals, judge);
          return (
            <Button
              key={id}
              size="small"
              title={adapted.kind === 'ok' ? adapted.value : undefined}
              disabledReason={adapted.kind === 'failed' ? adapted.error : null}
              onClick={() => adapted.kind === 'ok' && changeLab({ rule: adapted.value, ruleName: name })}
            >
              {name}
            </Button>
          );
        })}
      </div>
      <p className={styles.word}>
        The margin is the calibrated score of the judge above, where the data has no answer-token margin; thresholds are
        the published ones.
      </p>
    </div>
  );
}
