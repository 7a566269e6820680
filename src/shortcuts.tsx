import styles from './app.module.css';
import { Dialog } from './ui/parts/Dialog.tsx';

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'K'], 'Palette: pages, judges, questions, actions (Cmd on a Mac)'],
  [['?'], 'These shortcuts'],
  [['/'], 'Search the questions'],
  [['J'], 'Next question in the filtered order'],
  [['K'], 'Previous question'],
  [[']'], 'Next state'],
  [['['], 'Previous state'],
  [['Enter'], 'Open the question; again: its own page'],
  [['Esc'], 'Close the question'],
  [['Shift', '\u2191 \u2193'], 'Select rows of the table; Ctrl C copies them'],
  [['\u2190 \u2192'], 'Flip ledger: the next threshold that moves a stop; with Shift: that flips an answer'],
];

const SLIDE_KEYS: typeof KEYS = [
  [['\u2192 \u2193', 'Space'], 'Next slide; also Page Down'],
  [['\u2190 \u2191'], 'Previous slide; also Page Up'],
  [['Home', 'End'], 'First and last slide'],
  [['F'], 'Full screen'],
  [['N'], 'Speaker notes in a window of their own'],
  [['E'], 'Outline: order, titles, notes, examples'],
  [['Esc'], 'Leave the slides'],
  [['Tab'], 'To the handle of the threshold; arrows then move it'],
  [['Ctrl', 'P'], 'Print: one slide a page'],
  [['Ctrl', 'K'], 'Palette: pages, judges, questions, actions (Cmd on a Mac)'],
];

/** What the keyboard can do on a page. */
export function ShortcutsDialog({
  page,
  isOpen,
  onClose,
}: {
  readonly page: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const keys = page === 'present' ? SLIDE_KEYS : KEYS;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.shortcuts}>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
