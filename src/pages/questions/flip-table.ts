import type { TextTable } from '../../core/present/table-text.ts';
import type { FlipReply } from '../../store/handles.ts';
import { formatCount, formatP } from '../../ui/parts/format.ts';

/** McNemar's square as a file: answers before down, after across. */
export function flipTable({ totals: { gained, lost, rightBoth, wrongBoth } }: FlipReply, words: string): TextTable {
  const rows = [
    { name: 'right before', right: rightBoth, wrong: lost },
    { name: 'wrong before', right: gained, wrong: wrongBoth },
  ] as const;
  const count = (title: string, key: 'right' | 'wrong') => ({
    title,
    isText: false,
    value: (row: number) => rows[row]![key],
    text: (row: number) => formatCount(rows[row]![key]),
  });
  return {
    id: 'mcnemar',
    title: `Answers under both policies, ${words}`,
    note: null,
    rowCount: rows.length,
    columns: [
      { title: 'Answer', isText: true, value: (row) => rows[row]!.name, text: (row) => rows[row]!.name },
      count('right after', 'right'),
      count('wrong after', 'wrong'),
    ],
  };
}

export const testNotes = ({ totals, questionCount }: FlipReply): readonly string[] => {
  const { gained, lost, unknown, changed, searchesAdded, searchesSaved, test } = totals;
  return [
    gained + lost === 0
      ? 'no answer flips'
      : `McNemar, exact, two-sided: ${formatP(test.exact)}, mid-p ${test.midP.toFixed(3)}`,
    `${changed} of ${questionCount} stops move; ${searchesSaved} searches saved, ${searchesAdded} added`,
    ...(unknown > 0 ? [`right or wrong not known at ${unknown}`] : []),
  ];
};
