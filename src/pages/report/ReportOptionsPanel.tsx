import { useState } from 'react';
import type { JudgeHandle } from '../../store/handles.ts';
import type { ReportOptions } from '../../store/report.ts';
import { Button } from '../../ui/parts/Button.tsx';
import styles from './report.module.css';

/** Threshold selection and the ladder pair: blocks that only some reports have. */
export function ReportOptionsPanel({
  judges,
  onChange,
}: {
  readonly judges: readonly JudgeHandle[];
  readonly onChange: (change: Partial<ReportOptions>) => void;
}) {
  const [precision, setPrecision] = useState('0.9');
  const [stops, setStops] = useState('10');
  const [base, setBase] = useState(judges[0]?.id ?? '');
  const [lora, setLora] = useState(judges[1]?.id ?? '');
  if (judges.length === 0) return null;
  const isPrecision = precision.trim() !== '' && Number(precision) >= 0 && Number(precision) <= 1;
  const isStops = /^\d+$/.test(stops.trim());
  return (
    <div className={styles.options}>
      <fieldset>
        <legend>Choose thresholds on this selection</legend>
        <label>
          Precision at least
          <input inputMode="decimal" value={precision} onChange={(event) => setPrecision(event.target.value)} />
        </label>
        <label>
          Stop states at least
          <input inputMode="numeric" value={stops} onChange={(event) => setStops(event.target.value)} />
        </label>
        <Button
          size="small"
          disabledReason={isPrecision && isStops ? null : 'A precision from 0 to 1 and a whole number of stops.'}
          onClick={() => onChange({ select: { minimumPrecision: Number(precision), minimumStops: Number(stops) } })}
        >
          Choose
        </Button>
        <Button size="small" look="quiet" onClick={() => onChange({ select: null })}>
          Without
        </Button>
      </fieldset>
      {judges.length > 1 && (
        <fieldset>
          <legend>Core ladder, threshold 0</legend>
          <JudgeChoice label="Base" judges={judges} value={base} onChange={setBase} />
          <JudgeChoice label="LoRA" judges={judges} value={lora} onChange={setLora} />
          <Button
            size="small"
            disabledReason={base === lora ? 'Two different judges.' : null}
            onClick={() => onChange({ pair: { base, lora } })}
          >
            Compare
          </Button>
          <Button size="small" look="quiet" onClick={() => onChange({ pair: null })}>
            Without
          </Button>
        </fieldset>
      )}
    </div>
  );
}

function JudgeChoice({
  label,
  judges,
  value,
  onChange,
}: {
  readonly label: string;
  readonly judges: readonly JudgeHandle[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {judges.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
