import { useState } from 'react';
import type { CutText, Span } from '../../core/trajectory/index.ts';
import { formatCount } from '../parts/format.ts';
import styles from './trajectory.module.css';

export interface FoldedTextProps {
  readonly text: CutText;
  readonly spans?: readonly Span[];
  /** Characters that are shown before somebody asks for more. */
  readonly most?: number;
  /** Reads the whole from the file; without it what is there is all there is. */
  readonly onWhole?: (() => void) | undefined;
  readonly isMono?: boolean;
}

/** Long texts in parts of this many characters: the browser lays out only what is in sight. */
const PART = 20_000;

/** A text of the data, never read as markup: folded when long, marks where answers stand. */
export function FoldedText({ text, spans = [], most = 420, onWhole, isMono = false }: FoldedTextProps) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > most;
  const shown = isOpen || !isLong ? text.text : cutAtWord(text.text, most);
  const isWhole = text.text.length >= text.length;
  return (
    <span className={isMono ? styles.mono : undefined}>
      {shown.length <= PART ? <Marked text={shown} spans={spans} /> : <Parts text={shown} />}
      {isLong && (
        <>
          {!isOpen && '… '}
          <button
            type="button"
            className={styles.more}
            aria-expanded={isOpen}
            onClick={() => {
              if (!isOpen && !isWhole) onWhole?.();
              setOpen(!isOpen);
            }}
          >
            {isOpen ? 'less' : `all ${formatCount(text.length)} characters`}
          </button>
        </>
      )}
      {isOpen && !isWhole && <span className={styles.none}> reading the rest …</span>}
    </span>
  );
}

const cutAtWord = (text: string, most: number): string => {
  const end = text.lastIndexOf(' ', most);
  return text.slice(0, end > most / 2 ? end : most);
};

function Marked({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }) {
  const parts = [];
  let at = 0;
  for (const [from, to] of spans) {
    if (to > text.length) break;
    if (from > at) parts.push(text.slice(at, from));
    parts.push(<mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

function Parts({ text }: { readonly text: string }) {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += PART) parts.push(text.slice(at, at + PART));
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    <span key={i} className={styles.part}>
      {part}
    </span>
  ));
}
