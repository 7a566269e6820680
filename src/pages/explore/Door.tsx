import type { Behind } from '../../core/questions/index.ts';
import { showChanges, showQuestions } from '../../store/questions-links.ts';
import { Count } from '../../ui/parts/StopsBar.tsx';

/** What a door says to somebody who does not see where it stands. */
export const doorName = (text: string, { words }: Behind): string => `${text}: show the ${words}`;
export const changeName = (text: string, { words }: Behind, policy = ''): string =>
  `${text}: show the ${words} against native${policy}`;

export interface DoorProps {
  readonly text: string;
  /** Behind a zero there is nothing to open. */
  readonly count: number;
  readonly behind: Behind | null;
  readonly tone?: 'safe' | 'unsafe';
}

/** A number of the policy in force that opens its questions. */
export function Door({ text, count, behind, tone }: DoorProps) {
  if (behind === null) return <>{text}</>;
  return (
    <Count
      {...(tone ? { tone } : {})}
      label={doorName(text, behind)}
      onOpen={count === 0 ? undefined : () => showQuestions(behind.filters)}
    >
      {text}
    </Count>
  );
}

/** A difference to native that opens the lines of the flip ledger it is the sum of. */
export function ChangeDoor({ text, behind }: { readonly text: string; readonly behind: Behind | null }) {
  if (behind === null) return <>{text}</>;
  return (
    <Count label={changeName(text, behind)} onOpen={() => showChanges(behind)}>
      {text}
    </Count>
  );
}
