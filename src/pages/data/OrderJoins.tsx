import type { DatasetHandle } from '../../store/handles.ts';
import { reconsiderOrderJoin, refuseOrderJoin, setOrderJoin, useIsRefused } from '../../store/order-joins.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { Panel } from '../../ui/parts/Panel.tsx';
import styles from './data.module.css';

type OrderJoin = DatasetHandle['orderJoins'][number];

/** Labels that only their order could join to the runs: nobody but the user can know that it is right. */
export function OrderJoins({ joins }: { readonly joins: readonly OrderJoin[] }) {
  return joins.map((join) => <Proposal key={join.labelsFile} join={join} />);
}

function Proposal({ join }: { readonly join: OrderJoin }) {
  const { labelsFile, runsFile, count, first, isConfirmed } = join;
  const isRefused = useIsRefused(join);
  if (isRefused && !isConfirmed) {
    return (
      <p className={styles.hint}>
        The labels of <code>{labelsFile}</code> stay out: you did not let them be joined by order.{' '}
        <Button size="small" onClick={() => reconsiderOrderJoin(join)}>
          Look again
        </Button>
      </p>
    );
  }
  return (
    <Panel title={isConfirmed ? 'Joined by order' : 'Join by order?'} sub={`${formatCount(count)} rows each`}>
      <div className={styles.body}>
        <p className={styles.hint}>
          <code>{labelsFile}</code> has {formatCount(count)} labels and <code>{runsFile}</code> as many runs. They share
          no id and no question text, so nothing but their order could join them.{' '}
          {isConfirmed
            ? 'You confirmed it: row 1 belongs to row 1, and so on.'
            : 'Look at the first rows: is row 1 the label of row 1, and so on?'}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className={styles.scroll} aria-label="First rows side by side" tabIndex={0}>
          <table className={`${styles.table} ${styles.pairs}`}>
            <thead>
              <tr>
                <th scope="col">Label, {labelsFile}</th>
                <th scope="col">Run, {runsFile}</th>
              </tr>
            </thead>
            <tbody>
              {first.map(({ label, run }) => (
                <tr key={`${label} ${run}`}>
                  <td>{label}</td>
                  <td>{run}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <p className={styles.buttons}>
          {isConfirmed ? (
            <Button size="small" onClick={() => void setOrderJoin(join, false)}>
              Undo
            </Button>
          ) : (
            <>
              <Button look="solid" size="small" onClick={() => void setOrderJoin(join, true)}>
                Join row by row
              </Button>
              <Button size="small" onClick={() => refuseOrderJoin(join)}>
                Leave the labels out
              </Button>
            </>
          )}
        </p>
      </div>
    </Panel>
  );
}
