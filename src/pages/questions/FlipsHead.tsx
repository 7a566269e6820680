import { useEffect, useState } from 'react';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, FlipReply } from '../../store/handles.ts';
import { useLedgers, walkThreshold, watchFlips } from '../../store/ledgers.ts';
import { resolvePolicy } from '../../store/policy-ref.ts';
import { changeQuestions } from '../../store/questions.ts';
import { encodePolicy, type PolicyRef } from '../../store/questions-view.ts';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { TableMenu } from '../../ui/export/TableMenu.tsx';
import { Button } from '../../ui/parts/Button.tsx';
import {
  formatCount,
  formatDifference,
  formatExact,
  formatP,
  formatPoints,
  parseThreshold,
} from '../../ui/parts/format.ts';
import { IconNext, IconPrevious } from '../../ui/parts/icons.tsx';
import { Message } from '../../ui/parts/Message.tsx';
import { MetricSelect } from '../../ui/parts/MetricSelect.tsx';
import { Count } from '../../ui/parts/StopsBar.tsx';
import { useShortcuts } from '../../ui/table/use-shortcuts.ts';
import { flipTable, testNotes } from './flip-table.ts';
import styles from './ledger.module.css';
import { optionPolicy, policyName, policyOptions } from './policy-options.ts';

/** What changes between two policies, and whether it may be chance. */
export function FlipsHead({ dataset }: { readonly dataset: DatasetHandle }) {
  useEffect(watchFlips, []);
  const view = useApp((state) => state.view);
  const flips = useLedgers((state) => state.flips);
  const status = useLedgers((state) => state.status);
  const { from, to } = view.questions;
  const fromPolicy = resolvePolicy(from, dataset, view);
  const toPolicy = resolvePolicy(to, dataset, view);
  const canWalk = toPolicy.kind === 'threshold';
  useShortcuts({
    arrowleft: (event) => walkThreshold(-1, event.shiftKey),
    arrowright: (event) => walkThreshold(1, event.shiftKey),
  });
  return (
    <section className={styles.head} aria-label="Flip ledger">
      <div className={styles.policies}>
        <span className={styles.faint}>From</span>
        <PolicySelect
          label="From policy"
          dataset={dataset}
          value={from}
          onChange={(next) => changeQuestions({ from: next })}
        />
        {isFollowing(from) && <span className={styles.faint}>{policyName(fromPolicy, dataset)}</span>}
        <span className={styles.faint}>to</span>
        <PolicySelect
          label="To policy"
          dataset={dataset}
          value={to}
          onChange={(next) => changeQuestions({ to: next })}
        />
        {isFollowing(to) && <span className={styles.faint}>{policyName(toPolicy, dataset)}</span>}
        {canWalk && (
          <span className={styles.walk}>
            <Button
              size="small"
              isIcon
              aria-label="Lower to the next threshold that moves a stop (Left arrow)"
              title="Left arrow; with Shift to the next one that flips an answer"
              disabledReason={flips?.walk?.lower === null ? 'No lower threshold moves anything.' : null}
              onClick={(event) => walkThreshold(-1, event.shiftKey)}
            >
              <IconPrevious />
            </Button>
            <Button
              size="small"
              isIcon
              aria-label="Raise to the next threshold that moves a stop (Right arrow)"
              title="Right arrow; with Shift to the next one that flips an answer"
              disabledReason={flips?.walk?.higher === null ? 'No higher threshold moves anything.' : null}
              onClick={(event) => walkThreshold(1, event.shiftKey)}
            >
              <IconNext />
            </Button>
            <span className={styles.faint}>
              <kbd>←</kbd> <kbd>→</kbd> threshold, with <kbd>Shift</kbd> an answer flips
            </span>
          </span>
        )}
      </div>
      {status.kind === 'failed' && (
        <Message kind="error" title={status.problem.message}>
          {status.problem.effect}
        </Message>
      )}
      {flips && (
        <Totals flips={flips} words={`${policyName(fromPolicy, dataset)} to ${policyName(toPolicy, dataset)}`} />
      )}
    </section>
  );
}

/** Its name alone does not say where it stands. */
const isFollowing = ({ kind }: PolicyRef): boolean => kind === 'current' || kind === 'frozen';

function Totals({ flips, words }: { readonly flips: FlipReply; readonly words: string }) {
  const { totals, questionCount } = flips;
  const { gained, lost, rightBoth, wrongBoth, unknown, searchesAdded, searchesSaved, test } = totals;
  const known = gained + lost + rightBoth + wrongBoth;
  const net = gained - lost;
  return (
    <div className={styles.totals}>
      <table className={styles.mcnemar}>
        <caption className="sr">Answers under both policies</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">right after</th>
            <th scope="col">wrong after</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">right before</th>
            <td>{formatCount(rightBoth)}</td>
            <td>
              <Flipped count={lost} how="lost" />
            </td>
          </tr>
          <tr>
            <th scope="row">wrong before</th>
            <td>
              <Flipped count={gained} how="gained" />
            </td>
            <td>{formatCount(wrongBoth)}</td>
          </tr>
        </tbody>
      </table>
      <dl className={styles.figures}>
        <div>
          <dt>Correct answers</dt>
          <dd>
            {formatDifference(net, 0)}
            {known > 0 && <small> {formatPoints(net / known)}</small>}
          </dd>
        </div>
        <div>
          <dt>Searches</dt>
          <dd>
            {formatDifference(searchesAdded - searchesSaved, 0)}
            <small>
              {' '}
              {formatCount(searchesSaved)} saved, {formatCount(searchesAdded)} added
            </small>
          </dd>
        </div>
        <div>
          <dt>McNemar, exact, two-sided</dt>
          <dd>
            {gained + lost === 0 ? <small>no answer flips</small> : formatP(test.exact)}
            {gained + lost > 0 && <small> mid-p {test.midP.toFixed(3)}</small>}
          </dd>
        </div>
        <div>
          <dt>Stops that move</dt>
          <dd>
            {formatCount(totals.changed)} <small>of {formatCount(questionCount)}</small>
          </dd>
        </div>
        {unknown > 0 && (
          <div>
            <dt>Right or wrong not known</dt>
            <dd>{formatCount(unknown)}</dd>
          </div>
        )}
      </dl>
      <span className={styles.export}>
        <TableMenu
          source={() => flipTable(flips, words)}
          rowCount={0}
          fileName={fileNameOf('mcnemar', words)}
          notes={[words, ...testNotes(flips)]}
        />
      </span>
    </div>
  );
}

/** A count of answers that flip lists just these below. */
function Flipped({ count, how }: { readonly count: number; readonly how: 'gained' | 'lost' }) {
  return (
    <>
      <b>
        <Count
          label={`${formatCount(count)} ${how}: show the answers ${how}`}
          onOpen={
            count === 0
              ? undefined
              : () => changeQuestions({ filters: [{ kind: 'in', column: 'flip', values: [how] }] })
          }
        >
          {formatCount(count)}
        </Count>
      </b>{' '}
      {how}
    </>
  );
}

function PolicySelect(props: {
  readonly label: string;
  readonly dataset: DatasetHandle;
  readonly value: PolicyRef;
  readonly onChange: (policy: PolicyRef) => void;
}) {
  const { label, dataset, value, onChange } = props;
  const curves = useApp((state) => state.curves);
  return (
    <>
      <MetricSelect
        label={label}
        options={policyOptions(dataset, curves, value)}
        value={encodePolicy(value)}
        onChange={(next) => onChange(optionPolicy(next))}
      />
      {value.kind === 'threshold' && (
        <Threshold
          label={`${label}, threshold`}
          value={value.threshold}
          onCommit={(threshold) => onChange({ ...value, threshold })}
        />
      )}
    </>
  );
}

function Threshold(props: {
  readonly label: string;
  readonly value: number;
  readonly onCommit: (value: number) => void;
}) {
  const { label, value, onCommit } = props;
  const [text, setText] = useState(formatExact(value));
  useEffect(() => setText(formatExact(value)), [value]);
  const typed = parseThreshold(text);
  const commit = () => (typed === null ? setText(formatExact(value)) : onCommit(typed));
  return (
    <input
      className={styles.threshold}
      aria-label={label}
      aria-invalid={typed === null}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
