import { describePolicy } from '../../core/protocol/confirm.ts';
import { stateOf } from '../../core/protocol/state.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { forgetFault, unseal, useProtocol } from '../../store/protocol.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { Dialog } from '../../ui/parts/Dialog.tsx';
import { ProgressBar } from '../../ui/parts/Skeleton.tsx';
import shared from './audit.module.css';
import styles from './dialogs.module.css';
import { Fault } from './Fault.tsx';
import { Worth } from './LogDialog.tsx';

/** Asks once more, because it happens once. */
export function UnsealDialog({ dataset, onClose }: { readonly dataset: DatasetHandle; readonly onClose: () => void }) {
  const isBusy = useProtocol((state) => state.stepping.kind === 'running');
  const { frozen } = stateOf(dataset.protocol.protocol);
  if (frozen === null) return null;
  const { confirmatory, policy, hypotheses } = frozen.step.freeze;
  const close = () => {
    forgetFault();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={`Open the labels of ${confirmatory}?`}
      actions={
        <>
          <Button onClick={close}>Not yet</Button>
          <Button
            look="solid"
            disabledReason={isBusy ? 'Computing' : null}
            onClick={() => void unseal().then((isDone) => isDone && close())}
          >
            Unseal once
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>
          The report is computed for exactly what was frozen: {describePolicy(policy)}. It is stamped with the time and
          linked to the freeze. A second first look does not exist.
        </p>
        <ul className={shared.bullets}>
          {hypotheses.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
        <p className={shared.command}>
          Publish this freeze hash before, and the log cannot be rewritten later: <code>{frozen.hash}</code>
        </p>
        {isBusy && (
          <ProgressBar label="Computing the confirmatory report" fraction={null} detail="resampling questions" />
        )}
        <Fault />
        <Worth />
      </div>
    </Dialog>
  );
}
