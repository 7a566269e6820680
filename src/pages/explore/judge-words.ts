import type { JudgeHandle } from '../../store/handles.ts';
import { formatThreshold } from '../../ui/parts/format.ts';

/** Under the judge's name: the threshold that came with the data. */
export function describeFrozen({ frozen }: JudgeHandle): string {
  if (frozen === null) return 'no frozen threshold';
  return frozen.isSentinel
    ? `sentinel ${formatThreshold(frozen.value)}, never stop`
    : `frozen at ${formatThreshold(frozen.value)}`;
}
