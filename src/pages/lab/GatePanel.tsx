import type { ReactNode } from 'react';
import type { GateCounts, Share } from '../../core/lab/sufficiency.ts';
import type { GapPlace, TextFigure, TruthName, VerdictCell } from '../../core/lab/text-figures.ts';
import { useApp } from '../../store/app-store.ts';
import type { SufficiencyReply } from '../../store/handles.ts';
import { questionsLink } from '../../store/questions-links.ts';
import { formatCount, formatDecimal } from '../../ui/parts/format.ts';
import { Panel } from '../../ui/parts/Panel.tsx';
import { type FigureColumn, FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { figureLink, flipsLink, searchedAtLeast } from './links.ts';
import { searchesText, shareText } from './words.ts';

type Door = (figure: TextFigure, count: number, text?: string) => ReactNode;

/** Counts as links to the questions behind them; a count of none is no door. */
function useDoor(judge: string): Door {
  const view = useApp((state) => state.view);
  return (figure, count, text = formatCount(count)) =>
    count === 0 ? (
      text
    ) : (
      <a className={styles.door} href={figureLink(view, judge, figure)}>
        {text}
      </a>
    );
}

const share = ({ n, of }: Share, empty: string): string => shareText(n, of, empty);

/** What one judge's "sufficient" is worth: against the gold titles, the answers, and what became of its gaps. */
export function GatePanel({ reply }: { readonly reply: SufficiencyReply }) {
  const { judge, name, verdicts } = reply;
  const door = useDoor(judge);
  return (
    <Panel title={name} sub={`${formatCount(verdicts)} verdicts`} tableName="sufficiency">
      <Rates reply={reply} door={door} />
      <Endings reply={reply} door={door} />
      <Categories reply={reply} door={door} />
      <NextQueries reply={reply} door={door} />
      <Compression reply={reply} />
    </Panel>
  );
}

interface Part {
  readonly reply: SufficiencyReply;
  readonly door: Door;
}

interface RateRow {
  readonly title: string;
  readonly truth: TruthName;
  readonly turn: number | null;
  readonly counts: GateCounts;
}

const READINGS: readonly (readonly [TruthName, string])[] = [
  ['before', 'gold titles there when it was asked'],
  ['after', 'gold titles there after the search of that turn'],
  ['answer', 'the probe answer is right'],
];

const COUNTS: readonly (readonly [title: string, VerdictCell])[] = [
  ['Said so, was so', 'truePositive'],
  ['Said so, was not', 'falsePositive'],
  ['Not said, was so', 'underClaim'],
  ['Not said, was not', 'trueNegative'],
];

function Rates({ reply: { rates, name }, door }: Part) {
  const rows = READINGS.flatMap(([truth, title]): RateRow[] => {
    const { pooled, perTurn } = rates[truth];
    const known = pooled.truePositive + pooled.falsePositive + pooled.underClaim + pooled.trueNegative;
    return known === 0
      ? []
      : [
          { title, truth, turn: null, counts: pooled },
          ...perTurn.map(({ turn, counts }) => ({ title: `… after ${searchesText(turn)}`, truth, turn, counts })),
        ];
  });
  const missing = READINGS.filter(([truth]) => !rows.some((row) => row.truth === truth)).map(([, title]) => title);
  return (
    <>
      <FigureTable
        caption={`Verdicts of ${name} against the truth`}
        keyOf={({ truth, turn }) => `${truth} ${turn}`}
        rows={rows}
        columns={[
          { title: 'Sufficient would mean', cell: ({ title }) => title },
          ...COUNTS.map(
            ([title, cell]): FigureColumn<RateRow> => ({
              title,
              cell: ({ truth, turn, counts }) => door({ kind: 'verdict', truth, cell, turn }, counts[cell]),
            }),
          ),
          { title: 'False-positive rate', cell: ({ counts }) => share(counts.falsePositiveRate, 'none insufficient') },
          { title: 'Under-claim rate', cell: ({ counts }) => share(counts.underClaimRate, 'none sufficient') },
          { title: 'Wrong of those said', cell: ({ counts }) => share(counts.falseDiscovery, 'never said') },
        ]}
      />
      {missing.length > 0 && (
        <div className={styles.lead} style={{ paddingTop: 12 }}>
          <p>Not recorded in these files: {missing.join('; ')}.</p>
        </div>
      )}
    </>
  );
}

function Endings({ reply: { judge, endings }, door }: Part) {
  const view = useApp((state) => state.view);
  const policy = {
    kind: 'rule',
    rule: { groups: [[{ kind: 'flag', signal: `sufficient:${judge}`, isNegated: false }]] },
    tune: null,
  } as const;
  const end = (isSufficient: boolean, { n, of }: Share) => (
    <>
      {door({ kind: 'end', isSufficient, isRight: true }, n, shareText(n, of, 'none such'))}
      {of > n && <> ({door({ kind: 'end', isSufficient, isRight: false }, of - n, `${formatCount(of - n)} wrong`)})</>}
    </>
  );
  return (
    <div className={styles.lead} style={{ paddingTop: 12 }}>
      <p>
        Where the last verdict is "sufficient", the run's own answer is right in {end(true, endings.stopped)}; where it
        is "insufficient", in {end(false, endings.forced)}. As a policy:{' '}
        <a className={styles.door} href={flipsLink(view, policy)}>
          the questions that the gate stops early
        </a>
        .
      </p>
    </div>
  );
}

function Categories({ reply: { name, categories, turns }, door }: Part) {
  if (categories.length === 0) return null;
  return (
    <FigureTable
      caption={`Gap items of ${name} by category and turn`}
      keyOf={({ category }) => category}
      rows={categories}
      columns={[
        { title: 'Gap category', cell: ({ category }) => category },
        { title: 'Items', cell: ({ category, all }) => door({ kind: 'gap', category, turn: null }, all) },
        ...turns.map((turn, i) => ({
          title: `after ${searchesText(turn)}`,
          cell: ({ category, perTurn }: SufficiencyReply['categories'][number]) =>
            door({ kind: 'gap', category, turn }, perTurn[i] ?? 0),
        })),
      ]}
    />
  );
}

function NextQueries({ reply: { name, next }, door }: Part) {
  if (next.targetInQuestion.of === 0) return null;
  const rows: readonly (readonly [string, GapPlace, Share, string])[] = [
    ['The next query names the gap target', 'query', next.targetInRecordedQuery, 'no query recorded'],
    ['The documents of that search mention it', 'documents', next.targetInNewDocuments, 'no documents'],
    ['The question names it already', 'question', next.targetInQuestion, 'no targets'],
    ['The next query is the question and the gap phrases, word for word', 'built', next.recorded, 'no query recorded'],
  ];
  return (
    <FigureTable
      caption={`What becomes of the gaps of ${name}`}
      keyOf={([title]) => title}
      rows={rows}
      columns={[
        { title: 'First three gap items of an "insufficient" after which the run searched', cell: ([title]) => title },
        {
          title: 'Share',
          cell: ([, place, { n, of }, empty]) =>
            door({ kind: 'next', place, isThere: true }, n, shareText(n, of, empty)),
        },
        { title: 'Not so', cell: ([, place, { n, of }]) => door({ kind: 'next', place, isThere: false }, of - n) },
      ]}
    />
  );
}

function Compression({ reply: { compression } }: { readonly reply: SufficiencyReply }) {
  const view = useApp((state) => state.view);
  const { pooled, perTurn, final } = compression;
  if (pooled.rows === 0) return null;
  const rows = [
    ...perTurn.map(({ turn, size }) => ({ title: String(turn), turn, size })),
    { title: 'all states', turn: 0, size: pooled },
    { title: 'last state of each question', turn: 0, size: final },
  ];
  return (
    <FigureTable
      caption="Compact evidence against raw documents"
      keyOf={({ title }) => title}
      rows={rows}
      columns={[
        { title: 'After so many searches', cell: ({ title }) => title },
        {
          title: 'States',
          cell: ({ turn, size }) => (
            <a className={styles.door} href={questionsLink(view, searchedAtLeast(turn))}>
              {formatCount(size.rows)}
            </a>
          ),
        },
        {
          title: 'Evidence, words',
          value: ({ size }) => size.evidenceWords,
          cell: ({ size }) => formatDecimal(size.evidenceWords ?? 0, 1),
        },
        {
          title: 'Documents, words',
          value: ({ size }) => size.rawWords,
          cell: ({ size }) => formatDecimal(size.rawWords ?? 0, 1),
        },
        {
          title: 'Compression',
          value: ({ size }) => size.compressionWords,
          cell: ({ size }) =>
            size.compressionWords === null ? 'no evidence' : `${formatDecimal(size.compressionWords, 2)} to 1`,
        },
      ]}
    />
  );
}
