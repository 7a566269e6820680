import { create } from 'zustand';
import { load, useApp } from './app-store.ts';
import type { DatasetHandle } from './handles.ts';
import { fetchOrigin, keptIdOf } from './origin.ts';

type OrderJoin = DatasetHandle['orderJoins'][number];

/** Joins by order that the user has refused in this session: they are not offered again. */
const KEY = 'stopscope.order-refused';

const keyOf = ({ labelsFile, runsFile, count }: OrderJoin): string => JSON.stringify([labelsFile, runsFile, count]);

const recall = (): readonly string[] => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    // Storage is closed, or what it holds is broken: it is asked again.
    return [];
  }
};

const useRefused = create<{ readonly keys: readonly string[] }>()(() => ({ keys: recall() }));

export const useIsRefused = (join: OrderJoin): boolean => useRefused(({ keys }) => keys.includes(keyOf(join)));

export function refuseOrderJoin(join: OrderJoin): void {
  const keys = [...new Set([...useRefused.getState().keys, keyOf(join)])];
  useRefused.setState({ keys });
  try {
    sessionStorage.setItem(KEY, JSON.stringify(keys));
  } catch {
    // Then it holds until the page is left.
  }
}

export function reconsiderOrderJoin(join: OrderJoin): void {
  useRefused.setState(({ keys }) => ({ keys: keys.filter((key) => key !== keyOf(join)) }));
}

/** Reads the files again, these labels joined row by row (or not any more). */
export async function setOrderJoin({ labelsFile }: OrderJoin, isWanted: boolean): Promise<void> {
  const { origin, dataset } = useApp.getState();
  if (origin === null) return;
  const fetched = await fetchOrigin(origin, new AbortController().signal);
  if (fetched.kind === 'failed') {
    useApp.setState({ loading: { kind: 'failed', problem: fetched.error } });
    return;
  }
  const { files, name, reading = { mappings: [], takenAs: {} } } = fetched.value;
  const others = (reading.joinByOrder ?? []).filter((file) => file !== labelsFile);
  const joinByOrder = isWanted ? [...others, labelsFile] : others;
  // Labels that are joined must not open what is sealed.
  const isSealed =
    (origin.kind === 'files' && origin.isSealed === true) || (dataset?.protocol.sealedQuestions ?? 0) > 0;
  void load({ kind: 'files', files, name, isSealed, reading: { ...reading, joinByOrder }, ...keptIdOf(origin, files) });
}
