import type { QuestionText } from '../../core/trajectory/index.ts';
import { classNames } from '../parts/class-names.ts';
import { formatCount } from '../parts/format.ts';
import { FoldedText } from './FoldedText.tsx';
import styles from './trajectory.module.css';

const NAMES = { reasoning: 'Reasoning', search: 'Search', information: 'Information', answer: 'Answer' } as const;

/** The run as it was written, in blocks. Tags of the data are read as text, never as markup. */
export function Blocks({ blocks }: { readonly blocks: NonNullable<QuestionText['blocks']> }) {
  return (
    <details className={styles.transcript}>
      <summary>The run as recorded, {formatCount(blocks.length)} blocks</summary>
      <ol>
        {blocks.map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text have no identity but their place
          <li key={i} className={classNames(styles.block, styles[block.kind])}>
            <span className={styles.faint}>{NAMES[block.kind]}</span>
            <FoldedText text={block} most={800} isMono={block.kind === 'search'} />
          </li>
        ))}
      </ol>
    </details>
  );
}
