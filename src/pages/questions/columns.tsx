import type { Cell, QuestionRow } from '../../core/questions/index.ts';
import { formatDifference, formatThreshold } from '../../ui/parts/format.ts';
import type { GridColumn, GridLayout } from '../../ui/table/grid-types.ts';
import { OutcomeChip } from '../../ui/table/OutcomeChip.tsx';
import { outcomeLook } from '../../ui/table/outcome-look.ts';
import { VerdictGlyph } from '../../ui/trajectory/VerdictGlyph.tsx';
import { columnName, valueName } from './column-names.ts';

import styles from './questions.module.css';

/** A column of the table with the value that copying takes. */
export interface QuestionColumn extends GridColumn<QuestionRow> {
  readonly value: (row: QuestionRow) => Cell;
}

const faint = (text: string) => <span className={styles.faint}>{text}</span>;
const score = (value: number | null) => (value === null ? faint('none') : formatThreshold(value));

function Outcome({ row }: { readonly row: QuestionRow }) {
  return <OutcomeChip {...outcomeLook(row.outcome)} />;
}

function AnswerCell({
  text,
  verdict,
}: {
  readonly text: string | null;
  readonly verdict: QuestionRow['nativeVerdict'];
}) {
  return (
    <span className={styles.answerCell}>
      <VerdictGlyph verdict={verdict} />
      <span>{text === null ? faint('no answer') : text === '' ? faint('empty answer') : text}</span>
    </span>
  );
}

const text = (
  id: string,
  width: number,
  value: (row: QuestionRow) => string | null,
  more: Partial<QuestionColumn> = {},
): QuestionColumn => ({
  id,
  label: columnName(id),
  width,
  render: (row) => value(row) ?? faint('not recorded'),
  value,
  ...more,
});

const number = (
  id: string,
  label: string,
  width: number,
  value: (row: QuestionRow) => number | null,
  render: (row: QuestionRow) => QuestionColumn['render'] extends (row: QuestionRow) => infer R ? R : never,
  hint: string,
): QuestionColumn => ({ id, label, width, hint, value, render, align: 'end', isFirstDescending: true });

const SEARCHES: QuestionColumn = {
  id: 'saved',
  label: 'Searches',
  width: 84,
  align: 'end',
  isFirstDescending: true,
  hint: 'Searches of the native run and of the policy; sorted by searches saved.',
  value: (row) => `${row.nativeSearches} > ${row.policySearches}`,
  render: (row) =>
    row.nativeSearches === row.policySearches ? (
      String(row.nativeSearches)
    ) : (
      <>
        {row.nativeSearches} <span className={styles.arrow}>→</span> {row.policySearches}
      </>
    ),
};

const SCORE = number(
  'score',
  'Score',
  72,
  (row) => row.score,
  (row) => (row.score === null ? faint('none') : <b className={styles.strong}>{formatThreshold(row.score)}</b>),
  'Score of the first crossing: the one that stops the question.',
);

const OUTCOME: QuestionColumn = {
  id: 'outcome',
  label: 'Outcome',
  width: 146,
  value: (row) => row.outcome,
  render: (row) => <Outcome row={row} />,
};

/** The answer before and after: of native, or of the policy that is compared with. */
const answers = (row: QuestionRow) => (
  <small>
    {(row.flip ? row.flip.fromAnswer : row.native) ?? 'no answer'}
    <span className={styles.arrow}> → </span>
    <span className={styles.second}>{row.policy ?? 'no answer'}</span>
  </small>
);

/** Every column but the metadata, in their first order. */
const COLUMNS: readonly QuestionColumn[] = [
  text('id', 92, (row) => row.id, { render: (row) => <span className={styles.id}>{row.id}</span> }),
  text('question', 280, (row) => row.text, {
    isFlexible: true,
    render: (row) => <span className={styles.twoLines}>{row.text ?? faint('not recorded')}</span>,
  }),
  text('gold', 128, (row) => row.gold, {
    render: (row) => row.gold ?? faint(row.label === 'sealed' ? 'sealed' : 'no label'),
  }),
  text('native', 148, (row) => row.native, {
    render: (row) => <AnswerCell text={row.native} verdict={row.nativeVerdict} />,
  }),
  text('policy', 148, (row) => row.policy, {
    render: (row) => <AnswerCell text={row.policy} verdict={row.policyVerdict} />,
  }),
  OUTCOME,
  SEARCHES,
  SCORE,
  number(
    'margin',
    'Margin',
    76,
    (row) => row.margin,
    (row) => (row.margin === null ? faint('none') : formatDifference(row.margin, 3)),
    'First crossing score, or else the highest score, minus the threshold.',
  ),
  number(
    'highest',
    'Highest',
    76,
    (row) => row.highest,
    (row) => score(row.highest),
    'The highest score over the eligible states.',
  ),
  number(
    'stopState',
    'Stops at',
    76,
    (row) => row.stopState,
    (row) => (row.stopState === null ? faint('no stop') : row.stopState),
    'Searches used where the policy stops.',
  ),
  number(
    'earliestSafe',
    'Earliest safe',
    100,
    (row) => row.earliestSafe,
    (row) => (row.earliestSafe === null ? faint('none') : row.earliestSafe),
    'Searches used at the earliest eligible state with a right answer.',
  ),
  number(
    'delay',
    'Delay',
    64,
    (row) => row.delay,
    (row) => (row.delay === null ? faint('none') : row.delay),
    'At a safe stop: searches beyond the earliest safe state.',
  ),
  number(
    'states',
    'States',
    64,
    (row) => row.states,
    (row) => row.states,
    'Eligible states.',
  ),
  text('flags', 128, (row) => row.flags.join(' '), {
    render: (row) =>
      row.flags.length === 0 ? faint('none') : row.flags.map((flag) => valueName('flags', flag)).join(', '),
  }),
  text('split', 88, (row) => row.split),
  text('tags', 128, (row) => row.tags.join('; '), {
    render: (row) => (row.tags.length === 0 ? faint('none') : row.tags.join(', ')),
  }),
  text('note', 148, (row) => row.note, { render: (row) => row.note ?? faint('none') }),
  text('gapQuality', 148, (row) => row.gapQuality, { render: (row) => valueName('gapQuality', row.gapQuality) }),
  text('gapCost', 148, (row) => row.gapCost, { render: (row) => valueName('gapCost', row.gapCost) }),
];

const HIDDEN = [
  'margin',
  'highest',
  'stopState',
  'earliestSafe',
  'delay',
  'states',
  'flags',
  'split',
  'tags',
  'note',
  'gapQuality',
  'gapCost',
];

/** All columns of a dataset; `metaNames` in the order of `QuestionRow.meta`. */
export const questionColumns = (metaNames: readonly string[]): readonly QuestionColumn[] => [
  ...COLUMNS,
  ...metaNames.map(
    (name, i): QuestionColumn => ({
      id: `meta:${name}`,
      label: columnName(`meta:${name}`),
      width: 104,
      value: (row) => row.meta[i] ?? null,
      render: (row) => {
        const value = row.meta[i] ?? null;
        return value === null ? faint('not recorded') : String(value);
      },
    }),
  ),
];

/** The columns of a list in a file: as they are arranged, and what the ledger shows of a change beside the question. */
export function exportColumns(
  metaNames: readonly string[],
  { order, hidden }: GridLayout,
  isFlips: boolean,
): readonly QuestionColumn[] {
  const all = questionColumns(metaNames);
  if (isFlips) return [...all.slice(0, 2), ...flipColumns(false, false).slice(1)];
  const place = ({ id }: QuestionColumn) => (order.includes(id) ? order.indexOf(id) : order.length);
  return all.filter(({ id }) => !hidden.includes(id)).toSorted((a, b) => place(a) - place(b));
}

/** What is shown before anybody chooses. */
export const defaultLayout = (metaNames: readonly string[]): GridLayout => ({
  order: [],
  hidden: [...HIDDEN, ...metaNames.map((name) => `meta:${name}`)],
  widths: {},
  pinned: [],
});

/** With the panel open, and on a phone: question with its id, outcome, searches, score. */
export const foldedColumns = (isPhone: boolean): readonly QuestionColumn[] => [
  text('id', isPhone ? 120 : 180, (row) => row.text, {
    label: 'Question',
    isFlexible: true,
    hint: 'Sorted by id.',
    render: (row) => (
      <span className={isPhone ? styles.stacked : styles.folded}>
        <span className={styles.id}>{row.id}</span>
        <span className={styles.questionCell}>
          {row.text ?? faint('not recorded')}
          {answers(row)}
        </span>
      </span>
    ),
  }),
  { ...OUTCOME, width: 146 },
  ...(isPhone
    ? []
    : [
        { ...SEARCHES, width: 78 },
        { ...SCORE, width: 54 },
      ]),
];

/** What the ledger shows of a change. */
export const flipColumns = (isFolded: boolean, isPhone: boolean): readonly QuestionColumn[] => {
  const [question] = foldedColumns(isPhone);
  const flip = text('flip', 132, ({ flip: one }) => one?.answer ?? null, {
    label: 'Answer',
    render: ({ flip: one }) => (one ? valueName('flip', one.answer) : faint('none')),
  });
  const searches = number(
    'flipSearches',
    'Searches',
    84,
    ({ flip: one }) => one?.searches ?? null,
    ({ flip: one }) => (one ? formatDifference(one.searches, 0) : faint('none')),
    'Searches of the second policy minus those of the first.',
  );
  if (isFolded) return isPhone ? [question!, flip] : [question!, flip, searches];
  const standing = (id: 'flipFrom' | 'flipTo', label: string, at: 'from' | 'to') =>
    text(id, 116, ({ flip: one }) => one?.[at] ?? null, {
      label,
      render: ({ flip: one }) => (one ? valueName(id, one[at]) : faint('none')),
    });
  return [question!, flip, standing('flipFrom', 'From', 'from'), standing('flipTo', 'To', 'to'), searches, SCORE];
};
