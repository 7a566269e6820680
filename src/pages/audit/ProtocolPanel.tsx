import { type ReactNode, useRef, useState } from 'react';
import { checkChain } from '../../core/protocol/log.ts';
import { type ProtocolState, stateOf } from '../../core/protocol/state.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { downloadProtocol, downloadReport, importProtocol, seal, useProtocol } from '../../store/protocol.ts';
import { Verdict } from '../../ui/parts/Badge.tsx';
import { Button } from '../../ui/parts/Button.tsx';
import { classNames } from '../../ui/parts/class-names.ts';
import { formatCount, formatThreshold } from '../../ui/parts/format.ts';
import {
  IconError,
  IconExport,
  IconFrozen,
  IconImport,
  IconLock,
  IconShown,
  IconTick,
  IconUnlock,
} from '../../ui/parts/icons.tsx';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import panel from '../../ui/parts/panel.module.css';
import { Fault } from './Fault.tsx';
import { FreezeDialog } from './FreezeDialog.tsx';
import { LogDialog } from './LogDialog.tsx';
import styles from './protocol.module.css';
import { UnsealDialog } from './UnsealDialog.tsx';
import { clockTime } from './words.ts';

type Open = 'freeze' | 'unseal' | 'log' | null;

/** Seal, freeze, look once: the rail says how far it went, the button takes the next step. */
export function ProtocolPanel({ dataset }: { readonly dataset: DatasetHandle }) {
  const [open, setOpen] = useState<Open>(null);
  const file = useRef<HTMLInputElement>(null);
  const isBusy = useProtocol((state) => state.stepping.kind === 'running');
  const { protocol, resumeFault } = dataset.protocol;
  const state = stateOf(protocol);
  const faults = checkChain(protocol);
  const close = () => setOpen(null);
  return (
    <Panel
      title="Protocol"
      sub="one look at the confirmatory labels"
      actions={
        <>
          <button type="button" className={panel.link} onClick={() => file.current?.click()}>
            <IconImport />
            Import
          </button>
          <button type="button" className={panel.link} onClick={downloadProtocol}>
            <IconExport />
            Protocol JSON
          </button>
          <input
            ref={file}
            type="file"
            accept=".json,application/json"
            hidden
            aria-label="Protocol file"
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              event.target.value = '';
              if (chosen) void chosen.text().then(importProtocol);
            }}
          />
        </>
      }
    >
      {resumeFault !== null && (
        <Message kind="warning" title="The protocol of before did not go on">
          {resumeFault}
        </Message>
      )}
      <Rail state={state} />
      <div className={styles.next}>
        <Next state={state} dataset={dataset} isBusy={isBusy} open={setOpen} />
        <Fault />
      </div>
      <button type="button" className={styles.chain} onClick={() => setOpen('log')}>
        {faults.length === 0 ? <IconTick size={16} className={styles.passIcon} /> : <IconError />}
        <span className={styles.chainWords}>
          {formatCount(protocol.entries.length)} log {protocol.entries.length === 1 ? 'entry' : 'entries'}, hash chain{' '}
          {faults.length === 0 ? 'unbroken' : 'BROKEN'}. Shows order, not that nobody looked elsewhere.
        </span>
      </button>
      {open === 'freeze' && <FreezeDialog dataset={dataset} onClose={close} />}
      {open === 'unseal' && <UnsealDialog dataset={dataset} onClose={close} />}
      {open === 'log' && <LogDialog protocol={protocol} onClose={close} />}
    </Panel>
  );
}

interface NextProps {
  readonly state: ProtocolState;
  readonly dataset: DatasetHandle;
  readonly isBusy: boolean;
  readonly open: (what: Open) => void;
}

function Next({ state, dataset, isBusy, open }: NextProps) {
  const confirmatory = dataset.protocol.splits.filter(({ role }) => role === 'confirmatory');
  const busy = isBusy ? 'Working' : null;
  switch (state.phase) {
    case 'open':
      return confirmatory.length === 0 ? (
        <p>Give a split the role confirmatory to seal its labels.</p>
      ) : (
        <>
          <p>
            The labels of {confirmatory.map(({ name }) => name).join(', ')} are open. Sealing hides them from every page
            until a freeze exists; the log says that they had been open.
          </p>
          <Button look="solid" disabledReason={busy} onClick={() => void seal('confirmatory')}>
            Seal labels
          </Button>
        </>
      );
    case 'sealed':
      return (
        <>
          <p>Choose the policy on validation, then fix it together with everything that could be changed.</p>
          <Button look="solid" disabledReason={busy} onClick={() => open('freeze')}>
            Freeze…
          </Button>
        </>
      );
    case 'frozen':
      return (
        <>
          <p>Nothing can be changed any more. The look is taken once.</p>
          <Button look="solid" disabledReason={busy} onClick={() => open('unseal')}>
            Unseal once…
          </Button>
        </>
      );
    case 'unsealed':
      return (
        <>
          <p>Whatever differs from the freeze carries the post hoc mark from now on.</p>
          <Button onClick={downloadReport}>
            <IconExport />
            Confirmatory report
          </Button>
        </>
      );
  }
}

function Rail({ state }: { readonly state: ProtocolState }) {
  const confirmed = useProtocol((store) => store.confirmed);
  const { sealed, frozen, unsealed, postHoc, splits } = state;
  const names = splits.filter(({ role }) => role === 'confirmatory').map(({ name }) => name);
  const freeze = frozen?.step.freeze;
  const first = postHoc[0];
  return (
    <ol className={styles.rail}>
      <Stop icon={<IconLock />} title="Sealed" isReached={sealed !== null}>
        {sealed === null ? (
          'labels open'
        ) : (
          <>
            Labels {sealed.step.scope === 'all' ? 'of all questions' : names.join(', ')}
            <br />
            {clockTime(sealed.time)}
            {sealed.step.wereSeen && ', seen before'}
            <code>labels {sealed.step.labelsSha256.slice(0, 8)}</code>
          </>
        )}
      </Stop>
      <Stop icon={<IconFrozen />} title="Frozen" isReached={frozen !== null}>
        {frozen === null || freeze === undefined ? (
          'no freeze'
        ) : (
          <>
            {freeze.policy.kind === 'threshold' ? `θ ${formatThreshold(freeze.policy.threshold)}` : freeze.policy.kind},
            margin {freeze.margin}
            <br />
            {clockTime(frozen.time)}
            {freeze.choice !== null && `, on ${freeze.choice.split}`}
            <code>freeze {frozen.hash.slice(0, 8)}</code>
          </>
        )}
      </Stop>
      <Stop icon={<IconUnlock />} title="Unsealed" isReached={unsealed !== null}>
        {unsealed === null ? (
          'not looked at'
        ) : (
          <>
            Once, {clockTime(unsealed.time)}
            {confirmed !== null && (
              <span className={styles.verdicts}>
                <span>
                  EM <Verdict state={confirmed.verdicts.em === 'PASS' ? 'pass' : 'fail'} />
                </span>
                <span>
                  Searches <Verdict state={confirmed.verdicts.searches === 'PASS' ? 'pass' : 'fail'} />
                </span>
              </span>
            )}
          </>
        )}
      </Stop>
      <Stop
        icon={<IconShown />}
        title={first ? 'Post hoc since' : 'Post hoc'}
        isReached={first !== undefined}
        isPostHoc
      >
        {first === undefined
          ? unsealed === null
            ? 'comes after the look'
            : 'Nothing else was looked at.'
          : postHocWords(first.time, postHoc.length)}
      </Stop>
    </ol>
  );
}

const postHocWords = (time: string, looks: number): string =>
  looks === 1
    ? `${clockTime(time)}. 1 other look after the unseal. It carries the post hoc mark.`
    : `${clockTime(time)}. ${formatCount(looks)} other looks after the unseal. They carry the post hoc mark.`;

interface StopProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly isReached: boolean;
  readonly isPostHoc?: boolean;
  readonly children: ReactNode;
}

function Stop({ icon, title, isReached, isPostHoc = false, children }: StopProps) {
  return (
    <li
      className={classNames(isReached && styles.reached, isPostHoc && styles.postHoc)}
      aria-label={`${title}: ${isReached ? 'done' : 'not yet'}`}
    >
      <i>{icon}</i>
      <h3>{title}</h3>
      <div>{children}</div>
    </li>
  );
}
