import type { BaselineKind, DepthDraw } from '../../core/lab/advantage.ts';
import type { Policy } from '../../core/policies/index.ts';
import { unreachable } from '../../core/result.ts';
import { useApp } from '../../store/app-store.ts';
import type { BaselineTable } from '../../store/handles.ts';
import { questionsLink } from '../../store/questions-links.ts';
import { formatCount, formatShare } from '../../ui/parts/format.ts';
import { FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { flipsLink, hasDepth, WAS_ASKED } from './links.ts';
import { searchesText, shareText } from './words.ts';

const NAMES: Readonly<Record<BaselineKind, string>> = {
  'never-stop': 'Never stop early (native)',
  'always-stop': 'Always stop at the first state',
  budget: 'Fixed budgets, mixed to the same mean searches',
  'matched-random': 'Random stopping, as many stops at each state index',
  'permuted-scores': 'Scores permuted within each state index',
  'quality-oracle': 'Quality oracle, label-dependent',
  'cost-oracle': 'Cost oracle, label-dependent',
};
/** A baseline's name, and the questions behind its figure. */
export function BaselineName(props: {
  readonly kind: BaselineKind;
  readonly policy: Policy;
  readonly found: BaselineTable;
}) {
  const { kind, policy, found } = props;
  const view = useApp((state) => state.view);
  const door = (text: string, href: string) => (
    <a className={styles.door} href={href}>
      {text}
    </a>
  );
  const against = (from: Policy) => flipsLink(view, policy, [], from);
  switch (kind) {
    case 'never-stop':
      return door(NAMES[kind], flipsLink(view, policy));
    case 'always-stop':
      return door(NAMES[kind], against({ kind: 'budget', searches: 0 }));
    case 'quality-oracle':
    case 'cost-oracle':
      return door(NAMES[kind], against({ kind }));
    case 'matched-random': {
      const first = found.depths.findIndex(({ stops }) => stops > 0);
      return door(NAMES[kind], questionsLink(view, hasDepth(Math.max(0, first))));
    }
    case 'permuted-scores':
      return door(NAMES[kind], questionsLink(view, WAS_ASKED));
    case 'budget': {
      const { lower = 0, upper = 0, share = 0 } = found.mixed ?? {};
      return (
        <>
          {NAMES[kind]}: {door(`k = ${lower}`, against({ kind: 'budget', searches: lower }))}
          {upper !== lower && share > 0 && (
            <>
              {' '}
              or {door(`k = ${upper}`, against({ kind: 'budget', searches: upper }))}, for {formatShare(share)} of the
              questions
            </>
          )}
        </>
      );
    }
    default:
      return unreachable(kind);
  }
}

/** Depth by depth: what the policy's stops are worth beside blind ones. */
export function DepthTable({ found, policy }: { readonly found: BaselineTable; readonly policy: Policy }) {
  const view = useApp((state) => state.view);
  const { depths, isDepthIndex } = found;
  const rows = depths.filter(({ stops }) => stops > 0);
  if (rows.length === 0) return null;
  const stopsHere = ({ depth }: DepthDraw) =>
    // Where depths are no state indices, all stops are listed.
    flipsLink(view, policy, isDepthIndex ? [{ kind: 'in', column: 'stopState', values: [String(depth)] }] : []);
  return (
    <FigureTable
      caption="Stops by depth, the policy's and blind ones"
      keyOf={({ depth }) => String(depth)}
      rows={rows}
      columns={[
        {
          title: isDepthIndex ? 'At a state after' : 'At the eligible state',
          cell: ({ depth }) => (isDepthIndex ? searchesText(depth) : `number ${depth + 1}`),
        },
        {
          title: 'The policy stops',
          cell: (row) => (
            <a className={styles.door} href={stopsHere(row)}>
              {formatCount(row.stops)}
            </a>
          ),
        },
        { title: 'Safe stops among them', cell: ({ safe, stops }) => shareText(safe, stops, 'no stops') },
        {
          title: 'Questions with such a state',
          cell: ({ depth, questions }) => (
            <a className={styles.door} href={questionsLink(view, hasDepth(depth))}>
              {formatCount(questions)}
            </a>
          ),
        },
        {
          title: 'Safe if stopped there blindly',
          cell: ({ safeQuestions, questions }) => shareText(safeQuestions, questions, 'none'),
        },
      ]}
    />
  );
}
