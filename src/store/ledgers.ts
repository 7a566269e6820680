import { create } from 'zustand';
import type { FlipReply, GapReply, SliceReply } from '../engine/questions/ledger-jobs.ts';
import { type AppState, askEngine, changeView, useApp } from './app-store.ts';
import { judgeInForce, policyInForce, resolvePolicy } from './policy-ref.ts';
import { changeQuestions } from './questions.ts';
import { onTextsRead, readTextsFor } from './text-reading.ts';
import { forgetAtSeal, IDLE, keyText, problemOf, RUNNING, type Status, watchApp } from './watch.ts';

export interface LedgersState {
  readonly status: Status;
  readonly flips: FlipReply | null;
  readonly gap: GapReply | null;
  /** null also where the column has too many values to group by: `isUngroupable` tells. */
  readonly slices: SliceReply | null;
  readonly isUngroupable: boolean;
}

const NOTHING: LedgersState = { status: IDLE, flips: null, gap: null, slices: null, isUngroupable: false };

export const useLedgers = create<LedgersState>()(() => NOTHING);
const { setState: set, getState: get } = useLedgers;
forgetAtSeal(() => set(NOTHING));

const viewOf = ({ view }: AppState) => ({
  selection: { range: view.range, split: view.split },
  answerRule: view.answerRule,
  isDescriptive: view.isDescriptive,
});

async function ask(run: (datasetId: number, state: AppState) => Promise<Partial<LedgersState>>): Promise<void> {
  const state = useApp.getState();
  if (state.dataset === null) return;
  set({ status: RUNNING });
  try {
    set({ ...(await run(state.dataset.id, state)), status: IDLE });
  } catch (error) {
    const problem = problemOf(error);
    // Of what is refused nothing may stay on screen.
    if (problem) {
      set({ status: { kind: 'failed', problem }, flips: null, gap: null, slices: null });
      readTextsFor(problem);
    }
  }
}

const flipPolicies = ({ dataset, view }: AppState) =>
  dataset && {
    from: resolvePolicy(view.questions.from, dataset, view),
    to: resolvePolicy(view.questions.to, dataset, view),
  };

export function watchFlips(): () => void {
  const make = () =>
    void ask(async (datasetId, state) => ({
      flips: await askEngine('flips', { datasetId, ...viewOf(state), ...flipPolicies(state)! }, { lane: 'flips' }),
    }));
  const stop = watchApp(
    (state) => state.dataset && keyText([state.dataset.id, viewOf(state), flipPolicies(state)]),
    make,
  );
  // Only the ledger of flips can be about a rule, and a rule may need what stands in the texts.
  const stopTexts = onTextsRead(() => {
    if (get().status.kind === 'failed') make();
  });
  return () => {
    stop();
    stopTexts();
  };
}

export const watchGap = (): (() => void) =>
  watchApp(
    (state) => state.dataset && keyText([state.dataset.id, viewOf(state), policyInForce(state.dataset, state.view)]),
    () =>
      void ask(async (datasetId, state) => ({
        gap: await askEngine(
          'oracleGap',
          { datasetId, ...viewOf(state), policy: policyInForce(state.dataset!, state.view) },
          { lane: 'gap' },
        ),
      })),
  );

/** `by` is the column in force where the view names none. Notes change the groups of tags: `version` counts them. */
export const watchSlices = (by: string, version: number): (() => void) =>
  watchApp(
    (state) =>
      state.dataset &&
      keyText([
        state.dataset.id,
        viewOf(state),
        policyInForce(state.dataset, state.view),
        state.view.questions.metric,
        state.view.gate,
        by,
        version,
      ]),
    () =>
      void ask(async (datasetId, state) => {
        const { view } = state;
        const slices = await askEngine(
          'slices',
          {
            datasetId,
            ...viewOf(state),
            policy: policyInForce(state.dataset!, view),
            judge: judgeInForce(state.dataset!, view)?.id ?? null,
            metric: view.questions.metric,
            by,
            repeats: Math.min(view.gate.repeats, MOST_REPEATS),
            seed: view.gate.seed,
          },
          { lane: 'slices' },
        );
        return { slices, isUngroupable: slices === null };
      }),
  );

/** Slices show a rough interval for many groups at once; the published ones need more replicates of one figure. */
export const MOST_REPEATS = 2_000;

/**
 * Moves the threshold of the ledger's second policy to the next one that changes something: -1 lower, 1 higher.
 * `isAnswer`: where an answer turns right or wrong. False where there is none.
 */
export function walkThreshold(direction: 1 | -1, isAnswer: boolean): boolean {
  const walk = get().flips?.walk;
  const { dataset, view } = useApp.getState();
  if (!walk || dataset === null) return false;
  const next = direction < 0 ? (isAnswer ? walk.lowerAnswer : walk.lower) : isAnswer ? walk.higherAnswer : walk.higher;
  if (next === null) return false;
  const to = resolvePolicy(view.questions.to, dataset, view);
  if (to.kind !== 'threshold') return false;
  // The policy in force moves with the ledger, so that Explore shows the same threshold.
  if (view.questions.to.kind === 'current') changeView({ threshold: next });
  else changeQuestions({ to: { ...to, threshold: next } });
  return true;
}
