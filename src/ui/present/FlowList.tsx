import { formatCount, formatShare } from '../parts/format.ts';
import type { StopFlow } from './flow-layout.ts';
import styles from './present-parts.module.css';

/** The same flow for a narrow screen: one line a count, each bar in proportion to the line it belongs to. */
export function FlowList({ flow }: { readonly flow: StopFlow }) {
  const { questions, stopped, safe, unsafe, unknown, ends } = flow;
  const line = (name: string, count: number, of: number, tone: string, depth: number, why = '') => (
    <li key={name} data-depth={depth}>
      <b>{formatCount(count)}</b> <span>{name}</span> {why && <small>{why}</small>}
      <i style={{ width: of === 0 ? 0 : `${(100 * count) / of}%` }} data-tone={tone} />
    </li>
  );
  return (
    <ul className={styles.flowList}>
      {line('questions', questions, questions, 'quiet', 0)}
      {line('stopped early', stopped, questions, 'ink', 0, formatShare(questions === 0 ? 0 : stopped / questions))}
      {stopped > 0 && line('safe', safe, stopped, 'safe', 1)}
      {stopped > 0 && ends && line('saved', ends.saved, stopped, 'safe', 2, 'native was right too')}
      {stopped > 0 && ends && line('rescued', ends.rescued, stopped, 'safe', 2, 'native was wrong')}
      {stopped > 0 && line('unsafe', unsafe, stopped, 'unsafe', 1)}
      {stopped > 0 && ends && line('harmed', ends.harmed, stopped, 'unsafe', 2, 'native was right')}
      {stopped > 0 && ends && line('already wrong', ends.alreadyWrong, stopped, 'unsafe', 2, 'native was wrong too')}
      {unknown > 0 && line('not known', unknown, stopped, 'quiet', 1)}
    </ul>
  );
}
