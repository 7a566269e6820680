import { formatCount } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { ProgressBar, Skeleton } from '../../ui/parts/Skeleton.tsx';
import styles from './lab.module.css';
import type { TaskView } from './use-lab.ts';

/** What a job is doing, where there is anything to say. */
export function TaskNotice({
  cancel,
  view,
  label,
}: {
  readonly cancel: () => void;
  readonly view: Omit<TaskView<unknown>, 'key'>;
  readonly label: string;
}) {
  const { status, progress, value, last } = view;
  if (status.kind === 'failed') {
    return (
      <div className={styles.notice}>
        <Message kind="error" title={status.problem.message}>
          {status.problem.effect}
        </Message>
      </div>
    );
  }
  if (status.kind !== 'running') return null;
  if (progress !== null && progress.total > 0) {
    return (
      <div className={styles.notice}>
        <ProgressBar
          label={label}
          fraction={progress.done / progress.total}
          detail={`${progress.what}, ${formatCount(progress.done)} of ${formatCount(progress.total)}`}
          onCancel={cancel}
        />
      </div>
    );
  }
  if (value !== null || last !== null) return null;
  return (
    <div className={styles.notice}>
      <Skeleton width="100%" height={120} label={label} />
    </div>
  );
}
