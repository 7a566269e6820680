import { parseRule } from '../../core/rules/parse.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, SignalReading } from '../../store/handles.ts';
import { type LabSettings, setLab, useLab } from '../../store/lab.ts';
import { LAB } from '../../store/lab-tasks.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import styles from './lab.module.css';
import { StudyResult } from './StudyResult.tsx';
import { TaskNotice } from './TaskNotice.tsx';
import { useLabRequest, useSignals } from './use-lab.ts';
import { rangeText, typedNumber } from './words.ts';

const MOST_SIGNALS = 6;
/** Rules over 0 to 6 signals. */
const RULES = [0, 1, 4, 14, 51, 202, 876] as const;

/** Every rule over the chosen signals, tuned on one range and compared on another. */
export function StudySection({ dataset }: { readonly dataset: DatasetHandle }) {
  const signals = useSignals(dataset);
  const study = useLab((state) => state.study);
  const gate = useApp((state) => state.view.gate);
  const range = useApp((state) => state.view.range);
  const curves = useApp((state) => state.curves);
  const request = useLabRequest(dataset);
  const state = LAB.study.use();
  if (signals === null) return <Panel title="All rules">{null}</Panel>;
  const chosen = chosenSignals(study, signals);
  const native = (curves?.native.totals.searches ?? 0) / Math.max(1, curves?.questionCount ?? 1);
  const budget = typedNumber(study.budget === '' ? String(Math.ceil(native)) : study.budget, 0, 1e6);
  const baseline = parseRule(study.baseline, signals);
  const reason =
    chosen.length === 0
      ? 'Choose a signal.'
      : budget === null
        ? 'The budget is a number of mean searches.'
        : baseline.kind === 'failed'
          ? baseline.error.message
          : null;
  const change = (next: Partial<LabSettings['study']>) => setLab({ study: { ...study, ...next } });
  const start = () => {
    if (budget === null || baseline.kind === 'failed') return;
    const wish = {
      signals: chosen,
      quality: study.quality,
      budget,
      candidates: study.candidates,
      baseline: baseline.value,
      seed: gate.seed,
      repeats: Math.min(gate.repeats, 1000),
    };
    LAB.study.run({ ...request, wish }, Date.now());
  };
  const isSame = rangeText(request.tune?.range ?? null) === rangeText(range);
  return (
    <>
      <Panel title="All rules" sub={`every OR of ANDs over up to ${MOST_SIGNALS} signals, each signal once`}>
        <div className={styles.lead}>
          <p>
            On the tuning questions each signal gets the threshold with the best quality within the budget of mean
            searches, by itself. The thresholds are locked; every rule over them is replayed on the evaluated questions
            and compared with the baseline.
          </p>
        </div>
        {isSame && (
          <div className={styles.notice}>
            <Message kind="warning" title="Thresholds are tuned on the questions they are evaluated on">
              The comparison is then too kind to the rules. Choose another range under "Tuned on".
            </Message>
          </div>
        )}
        <fieldset className={styles.checks}>
          <legend>
            Signals: {chosen.length} of at most {MOST_SIGNALS}, {formatCount(RULES[chosen.length] ?? 0)} rules
          </legend>
          {signals.map(({ id, name, needsLabels, rows, missing }) => {
            const isOn = chosen.includes(id);
            const isOff = !isOn && chosen.length >= MOST_SIGNALS;
            return (
              <label key={id} className={styles.check}>
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={isOff || missing === rows}
                  onChange={() => change({ signals: isOn ? chosen.filter((one) => one !== id) : [...chosen, id] })}
                />
                <span>
                  {name} {needsLabels && <small>not deployable</small>}
                  {missing === rows && <small>no values here</small>}
                </span>
              </label>
            );
          })}
        </fieldset>
        <div className={styles.fields}>
          <label className={styles.field}>
            Budget, mean searches
            <input
              inputMode="decimal"
              value={study.budget}
              placeholder={String(Math.ceil(native))}
              aria-invalid={budget === null}
              onChange={(event) => change({ budget: event.target.value })}
            />
          </label>
          <label className={styles.field}>
            Quality
            <select
              value={study.quality}
              onChange={(event) => change({ quality: event.target.value === 'f1' ? 'f1' : 'em' })}
            >
              <option value="em">exact match</option>
              <option value="f1">token F1</option>
            </select>
          </label>
          <label className={styles.field}>
            Thresholds tried
            <select
              value={study.candidates}
              onChange={(event) => change({ candidates: event.target.value === 'exact' ? 'exact' : 'grid' })}
            >
              <option value="grid">40 equal steps, as published</option>
              <option value="exact">every cut there is</option>
            </select>
          </label>
          <label className={styles.field}>
            Baseline
            <select value={study.baseline} onChange={(event) => change({ baseline: event.target.value })}>
              <option value="never">native</option>
              {[1, 2, 3, 4, 5].map((k) => (
                <option key={k} value={`round >= ${k}`}>
                  fixed budget {k}
                </option>
              ))}
              {signals.some(({ id }) => id === 'repeat') && <option value="repeat">answer repeats</option>}
            </select>
          </label>
          <Button look="solid" size="large" disabledReason={reason} onClick={start}>
            Compare {formatCount(RULES[chosen.length] ?? 0)} rules
          </Button>
        </div>
        <TaskNotice cancel={LAB.study.cancel} view={{ ...state, last: state.value }} label="Rules are being compared" />
        {state.status.kind === 'idle' && state.key !== null && state.value === null && (
          <div className={styles.notice}>
            <Message kind="note" title="Comparing rules needs labels">
              The correctness of an answer that a rule may stop with is not known.
            </Message>
          </div>
        )}
      </Panel>
      {state.value && state.status.kind === 'idle' && (
        <StudyResult dataset={dataset} study={state.value} tune={request.tune} quality={study.quality} />
      )}
    </>
  );
}

/** Chosen ones that the dataset has; at first the ones that differ most in kind. */
function chosenSignals(study: LabSettings['study'], signals: readonly SignalReading[]): readonly string[] {
  if (study.signals !== null) return study.signals.filter((id) => signals.some((signal) => signal.id === id));
  return signals
    .filter(({ id, needsLabels, rows, missing }) => !needsLabels && id !== 'round' && missing < rows)
    .filter(({ id }) => !/^(stop|gaps|sufficient|calibrated):/.test(id))
    .slice(0, 4)
    .map(({ id }) => id);
}
