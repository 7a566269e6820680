import { useEffect, useState } from 'react';
import { openFromDevice, refreshKept, removeEverything, removeFromDevice, useKept } from '../../store/kept.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { Dialog } from '../../ui/parts/Dialog.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import styles from './data.module.css';

/** Datasets that stay on this device, newest first. */
export function Kept() {
  const { datasets, trouble } = useKept();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => void refreshKept(), []);
  if (datasets.length === 0 && trouble === null) return null;
  return (
    <Panel
      title="On this device"
      sub={`${formatCount(datasets.length)} ${datasets.length === 1 ? 'dataset' : 'datasets'} kept`}
      actions={
        datasets.length > 0 && (
          <Button size="small" onClick={() => setAsking(true)}>
            Delete everything
          </Button>
        )
      }
    >
      {trouble !== null && <Message kind="warning" title={trouble} />}
      <ul className={styles.list}>
        {datasets.map(({ id, name, bytes, date, questionCount }) => (
          <li key={id}>
            <div>
              <h3>{name}</h3>
              <p>
                {formatCount(questionCount)} questions, {formatBytes(bytes)}, opened{' '}
                <time dateTime={new Date(date).toISOString()}>{new Date(date).toLocaleString('en')}</time>
              </p>
            </div>
            <span className={styles.buttons}>
              <Button size="small" aria-label={`Open ${name} again`} onClick={() => void openFromDevice(id)}>
                Open
              </Button>
              <Button size="small" look="quiet" aria-label={`Delete ${name}`} onClick={() => void removeFromDevice(id)}>
                Delete
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete everything on this device?"
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button
              look="solid"
              onClick={() => {
                setAsking(false);
                void removeEverything();
              }}
            >
              Delete everything
            </Button>
          </>
        }
      >
        Datasets, mappings, notes and settings that this browser keeps for Stopscope are deleted. Your own files stay
        where they are.
      </Dialog>
    </Panel>
  );
}

const formatBytes = (bytes: number): string =>
  bytes < 100_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
