import { useEffect, useState } from 'react';
import { findOutcomeSet } from '../../core/outcomes/index.ts';
import type { ExampleWish } from '../../core/present/story.ts';
import { listQuestions, type QuestionList } from '../../store/examples.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { Dialog } from '../../ui/parts/Dialog.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { OutcomeChip } from '../../ui/table/OutcomeChip.tsx';
import { outcomeLook } from '../../ui/table/outcome-look.ts';
import styles from './outline.module.css';
import type { Talk } from './use-talk.ts';

const SETS = [
  'stopped',
  'safe',
  'saved',
  'rescued',
  'unsafe',
  'harmed',
  'already-wrong',
  'missed',
  'missed-harmful',
  'kept',
  'unreachable',
  'unknown',
];
const MOST = 40;
const ANY = '';

export interface ExampleDialogProps {
  readonly slot: number;
  readonly start: ExampleWish;
  readonly talk: Talk;
  readonly onClose: () => void;
  readonly onChoose: (wish: ExampleWish) => void;
}

/** Chooses by outcome, which goes on following the threshold, or one question, which stays. */
export function ExampleDialog({ slot, start, talk, onClose, onChoose }: ExampleDialogProps) {
  const [set, setSet] = useState(start.kind === 'outcome' ? start.set : ANY);
  const [find, setFind] = useState('');
  const found = useQuestions(talk, set === ANY ? null : set, find);
  return (
    <Dialog isOpen onClose={onClose} title={`Example ${slot + 1}`}>
      <div className={styles.choose}>
        <div className={styles.fields}>
          <label>
            Outcome
            <select value={set} onChange={(event) => setSet(event.target.value)}>
              <option value={ANY}>any outcome</option>
              {SETS.map((id) => (
                <option key={id} value={id}>
                  {findOutcomeSet(id)?.name ?? id}
                </option>
              ))}
            </select>
          </label>
          <label>
            Words or id
            <input type="search" value={find} onChange={(event) => setFind(event.target.value)} />
          </label>
        </div>
        {set !== ANY && (
          <Button look="solid" onClick={() => onChoose({ kind: 'outcome', set })}>
            Always the highest score of these
          </Button>
        )}
        {found === null ? (
          <p className={styles.hint}>Looking.</p>
        ) : (
          <>
            <p className={styles.hint}>
              {found.count === 0
                ? 'No question is like this at this threshold.'
                : `${formatCount(found.count)} ${found.count === 1 ? 'question' : 'questions'}`}
              {found.count > MOST && `, the first ${MOST} shown`}
            </p>
            <ul className={styles.found}>
              {found.rows.map((row) => {
                const look = outcomeLook(row.outcome);
                return (
                  <li key={row.id}>
                    <button type="button" onClick={() => onChoose({ kind: 'question', id: row.id })}>
                      <OutcomeChip shape={look.shape} label={look.label} tone={look.tone} />
                      <span>
                        {row.text ?? 'no text'} <small>{row.id}</small>
                      </span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}

function useQuestions({ dataset, view }: Talk, set: string | null, find: string): QuestionList | null {
  const [found, setFound] = useState<QuestionList | null>(null);
  useEffect(() => {
    let isGone = false;
    listQuestions(dataset, view, { set, find, most: MOST }, 'choose example').then(
      (next) => {
        if (!isGone) setFound(next);
      },
      () => {
        // A newer wish took over, or the worker is gone, which is told elsewhere.
      },
    );
    return () => {
      isGone = true;
    };
  }, [dataset, view, set, find]);
  return found;
}
