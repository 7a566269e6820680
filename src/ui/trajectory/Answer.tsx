import type { AnswerDiff, DiffPiece } from '../../core/trajectory/index.ts';
import { classNames } from '../parts/class-names.ts';
import styles from './trajectory.module.css';
import { whyOf } from './words.ts';

/** An answer with the words that the gold lacks underlined, and those that the rule drops set back. */
export function Answer({ answer, diff }: { readonly answer: string | null; readonly diff: AnswerDiff | null }) {
  if (answer === null) return <span className={styles.none}>no answer</span>;
  if (answer.trim() === '') return <span className={styles.none}>empty answer</span>;
  if (diff === null || diff.verdict === 1) return <span className={styles.answer}>{answer}</span>;
  return (
    <span className={styles.answer}>
      {markedPieces(diff.pieces).map((piece, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
          key={i}
          className={classNames(piece.kind === 'extra' && styles.extra, piece.kind === 'dropped' && styles.dropped)}
        >
          {piece.text}
        </span>
      ))}
      {diff.isCut && <span className={styles.none}> … cut</span>}
    </span>
  );
}

/**
 * Marks help where the right answer is in there: another answer altogether is shown as it is. A dropped word between two
 * extra ones is part of the same stretch.
 */
function markedPieces(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  if (!pieces.some(({ kind }) => kind === 'same')) {
    return [{ kind: 'same', text: pieces.map(({ text }) => text).join('') }];
  }
  return pieces.map((piece, i) =>
    piece.kind === 'dropped' && pieces[i - 1]?.kind === 'extra' && pieces[i + 1]?.kind === 'extra'
      ? { ...piece, kind: 'extra' }
      : piece,
  );
}

/** "EM: haruki murakami is not gustave flaubert." */
export function Why({ diff }: { readonly diff: AnswerDiff }) {
  return (
    <p className={styles.why}>
      {whyOf(diff).map((part, i) =>
        part.isCode ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
          <code key={i}>{part.text.length > 300 ? `${part.text.slice(0, 300)}…` : part.text}</code>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
          <span key={i}>{part.text}</span>
        ),
      )}
    </p>
  );
}
