import { type CSSProperties, memo, useEffect } from 'react';
import type { Deck, SlideId } from '../../core/present/story.ts';
import { useSize } from '../../ui/charts/use-size.ts';
import { SlideContent } from './SlideContent.tsx';
import { SlideFrame } from './SlideFrame.tsx';
import styles from './slide.module.css';
import type { Talk } from './use-talk.ts';

export const SLIDE = { width: 1600, height: 900 } as const;

export interface Slides {
  readonly deck: Deck;
  readonly shown: readonly SlideId[];
  readonly current: SlideId;
  readonly talk: Talk;
}

/** All shown slides at 1600 x 900, one of them visible, drawn as large as the window allows. Paper gets all of them. */
export function Stage({
  deck,
  shown,
  current,
  talk,
  quiet,
  isFlow,
}: Slides & { readonly quiet: Talk; readonly isFlow: boolean }) {
  const [ref, size] = useSize<HTMLDivElement>();
  useEffect(() => {
    // Where all slides are in sight below each other, going to one is scrolling to it.
    if (isFlow) ref.current?.querySelector(`[data-slide=${current}]`)?.scrollIntoView({ block: 'start' });
  }, [ref, isFlow, current]);
  const scale = size === null ? 1 : Math.min(size.width / SLIDE.width, size.height / SLIDE.height);
  return (
    <div ref={ref} className={styles.stage} style={{ '--scale': scale } as CSSProperties}>
      {shown.map((id, i) => (
        <section
          key={id}
          className={styles.slide}
          data-slide={id}
          data-current={id === current || undefined}
          aria-roledescription="slide"
          aria-label={`Slide ${i + 1} of ${shown.length}`}
        >
          <Slide
            id={id}
            number={i + 1}
            count={shown.length}
            deck={deck}
            talk={id === current || isFlow ? talk : quiet}
            isFlow={isFlow}
          />
        </section>
      ))}
    </div>
  );
}

export interface SlideProps {
  readonly id: SlideId;
  readonly number: number;
  readonly count: number;
  readonly deck: Deck;
  readonly talk: Talk;
  readonly isFlow: boolean;
}

export const Slide = memo(function Slide({ id, number, count, deck, talk, isFlow }: SlideProps) {
  return (
    <SlideFrame id={id} number={number} count={count} talk={talk} own={deck.titles[id]}>
      <SlideContent id={id} talk={talk} isFlow={isFlow} />
    </SlideFrame>
  );
});
