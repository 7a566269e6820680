import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { cancelDeepSearch, changeQuestions, useQuestions } from '../../store/questions.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { IconClose, IconSearch } from '../../ui/parts/icons.tsx';
import { ProgressBar } from '../../ui/parts/Skeleton.tsx';
import { ColumnMenu } from '../../ui/table/ColumnMenu.tsx';
import type { GridLayout } from '../../ui/table/grid-types.ts';
import { IconFilters } from '../../ui/table/icons.tsx';
import type { QuestionColumn } from './columns.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { filterWords } from './filters.ts';
import styles from './questions.module.css';

export interface ToolbarProps {
  readonly dataset: DatasetHandle;
  readonly columns: readonly QuestionColumn[];
  /** null: the columns in force are not arranged by hand. */
  readonly layout: GridLayout | null;
  readonly onLayout: (layout: GridLayout) => void;
  readonly onReset: () => void;
  /** Opens the facets where they have no place of their own. */
  readonly onFilters: (() => void) | null;
}

/** How many of how many, the conditions as tokens, search, columns, export. */
export function Toolbar({ dataset, columns, layout, onLayout, onReset, onFilters }: ToolbarProps) {
  const filters = useApp((state) => state.view.questions.filters);
  const isFlips = useApp((state) => state.view.questions.tab === 'flips');
  const table = useQuestions((state) => state.table);
  const isRunning = useQuestions((state) => state.status.kind === 'running');
  return (
    <>
      <div className={styles.toolbar}>
        <h1 className={styles.count} aria-live="polite" aria-busy={isRunning}>
          {table === null ? (
            'Questions'
          ) : (
            <>
              {formatCount(table.count)}{' '}
              <span>
                {isFlips ? 'changed ' : ''}of {formatCount(table.total)} {table.total === 1 ? 'question' : 'questions'}
              </span>
            </>
          )}
        </h1>
        {onFilters && (
          <Button size="small" onClick={onFilters}>
            <IconFilters />
            Filters{filters.length > 0 && `, ${filters.length}`}
          </Button>
        )}
        <span className={styles.tokens}>
          {filters.map((filter) => (
            <span key={filter.column} className={styles.token}>
              <span>{filterWords(filter)}</span>
              <button
                type="button"
                aria-label={`Remove the filter ${filterWords(filter)}`}
                onClick={() => changeQuestions({ filters: filters.filter((other) => other !== filter) })}
              >
                <IconClose size={12} />
              </button>
            </span>
          ))}
        </span>
        <span className={styles.grow} />
        <SearchField />
        {layout && <ColumnMenu columns={columns} layout={layout} onLayout={onLayout} onReset={onReset} />}
        <ExportMenu dataset={dataset} layout={layout} />
      </div>
      <DeepSearch />
    </>
  );
}

/** Typing filters at once; a passage is searched only when asked for. */
function SearchField() {
  const find = useApp((state) => state.view.questions.find);
  const [text, setText] = useState(find);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== document.activeElement) setText(find);
  }, [find]);
  const change = (next: string) => {
    setText(next);
    changeQuestions({ find: next.trim(), isDeep: false });
  };
  return (
    <label className={styles.search}>
      <IconSearch />
      <span className="sr">Search in questions and answers</span>
      <input
        ref={field}
        id="question-search"
        type="search"
        placeholder="Search"
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (text === '') event.currentTarget.blur();
          else change('');
        }}
      />
      {text === '' && <kbd>/</kbd>}
    </label>
  );
}

/** Offers the search through the texts, shows how far it is, and says when it looked everywhere. */
function DeepSearch() {
  const find = useApp((state) => state.view.questions.find);
  const isDeep = useApp((state) => state.view.questions.isDeep);
  const deep = useQuestions((state) => state.deep);
  if (find === '') return null;
  if (deep.kind === 'running') {
    const { progress } = deep;
    return (
      <div className={styles.deep}>
        <ProgressBar
          label="Searching passages, queries and gap items"
          fraction={progress && progress.total > 0 ? progress.done / progress.total : null}
          detail={
            progress ? `${formatCount(progress.done)} of ${formatCount(progress.total)} questions read` : 'opening'
          }
          onCancel={cancelDeepSearch}
        />
      </div>
    );
  }
  return (
    <p className={styles.deep}>
      {deep.kind === 'failed' ? (
        deep.problem.message
      ) : isDeep ? (
        <>
          Found in questions, answers, passages, queries and gap items.
          <Button look="quiet" size="small" onClick={() => changeQuestions({ isDeep: false })}>
            Questions and answers only
          </Button>
        </>
      ) : (
        <>
          Found in questions and answers.
          <Button look="quiet" size="small" onClick={() => changeQuestions({ isDeep: true })}>
            Search passages, queries and gap items too
          </Button>
        </>
      )}
    </p>
  );
}
