import { type Deck, type SlideId, stepSlide } from '../../core/present/story.ts';
import { isAtFrozen, setThreshold, stepBy } from '../../figures/use-policy.ts';
import { goToSlide, leaveSlides } from '../../store/deck.ts';
import { toggleTheme, useTheme } from '../../store/theme.ts';
import { ThemeToggle } from '../../ui/parts/AppBar.tsx';
import { Button } from '../../ui/parts/Button.tsx';
import { IconNext, IconPrevious } from '../../ui/parts/icons.tsx';
import { ThresholdField } from '../../ui/parts/ThresholdField.tsx';
import styles from './present.module.css';
import { SLIDE_NAMES } from './titles.ts';
import type { Talk } from './use-talk.ts';

export interface BarProps {
  readonly deck: Deck;
  readonly shown: readonly SlideId[];
  readonly current: SlideId;
  readonly talk: Talk;
  readonly isOutline: boolean;
  readonly isFull: boolean;
  readonly onOutline: () => void;
  readonly onNotes: () => void;
  readonly onFullScreen: () => void;
}

/** Below the slide. In full screen it waits at the lower edge for the pointer or the focus. */
export function Bar(props: BarProps) {
  const { deck, shown, current, talk, isOutline, isFull, onOutline, onNotes, onFullScreen } = props;
  const theme = useTheme((state) => state.theme);
  const at = shown.indexOf(current);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Slides">
      <Button
        look="quiet"
        isIcon
        aria-label="Previous slide"
        disabledReason={at === 0 ? 'This is the first slide.' : null}
        onClick={() => goToSlide(stepSlide(deck, current, -1))}
      >
        <IconPrevious size={16} />
      </Button>
      <span className={styles.position} aria-live="polite">
        <b>
          {at + 1} / {shown.length}
        </b>
        <span>{SLIDE_NAMES[current]}</span>
      </span>
      <Button
        look="quiet"
        isIcon
        aria-label="Next slide"
        disabledReason={at === shown.length - 1 ? 'This is the last slide.' : null}
        onClick={() => goToSlide(stepSlide(deck, current, 1))}
      >
        <IconNext size={16} />
      </Button>
      <span className={styles.grow} />
      <Threshold talk={talk} />
      <span className={styles.grow} />
      <Button look="quiet" aria-expanded={isOutline} onClick={onOutline}>
        Outline <kbd>E</kbd>
      </Button>
      <Button look="quiet" className={styles.wide} onClick={onNotes}>
        Notes <kbd>N</kbd>
      </Button>
      <Button look="quiet" className={styles.spare} onClick={() => window.print()}>
        Print
      </Button>
      <Button look="quiet" className={styles.wide} aria-pressed={isFull} onClick={onFullScreen}>
        Full screen <kbd>F</kbd>
      </Button>
      <ThemeToggle theme={theme} onToggle={toggleTheme} />
      <Button onClick={leaveSlides}>
        Leave <kbd className={styles.wide}>Esc</kbd>
      </Button>
    </div>
  );
}

/** On every slide, not only where there is a handle. */
function Threshold({ talk: { active, policy } }: { readonly talk: Talk }) {
  if (active === null || policy === null) return null;
  const { threshold, row } = policy;
  return (
    <div className={styles.threshold}>
      <ThresholdField
        value={threshold}
        frozen={active.handle.frozen}
        isPostHoc={active.handle.frozen !== null && !isAtFrozen(active, threshold)}
        onStep={(direction) => stepBy(active, -direction)}
        canLower={row < active.sweep.thresholds.length - 1}
        canRaise={row > 0}
        onCommit={setThreshold}
      />
    </div>
  );
}
