import { checkChain } from '../../core/protocol/log.ts';
import type { Protocol } from '../../core/protocol/types.ts';
import { CAN_PROVE, CANNOT_PROVE } from '../../core/protocol/words.ts';
import { downloadProtocol } from '../../store/protocol.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { Dialog } from '../../ui/parts/Dialog.tsx';
import { IconExport } from '../../ui/parts/icons.tsx';
import shared from './audit.module.css';
import styles from './dialogs.module.css';
import { entryWords, fullTime } from './words.ts';

/** Every step with its hash, and what that is worth. */
export function LogDialog({ protocol, onClose }: { readonly protocol: Protocol; readonly onClose: () => void }) {
  const faults = checkChain(protocol);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Log of the protocol"
      actions={
        <Button onClick={downloadProtocol}>
          <IconExport />
          Protocol JSON
        </Button>
      }
    >
      <ol className={styles.log}>
        {protocol.entries.map((entry) => (
          <li key={entry.index}>
            <span>{fullTime(entry.time)}</span>
            <b>{entryWords(entry)}</b>
            <code>{entry.hash.slice(0, 16)}</code>
          </li>
        ))}
      </ol>
      {faults.map(({ message }) => (
        <p key={message} className={shared.fault} role="alert">
          {message}
        </p>
      ))}
      <Worth />
      <p className={shared.command}>
        Anybody can check it: <code>stopscope verify protocol.json confirmatory-report.json DIR</code>
      </p>
    </Dialog>
  );
}

/** What a protocol can and cannot prove. */
export function Worth() {
  return (
    <div className={styles.worth}>
      <h3>It shows</h3>
      <ul>
        {CAN_PROVE.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>It cannot show</h3>
      <ul>
        {CANNOT_PROVE.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
