import type { JudgeText, PassageText, StateText, TrajectoryState } from '../../core/trajectory/index.ts';
import { formatCount } from '../parts/format.ts';
import { FoldedText } from './FoldedText.tsx';
import styles from './trajectory.module.css';
import type { TrajectoryJudge } from './trajectory-types.ts';
import { costWords, gapName } from './words.ts';

/** What each judge said at a state: sufficiency, gaps, costs, and its words as they came. */
export function JudgeBox(props: {
  readonly state: TrajectoryState;
  readonly texts: readonly JudgeText[];
  readonly judges: readonly TrajectoryJudge[];
  readonly onWhole: () => void;
}) {
  const { state, texts, judges, onWhole } = props;
  const said = judges.flatMap((judge, i) => {
    const reading = state.judges[i] ?? null;
    const text = texts.find((one) => one.judge === judge.id) ?? null;
    return reading === null && text === null ? [] : [{ judge, reading, text }];
  });
  if (said.length === 0) return null;
  return (
    <div className={styles.box}>
      {said.map(({ judge, reading, text }) => (
        <div key={judge.id} className={styles.said}>
          <p>
            <b>{judge.shortName}</b> {sufficiency(text, reading?.isParsed ?? true)}
          </p>
          {text?.gapItems && text.gapItems.length > 0 && (
            <ul className={styles.gaps}>
              {text.gapItems.map((gap, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a judge may name the same gap twice
                <li key={i}>
                  {gap.category && <span className={styles.faint}>{gap.category} </span>}
                  {gapName(gap)}
                  {gap.description && gap.description !== gapName(gap) && (
                    <span className={styles.faint}> {gap.description}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {text?.parseError && <p className={styles.error}>Parse error: {text.parseError}</p>}
          {reading && costWords(reading) && <p className={styles.faint}>{costWords(reading)}</p>}
          {text?.rawCompletion && (
            <details className={styles.raw}>
              <summary>Raw completion</summary>
              <div className={styles.rawText}>
                <FoldedText text={text.rawCompletion} isMono onWhole={onWhole} />
              </div>
            </details>
          )}
        </div>
      ))}
    </div>
  );
}

function sufficiency(text: JudgeText | null, isParsed: boolean): string {
  if (!isParsed) return 'unparsed: it never stops here.';
  const gaps = text?.gapItems;
  const tail = gaps ? (gaps.length === 0 ? ', no gap.' : ':') : '.';
  if (text === null || text.isSufficient === null)
    return gaps && gaps.length > 0 ? 'gaps:' : 'says nothing on sufficiency.';
  return `${text.isSufficient ? 'sufficient' : 'not sufficient'}${tail}`;
}

/** The search that led to a state, and what it brought. */
export function SearchBox(props: {
  readonly text: StateText;
  readonly hasSupportingTitles: boolean;
  readonly onWhole: () => void;
}) {
  const { text, hasSupportingTitles, onWhole } = props;
  const { query, passages } = text;
  if (query === null && (passages === null || passages.length === 0)) return null;
  const supporting = passages?.filter(({ isSupporting }) => isSupporting).length ?? 0;
  return (
    <div className={styles.box}>
      {query !== null && (
        <p>
          <span className={styles.faint}>Query</span> <span className={styles.mono}>{query}</span>
        </p>
      )}
      {passages === null ? (
        <p className={styles.faint}>The retrieved text is not recorded.</p>
      ) : (
        <>
          <p className={styles.faint}>
            {passages.length === 1 ? '1 passage' : `${formatCount(passages.length)} passages`}
            {hasSupportingTitles &&
              passages.length > 0 &&
              (supporting === 0 ? ', no supporting title.' : `, ${formatCount(supporting)} with a supporting title.`)}
          </p>
          {passages.map((passage, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same passage may come twice
            <Passage key={i} passage={passage} onWhole={onWhole} />
          ))}
        </>
      )}
    </div>
  );
}

function Passage({ passage, onWhole }: { readonly passage: PassageText; readonly onWhole: () => void }) {
  return (
    <p className={styles.passage}>
      {passage.title !== null &&
        (passage.isSupporting ? (
          <mark className={styles.title} title="A gold supporting title">
            {passage.title}
            <span className="sr"> (supporting)</span>
          </mark>
        ) : (
          <b className={styles.title}>{passage.title}</b>
        ))}{' '}
      <FoldedText text={passage} spans={passage.spans} onWhole={onWhole} />
    </p>
  );
}
