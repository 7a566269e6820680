import { type Deck, type SlideId, shownSlides, stepSlide } from '../../core/present/story.ts';
import { goToSlide } from '../../store/deck.ts';
import { type Shortcuts, useShortcuts } from '../../ui/table/use-shortcuts.ts';
import { toggleFullScreen } from './use-full-screen.ts';

export interface KeyWishes {
  readonly deck: Deck;
  readonly current: SlideId;
  readonly onNotes: () => void;
  readonly onOutline: () => void;
  readonly onLeave: () => void;
}

/** A focused button keeps its own keys. */
const isOnControl = (event: KeyboardEvent): boolean =>
  // Not `instanceof`: the notes window has its own Element.
  (event.target as Partial<Element> | null)?.closest?.('button, a, summary, [role=slider]') != null;

/** What the keyboard does while slides are on, in their window and in that of the notes. */
export function useKeys({ deck, current, onNotes, onOutline, onLeave }: KeyWishes): Shortcuts {
  const step = (by: number) => () => goToSlide(stepSlide(deck, current, by));
  const shown = shownSlides(deck);
  const keys: Shortcuts = {
    arrowright: step(1),
    arrowdown: step(1),
    pagedown: step(1),
    arrowleft: step(-1),
    arrowup: step(-1),
    pageup: step(-1),
    ' ': (event) => {
      if (isOnControl(event)) return false;
      goToSlide(stepSlide(deck, current, event.shiftKey ? -1 : 1));
    },
    home: () => goToSlide(shown[0]!),
    end: () => goToSlide(shown.at(-1)!),
    f: toggleFullScreen,
    n: onNotes,
    e: onOutline,
    escape: onLeave,
  };
  useShortcuts(keys);
  return keys;
}
