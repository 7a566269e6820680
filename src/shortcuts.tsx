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

/** What the keyboard can do. */
export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.shortcuts}>
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
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
