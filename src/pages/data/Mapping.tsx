import { useEffect } from 'react';
import {
  applyMapping,
  changeMapping,
  chooseTable,
  closeMapping,
  MAPPED_ROLES,
  ROLE_NAMES,
  saveMapping,
  useMapping,
  whatIsMissing,
} from '../../store/mapping.ts';
import type { ColumnMapping } from '../../store/mapping-memory.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount, formatShare } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import styles from './data.module.css';

/** Which column is what, with the first rows beside it and what would come of it. Nothing where no table is at hand. */
export function Mapping() {
  const { tables, file, mapping, isRemembered, memoryTrouble, trouble } = useMapping();
  useEffect(() => closeMapping, []);
  const table = tables.find((candidate) => candidate.file === file);
  if (trouble) return <Message kind="error" title={trouble.message} />;
  if (table === undefined || mapping === null) return null;
  return (
    <Panel
      title="Map the columns"
      sub={isRemembered ? 'as you mapped such a file before' : 'a guess: you have the last word'}
      actions={
        <>
          <Button size="small" onClick={saveMapping}>
            Save the mapping
          </Button>
          <Button size="small" onClick={closeMapping}>
            Close
          </Button>
        </>
      }
    >
      {memoryTrouble !== null && <Message kind="warning" title={memoryTrouble} />}
      <div className={styles.mapping}>
        {tables.length > 1 && (
          <label className={styles.field}>
            <span>File</span>
            <select value={table.file} onChange={(event) => chooseTable(event.target.value)}>
              {tables.map(({ file: name, takenFor }) => (
                <option key={name} value={name}>
                  {takenFor === null ? name : `${name} (${takenFor})`}
                </option>
              ))}
            </select>
          </label>
        )}
        <Roles columns={table.columns} mapping={mapping} />
        <Scores columns={table.columns} mapping={mapping} />
        <Outcome mapping={mapping} />
      </div>
      {table.rows.some((cells) => cells.includes(null)) && (
        <p className={styles.quiet}>
          Labels are sealed: only columns that are known to hold something else are shown. What is right is not
          computed.
        </p>
      )}
      <FirstRows columns={table.columns} rows={table.rows} />
    </Panel>
  );
}

interface Part {
  readonly columns: readonly string[];
  readonly mapping: ColumnMapping;
}

function Roles({ columns, mapping }: Part) {
  const change = (role: (typeof MAPPED_ROLES)[number], column: string) => {
    const { [role]: _, ...others } = mapping.columns;
    changeMapping({ ...mapping, columns: column === '' ? others : { ...others, [role]: column } });
  };
  return (
    <fieldset className={styles.fields}>
      <legend>Columns</legend>
      {MAPPED_ROLES.map((role) => (
        <label key={role} className={styles.field}>
          <span>{ROLE_NAMES[role]}</span>
          <select value={mapping.columns[role] ?? ''} onChange={(event) => change(role, event.target.value)}>
            <option value="">none</option>
            {columns.map((column) => (
              <option key={column}>{column}</option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

function Scores({ columns, mapping }: Part) {
  const set = (scores: ColumnMapping['scores']) => changeMapping({ ...mapping, scores });
  const taken = new Set(mapping.scores.map(({ column }) => column));
  const free = columns.filter((column) => !taken.has(column));
  const change = (at: number, part: Partial<ColumnMapping['scores'][number]>) =>
    set(mapping.scores.map((score, i) => (i === at ? { ...score, ...part } : score)));
  return (
    <fieldset className={styles.fields}>
      <legend>Scores</legend>
      {mapping.scores.map((score, i) => (
        <div key={score.column} className={styles.score}>
          <span>{score.column}</span>
          <select
            aria-label={`Direction of ${score.column}`}
            value={score.direction}
            onChange={(event) =>
              change(i, { direction: event.target.value === 'lower-is-surer' ? 'lower-is-surer' : 'higher-is-surer' })
            }
          >
            <option value="higher-is-surer">higher is surer</option>
            <option value="lower-is-surer">lower is surer</option>
          </select>
          <select
            aria-label={`Scale of ${score.column}`}
            value={score.scale}
            onChange={(event) => {
              const { value } = event.target;
              change(i, { scale: value === 'probability' || value === 'rating' ? value : 'margin' });
            }}
          >
            <option value="margin">margin (log-odds)</option>
            <option value="probability">probability, 0 to 1</option>
            <option value="rating">rating, like 1 to 5</option>
          </select>
          <Button
            size="small"
            look="quiet"
            aria-label={`Leave out ${score.column}`}
            onClick={() => set(mapping.scores.filter((_, at) => at !== i))}
          >
            Leave out
          </Button>
        </div>
      ))}
      <label className={styles.field}>
        <span>Add a score</span>
        <select
          value=""
          onChange={(event) =>
            set([...mapping.scores, { column: event.target.value, direction: 'higher-is-surer', scale: 'margin' }])
          }
        >
          <option value="">choose a column</option>
          {free.map((column) => (
            <option key={column}>{column}</option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

function Outcome({ mapping }: { readonly mapping: ColumnMapping }) {
  const preview = useMapping((state) => state.preview);
  const lack = whatIsMissing(mapping);
  return (
    <div className={styles.outcome} aria-live="polite">
      <h3>What comes of it</h3>
      {lack !== null && <p>{lack}</p>}
      {lack === null && preview === null && <p>Reading the first rows.</p>}
      {lack === null && preview?.kind === 'nothing' && <p>{preview.problem.message}</p>}
      {lack === null && preview?.kind === 'ready' && (
        <dl>
          <div>
            <dt>Questions{preview.isPart ? ' in the first 4 MB' : ''}</dt>
            <dd>{formatCount(preview.questions)}</dd>
          </div>
          <div>
            <dt>States</dt>
            <dd>{formatCount(preview.states)}</dd>
          </div>
          <div>
            <dt>Signals</dt>
            <dd>{preview.judges.length === 0 ? 'none' : preview.judges.join(', ')}</dd>
          </div>
          <div>
            <dt>EM of the native run</dt>
            <dd>{preview.isSealed ? 'sealed' : preview.em === null ? 'no labels' : formatShare(preview.em)}</dd>
          </div>
          {preview.storedEm !== null && (
            <div>
              <dt>As stored</dt>
              <dd>{formatShare(preview.storedEm)}</dd>
            </div>
          )}
          {preview.aurocs.map(({ judge, value }) => (
            <div key={judge}>
              <dt>AUROC of {judge}</dt>
              <dd>
                {value === null
                  ? 'not known'
                  : `${value.toFixed(3)} as chosen, ${(1 - value).toFixed(3)} the other way`}
              </dd>
            </div>
          ))}
          <div>
            <dt>Rows set aside</dt>
            <dd>
              {formatCount(preview.rowsAside)} of {formatCount(preview.rowsRead)}
            </dd>
          </div>
        </dl>
      )}
      <Button look="solid" disabledReason={lack} onClick={applyMapping}>
        Open with this mapping
      </Button>
    </div>
  );
}

function FirstRows({
  columns,
  rows,
}: {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label="First rows" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
            <tr key={i}>
              {cells.map((cell, at) => (
                <td key={columns[at]} className={styles.cell}>
                  {cell ?? <span className={styles.sealed}>sealed</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
