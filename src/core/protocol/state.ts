import type { Freeze, LogEntry, Protocol, SplitDefinition, Step } from './types.ts';

export type Phase = 'open' | 'sealed' | 'frozen' | 'unsealed';

type EntryOf<K extends Step['kind']> = LogEntry & { readonly step: Extract<Step, { readonly kind: K }> };

/** What holds after the last entry. */
export interface ProtocolState {
  readonly phase: Phase;
  readonly splits: readonly SplitDefinition[];
  readonly sealed: EntryOf<'sealed'> | null;
  readonly frozen: EntryOf<'frozen'> | null;
  readonly unsealed: EntryOf<'unsealed'> | null;
  readonly postHoc: readonly EntryOf<'post-hoc'>[];
}

const START: ProtocolState = { phase: 'open', splits: [], sealed: null, frozen: null, unsealed: null, postHoc: [] };

export const stateOf = ({ entries }: Protocol): ProtocolState => entries.reduce(apply, START);

const is = <K extends Step['kind']>(entry: LogEntry, kind: K): entry is EntryOf<K> => entry.step.kind === kind;

function apply(state: ProtocolState, entry: LogEntry): ProtocolState {
  if (is(entry, 'splits')) return { ...state, splits: entry.step.splits };
  if (is(entry, 'sealed')) return { ...state, phase: 'sealed', sealed: entry };
  if (is(entry, 'frozen')) return { ...state, phase: 'frozen', frozen: entry };
  if (is(entry, 'unsealed')) return { ...state, phase: 'unsealed', unsealed: entry };
  if (is(entry, 'post-hoc')) return { ...state, postHoc: [...state.postHoc, entry] };
  return state;
}

/**
 * Why a step may not follow, or null. The order is the point: seal, freeze, unseal, each once; splits are fixed by the
 * freeze; what is post hoc can only come after the unseal.
 */
export function refusalOf(state: ProtocolState, step: Step): string | null {
  const { phase } = state;
  switch (step.kind) {
    case 'splits':
      return phase === 'frozen' || phase === 'unsealed' ? 'The splits were frozen and stay as they are.' : null;
    case 'sealed':
      return phase === 'open' ? null : 'The labels were sealed before.';
    case 'frozen':
      if (phase === 'open') return 'There is nothing to freeze for: no confirmatory labels are sealed.';
      if (phase === 'sealed') return refuseFreeze(state, step.freeze);
      return 'A freeze exists already; a second one would be post hoc.';
    case 'unsealed':
      if (phase !== 'frozen')
        return phase === 'unsealed' ? 'The labels were unsealed once; that is all.' : 'Only a freeze can be unsealed.';
      return step.freezeHash === state.frozen?.hash ? null : 'The unseal names another freeze.';
    case 'post-hoc':
      return phase === 'unsealed' ? null : 'Nothing is post hoc before the unseal.';
    case 'opened':
    case 'descriptive':
    case 'resumed':
      return null;
  }
}

function refuseFreeze({ splits }: ProtocolState, { confirmatory, choice }: Freeze): string | null {
  const target = splits.find(({ name }) => name === confirmatory);
  if (target?.role !== 'confirmatory') return `"${confirmatory}" is no confirmatory split.`;
  const source = choice === null ? null : splits.find(({ name }) => name === choice.split);
  if (source === undefined) return `There is no split "${choice?.split}" to choose thresholds on.`;
  return source?.role === 'confirmatory' || source?.role === 'descriptive'
    ? `Thresholds cannot be chosen on "${source.name}": it is ${source.role}.`
    : null;
}

/** Faults in the order of steps: what `refusalOf` would have refused. */
export function checkOrder({ entries }: Protocol): readonly { readonly index: number; readonly message: string }[] {
  const faults: { index: number; message: string }[] = [];
  let state = START;
  entries.forEach((entry, index) => {
    const refusal = refusalOf(state, entry.step);
    if (refusal !== null) faults.push({ index, message: `Entry ${index} (${entry.step.kind}): ${refusal}` });
    state = apply(state, entry);
  });
  return faults;
}
