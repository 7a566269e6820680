import { findOutcomeSet } from '../../core/outcomes/index.ts';
import type { ExampleWish } from '../../core/present/story.ts';
import type { Trajectory, TrajectoryState } from '../../core/trajectory/index.ts';
import { useDeck } from '../../store/deck.ts';
import { type Example, exampleKey, useExamples } from '../../store/examples.ts';
import { formatCount, formatThreshold } from '../../ui/parts/format.ts';
import { OutcomeChip } from '../../ui/table/OutcomeChip.tsx';
import { outcomeInFull, outcomeLook } from '../../ui/table/outcome-look.ts';
import { VerdictGlyph } from '../../ui/trajectory/VerdictGlyph.tsx';
import closing from './closing.module.css';
import { foldStates } from './fold-states.ts';
import { lackOfOutcomes } from './missing.ts';
import styles from './slide.module.css';
import type { Talk } from './use-talk.ts';

/** Three questions, each with what the states gave, where the policy stopped, and what native answered. */
export function ExamplesSlide({ talk }: { readonly talk: Talk }) {
  const wishes = useDeck((state) => state.deck.examples);
  const items = useExamples((state) => state.items);
  return (
    <div className={closing.examples}>
      {wishes.map((wish, slot) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
        <ExampleCard key={slot} slot={slot} wish={wish} example={items[slot]!} talk={talk} />
      ))}
    </div>
  );
}

interface CardProps {
  readonly slot: number;
  readonly wish: ExampleWish;
  readonly example: Example;
  readonly talk: Talk;
}

function ExampleCard({ slot, wish, example, talk }: CardProps) {
  const { status, queries, key, count } = example;
  const trajectory = example.datasetId === talk.dataset.id ? example.trajectory : null;
  const isStale = key !== exampleKey(talk.dataset, talk.view, wish);
  return (
    <article aria-label={`Example ${slot + 1}`} data-stale={(isStale && trajectory !== null) || undefined}>
      {status.kind === 'failed' ? (
        <p className={styles.lead}>{status.problem.message}</p>
      ) : trajectory === null ? (
        <p className={styles.lead}>{isStale ? 'Looking for a question.' : nothingFor(wish, talk)}</p>
      ) : (
        <TrajectoryCard
          trajectory={trajectory}
          queries={queries}
          talk={talk}
          from={isStale ? null : originOf(wish, count)}
        />
      )}
    </article>
  );
}

const nameOf = (set: string): string => findOutcomeSet(set)?.name ?? set;

function nothingFor(wish: ExampleWish, talk: Talk): string {
  const lack = wish.kind === 'outcome' ? lackOfOutcomes(talk) : null;
  if (lack !== null)
    return `${lack.title}, and outcomes are not known. Questions can be chosen by hand in the outline.`;
  return wish.kind === 'question'
    ? `This dataset has no question "${wish.id}".`
    : `No question of these is "${nameOf(wish.set)}" at this threshold.`;
}

function originOf(wish: ExampleWish, count: number | null): string {
  if (wish.kind === 'question' || count === null) return 'chosen by hand';
  const name = nameOf(wish.set);
  return count === 1 ? `the only question "${name}"` : `highest score of ${formatCount(count)} "${name}"`;
}

function TrajectoryCard({
  trajectory,
  queries,
  talk,
  from,
}: {
  readonly trajectory: Trajectory;
  readonly queries: ReadonlyMap<number, string>;
  readonly talk: Talk;
  readonly from: string | null;
}) {
  const look = outcomeLook(trajectory.outcome);
  const eligible = trajectory.states.filter(({ isCounterfactual, isEligible }) => !isCounterfactual && isEligible);
  const rows = foldStates(
    eligible.length,
    eligible.findIndex(({ index }) => index === trajectory.stop),
  );
  // The search that no eligible state follows.
  const terminal = trajectory.states.findLast(({ isEligible, isCounterfactual }) => !isEligible && !isCounterfactual);
  const lastQuery = queries.get(trajectory.states.length) ?? queries.get(terminal?.index ?? -1);
  return (
    <>
      <p className={closing.exampleHead}>
        <OutcomeChip shape={look.shape} label={outcomeInFull(trajectory.outcome)} tone={look.tone} />
        <span className={styles.mono}>{trajectory.id}</span>
      </p>
      <h3 className={closing.question}>{trajectory.text ?? 'The question’s text is not recorded.'}</h3>
      <p className={closing.gold}>
        {trajectory.isSealed
          ? 'gold answer sealed'
          : trajectory.golds.length === 0
            ? 'no gold answer'
            : `gold: ${trajectory.golds.slice(0, 2).join(' / ')}`}
        {from !== null && <span> {from}</span>}
      </p>
      <ol className={closing.states} data-many={rows.length > 3 || undefined}>
        {rows.map((row) => {
          if (row.kind === 'fold') {
            return (
              <li key={`fold ${row.before}`} data-fold>
                <span />
                <span>{row.count === 1 ? '1 more state' : `${formatCount(row.count)} more states`}</span>
              </li>
            );
          }
          const state = eligible[row.at]!;
          return <StateRow key={state.id} state={state} query={queries.get(state.index) ?? null} talk={talk} />;
        })}
        <li data-end data-after={trajectory.stop !== null || undefined}>
          <i>{trajectory.native.searches}</i>
          <span>
            {lastQuery !== undefined && <em title={lastQuery}>search: {lastQuery}</em>}
            <VerdictGlyph verdict={trajectory.native.verdict} /> {answerText(trajectory.native.answer)}
            <small>native answer{trajectory.stop === null ? '' : ', not reached'}</small>
          </span>
        </li>
      </ol>
    </>
  );
}

function StateRow({
  state,
  query,
  talk,
}: {
  readonly state: TrajectoryState;
  readonly query: string | null;
  readonly talk: Talk;
}) {
  const { active } = talk;
  const reading = active === null ? null : (state.judges[active.index] ?? null);
  return (
    <li data-stop={state.position === 'stop' || undefined} data-after={state.position === 'after' || undefined}>
      <i>{state.searchesUsed}</i>
      <span>
        {query !== null && <em title={query}>search: {query}</em>}
        {state.probe === null ? (
          'not probed'
        ) : (
          <>
            <VerdictGlyph verdict={state.probe.verdict} /> {answerText(state.probe.answer)}
          </>
        )}
        <small>
          {reading === null ? 'no score' : reading.isParsed ? `score ${formatThreshold(reading.score)}` : 'unparsed'}
          {state.position === 'stop' && <b>, stops here</b>}
        </small>
      </span>
    </li>
  );
}

const answerText = (answer: string | null): string => (answer === null || answer.trim() === '' ? 'no answer' : answer);
