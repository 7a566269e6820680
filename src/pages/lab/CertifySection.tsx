import type { Certification, SelectedStopVerdict, UnsafeShareVerdict } from '../../core/lab/certify.ts';
import type { HeldOut } from '../../core/stats/risk-control.ts';
import { fewestStops } from '../../core/stats/risk-control.ts';
import { changeView, useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { labRequest, setLab, useLab } from '../../store/lab.ts';
import { LAB } from '../../store/lab-tasks.ts';
import { judgeInForce } from '../../store/policy-ref.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount, formatP, formatShare, formatThreshold } from '../../ui/parts/format.ts';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import styles from './lab.module.css';
import { flipsLink } from './links.ts';
import { TaskNotice } from './TaskNotice.tsx';
import { useLabRequest, useLabTask } from './use-lab.ts';
import { judgeName, rangeText, shareText, typedNumber } from './words.ts';

/** What can be promised about a judge: the risk of its early stops, calibrated on one range and checked on another. */
export function CertifySection({ dataset }: { readonly dataset: DatasetHandle }) {
  const view = useApp((state) => state.view);
  const settings = useLab((state) => state.certify);
  const request = useLabRequest(dataset);
  const judge = judgeInForce(dataset, view);
  const alpha = typedNumber(settings.alpha, 1e-6, 1 - 1e-6);
  const delta = typedNumber(settings.delta, 1e-9, 1 - 1e-6);
  const minStops = settings.minStops.trim() === '' ? null : typedNumber(settings.minStops, 1, 1e9);
  const isStart = settings.minStops.trim() === '' || (minStops !== null && Number.isInteger(minStops));
  const isReady = alpha !== null && delta !== null && isStart && judge !== null;
  const task = useLabTask(
    LAB.certify,
    isReady && request.tune ? { ...request, judge: judge.id, calibrate: request.tune, alpha, delta, minStops } : null,
  );
  if (judge === null)
    return <EmptyState title="There is no judge to certify">Add a file with judge scores on the page Data.</EmptyState>;
  const set = (change: Partial<typeof settings>) => setLab({ certify: { ...settings, ...change } });
  const found = task.value ?? (task.status.kind === 'running' ? task.last : null);
  return (
    <Panel title="Risk control" sub={judge.name}>
      <div className={styles.lead}>
        <p>
          Calibrated on {rangeText(request.tune?.range ?? null)} (chosen under "Tuned on"), checked on{' '}
          {rangeText(view.range)}. The promise is for new questions from the same population, and for the early stops
          alone, not for the run as a whole.
        </p>
      </div>
      <div className={styles.fields}>
        <label className={styles.field}>
          Risk at most (alpha)
          <input
            inputMode="decimal"
            value={settings.alpha}
            aria-invalid={alpha === null}
            onChange={(event) => set({ alpha: event.target.value })}
          />
        </label>
        <label className={styles.field}>
          Error of the promise (delta)
          <input
            inputMode="decimal"
            value={settings.delta}
            aria-invalid={delta === null}
            onChange={(event) => set({ delta: event.target.value })}
          />
        </label>
        <label className={styles.field}>
          Start at so many stops
          <input
            inputMode="numeric"
            value={settings.minStops}
            placeholder={alpha === null || delta === null ? '' : String(fewestStops(alpha, delta))}
            aria-invalid={!isStart}
            onChange={(event) => set({ minStops: event.target.value })}
          />
        </label>
      </div>
      <div className={styles.lead}>
        <p>
          The start is declared before the labels are looked at; trying several and keeping the best breaks the promise.
          Fewer than {alpha === null || delta === null ? 'the fewest' : formatCount(fewestStops(alpha, delta))} stops
          can certify nothing, even with none of them unsafe.
        </p>
      </div>
      {!isReady && (
        <div className={styles.notice}>
          <Message kind="note" title="Alpha and delta are between 0 and 1; the start is a whole number of stops" />
        </div>
      )}
      <TaskNotice cancel={LAB.certify.cancel} view={task} label="Thresholds are being tested" />
      {task.status.kind === 'idle' && task.key !== null && found === null && isReady && (
        <div className={styles.notice}>
          <Message kind="note" title="Risk control needs labels">
            The correctness of a stop is not known, or no question to calibrate on is labelled.
          </Message>
        </div>
      )}
      {found && (
        <div className={task.value === null ? styles.faint : undefined}>
          <Verdicts dataset={dataset} found={found} />
        </div>
      )}
    </Panel>
  );
}

function Verdicts({ dataset, found }: { readonly dataset: DatasetHandle; readonly found: Certification }) {
  return (
    <>
      {found.sharedQuestions > 0 && (
        <div className={styles.notice}>
          <Message kind="warning" title="The check is not independent">
            {formatCount(found.sharedQuestions)} of the {formatCount(found.checkQuestions)} questions to check on were
            calibrated on. Choose ranges that do not overlap.
          </Message>
        </div>
      )}
      <section className={styles.verdict} aria-label="Selected-stop risk">
        <h3>
          Selected-stop risk at most {formatShare(found.alpha)} with confidence {formatShare(1 - found.delta)}
        </h3>
        <StopVerdict dataset={dataset} found={found} verdict={found.selectedStops} />
        <p className={styles.word}>
          Learn-then-Test, fixed sequence from {formatCount(found.minStops)} stops on, exact binomial p-values;{' '}
          {found.tested === 1 ? 'one threshold' : `${formatCount(found.tested)} thresholds`} tested on{' '}
          {formatCount(found.calibrateQuestions)} labelled questions.
        </p>
      </section>
      <section className={styles.verdict} aria-label="Share of questions stopped unsafely">
        <h3>Questions stopped unsafely: at most {formatShare(found.alpha)} of all, in expectation</h3>
        <ShareVerdict dataset={dataset} found={found} verdict={found.unsafeShare} />
        <p className={styles.word}>
          Conformal risk control; a question counts as unsafe from the first threshold on at which it was, so that the
          loss only rises.
        </p>
      </section>
    </>
  );
}

function StopVerdict({
  dataset,
  found,
  verdict,
}: {
  readonly dataset: DatasetHandle;
  readonly found: Certification;
  readonly verdict: SelectedStopVerdict;
}) {
  if (verdict.kind === 'certified') {
    const { stop, held } = verdict;
    return (
      <>
        <p>
          <b>
            {judgeName(dataset, found.judge)} is certified at threshold {formatThreshold(stop.threshold)}
          </b>
          :{' '}
          <Calibrated
            judge={found.judge}
            threshold={stop.threshold}
            text={shareText(stop.unsafe, stop.stops, 'no stops')}
          />{' '}
          of the early stops unsafe on the calibration questions, {formatP(stop.p)}; it stops{' '}
          {formatShare(stop.coverage)} of them.
        </p>
        <Held dataset={dataset} found={found} threshold={stop.threshold} held={held} isOfStops />
      </>
    );
  }
  const { stop, mostStops, moreStops } = verdict;
  return (
    <>
      <p>
        <b>Cannot certify.</b>{' '}
        {stop === null ? (
          `At its lowest threshold ${judgeName(dataset, found.judge)} stops ${formatCount(mostStops)} calibration questions; the sequence starts at ${formatCount(found.minStops)}.`
        ) : (
          <>
            At the declared start, threshold {formatThreshold(stop.threshold)},{' '}
            <Calibrated
              judge={found.judge}
              threshold={stop.threshold}
              text={shareText(stop.unsafe, stop.stops, 'no stops')}
            />{' '}
            of the early stops are unsafe, {formatP(stop.p)}: not below {found.delta}.
          </>
        )}
      </p>
      <p>
        {moreStops === null
          ? `The risk seen is not below ${formatShare(found.alpha)} by enough: no number of further stops like these would certify it.`
          : `It would take ${formatCount(moreStops)} more labelled stops${stop === null ? '' : ', as often right as those seen'}.`}
      </p>
    </>
  );
}

function ShareVerdict({
  dataset,
  found,
  verdict,
}: {
  readonly dataset: DatasetHandle;
  readonly found: Certification;
  readonly verdict: UnsafeShareVerdict;
}) {
  if (verdict.kind === 'cannot-certify') {
    return (
      <p>
        <b>Cannot certify.</b> There are {formatCount(found.calibrateQuestions)} labelled calibration questions; it
        takes at least {formatCount(verdict.questionsNeeded)}.
      </p>
    );
  }
  const { threshold, bound, stops, held } = verdict;
  return (
    <>
      <p>
        <b>
          {threshold === Number.POSITIVE_INFINITY
            ? 'Only never stopping is certified'
            : `${judgeName(dataset, found.judge)} is certified at threshold ${formatThreshold(threshold)}`}
        </b>
        : bound {formatShare(bound)},{' '}
        <Calibrated judge={found.judge} threshold={threshold} text={`${formatCount(stops)} early stops`} /> on the
        calibration questions.
      </p>
      <Held dataset={dataset} found={found} threshold={threshold} held={held} isOfStops={false} />
    </>
  );
}

/** A figure of the calibration questions; its questions are shown there, not on the evaluated ones. */
function Calibrated(props: { readonly judge: string; readonly threshold: number; readonly text: string }) {
  const { judge, threshold, text } = props;
  const view = useApp((state) => state.view);
  const dataset = useApp((state) => state.dataset);
  const tune = dataset && labRequest(dataset, view).tune;
  const there = { ...view, range: tune?.range ?? null, split: tune?.split ?? null };
  return (
    <a className={styles.door} href={flipsLink(there, { kind: 'threshold', judge, threshold })}>
      {text}
    </a>
  );
}

function Held({
  found,
  threshold,
  held,
  isOfStops,
}: {
  readonly dataset: DatasetHandle;
  readonly found: Certification;
  readonly threshold: number;
  readonly held: HeldOut | null;
  readonly isOfStops: boolean;
}) {
  const view = useApp((state) => state.view);
  if (held === null) return <p>There are no labelled questions to check it on.</p>;
  const href = flipsLink(view, { kind: 'threshold', judge: found.judge, threshold });
  return (
    <>
      <p>
        On the {formatCount(found.checkQuestions)} check questions:{' '}
        <a className={styles.door} href={href}>
          {formatCount(held.unsafe)} unsafe of {formatCount(held.stops)} early stops
        </a>
        {isOfStops
          ? held.risk === null
            ? '.'
            : `, risk ${formatShare(held.risk)}${held.upper === null ? '' : `, at most ${formatShare(held.upper)} with confidence ${formatShare(1 - found.delta)}`}. ${held.risk <= found.alpha ? 'That is within the promise.' : 'That is above the promise.'}`
          : held.unsafeShare === null
            ? '.'
            : `, ${formatShare(held.unsafeShare)} of all questions. ${held.unsafeShare <= found.alpha ? 'That is within the promise.' : 'That is above the promise.'}`}
      </p>
      {Number.isFinite(threshold) && (
        <p>
          <Button size="small" onClick={() => changeView({ judge: found.judge, threshold })}>
            Use this threshold
          </Button>
        </p>
      )}
    </>
  );
}
