import { useState } from 'react';
import { findOutcomeSet } from '../../core/outcomes/index.ts';
import { chooseExample, type Deck, type ExampleWish } from '../../core/present/story.ts';
import { changeDeck } from '../../store/deck.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { ExampleDialog } from './ExampleDialog.tsx';
import styles from './outline.module.css';
import type { Talk } from './use-talk.ts';

/** The three slots of the examples slide, and how to fill them. */
export function ExampleList({ deck, talk }: { readonly deck: Deck; readonly talk: Talk }) {
  const [slot, setSlot] = useState<number | null>(null);
  return (
    <section className={styles.words} aria-label="Examples">
      <h3>Examples</h3>
      <ol className={styles.slots}>
        {deck.examples.map((wish, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
          <li key={i}>
            <span>{wishWords(wish)}</span>
            <Button size="small" aria-label={`Choose example ${i + 1}`} onClick={() => setSlot(i)}>
              Choose
            </Button>
          </li>
        ))}
      </ol>
      {slot !== null && (
        <ExampleDialog
          slot={slot}
          start={deck.examples[slot]!}
          talk={talk}
          onClose={() => setSlot(null)}
          onChoose={(wish) => {
            changeDeck((old) => chooseExample(old, slot, wish));
            setSlot(null);
          }}
        />
      )}
    </section>
  );
}

const wishWords = (wish: ExampleWish): string =>
  wish.kind === 'question' ? wish.id : `highest score, ${findOutcomeSet(wish.set)?.name ?? wish.set}`;
