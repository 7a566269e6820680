import { type ReactNode, useId } from 'react';
import styles from './readout.module.css';

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

/** "77 fewer searches (−3.70 %), 5 fewer correct answers (−0.625 points), and 27 of 69 early stops unsafe." */
export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return (
    <p className={styles.sentence}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentence is rebuilt as a whole; its parts have no identity
        <Fragmented key={index} part={part} />
      ))}
    </p>
  );
}

function Fragmented({ part }: { readonly part: SentencePart }) {
  return (
    <>
      {part.text}
      {part.aside && <span> ({part.aside})</span>}
    </>
  );
}
