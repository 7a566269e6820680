import { type ReactNode, useId } from 'react';
import styles from './readout.module.css';
import { Count } from './StopsBar.tsx';

/** The top of Explore: what the policy does in one sentence, the gate beside it, the numbers below. */
export function Readout({
  say,
  gate,
  between,
  children,
}: {
  readonly say: ReactNode;
  /** Two `GateCriterion`s, or nothing. */
  readonly gate?: ReactNode;
  /** Between the sentence and the cards: on a phone, the chart. */
  readonly between?: ReactNode;
  /** Up to seven `MetricCard`s. */
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.readout} aria-labelledby={id}>
      <h2 className="sr" id={id}>
        Policy against native
      </h2>
      <div className={styles.say}>
        {say}
        {gate}
      </div>
      {between}
      <div className={styles.strip}>{children}</div>
    </section>
  );
}

/** One part of the sentence; `aside` is set lighter, in parentheses, and left out on a phone. */
export interface SentencePart {
  readonly text: string;
  readonly aside?: string;
}

/** A part some of whose counts open the questions behind them. */
export interface SentencePartWithDoors extends SentencePart {
  /** In the order in which their texts stand in the part's text. */
  readonly doors?: readonly { readonly text: string; readonly label: string; readonly onOpen: () => void }[];
}

/** "77 fewer searches (−3.70 %), 5 fewer correct answers (−0.625 points), and 27 of 69 early stops unsafe." */
export function Sentence({ parts }: { readonly parts: readonly SentencePartWithDoors[] }) {
  return (
    <p className={styles.sentence}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentence is rebuilt as a whole; its parts have no identity
        <Fragmented key={index} part={part} />
      ))}
    </p>
  );
}

function Fragmented({ part }: { readonly part: SentencePartWithDoors }) {
  return (
    <>
      {withDoors(part)}
      {part.aside && <span> ({part.aside})</span>}
    </>
  );
}

/** The text, its counts as doors. */
function withDoors({ text, doors = [] }: SentencePartWithDoors): ReactNode[] {
  let from = 0;
  const pieces = doors.flatMap((door) => {
    const at = text.indexOf(door.text, from);
    if (at < 0) return [];
    const before = text.slice(from, at);
    from = at + door.text.length;
    return [
      before,
      <Count key={at} label={door.label} onOpen={door.onOpen}>
        {door.text}
      </Count>,
    ];
  });
  return [...pieces, text.slice(from)];
}
