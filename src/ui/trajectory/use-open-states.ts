import { useCallback, useEffect, useState } from 'react';

/**
 * Which states of a trajectory are unfolded: the one that is looked at, what would have followed a stop (`following`), and
 * those that somebody opened. Another question starts afresh.
 */
export function useOpenStates(question: number | null, current: number, following: number | null, isAllOpen = false) {
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question starts afresh
  useEffect(() => setToggled(new Set()), [question, isAllOpen]);
  const isOpen = (index: number): boolean =>
    (isAllOpen || index === current || index === following) !== toggled.has(index);
  const toggle = useCallback((index: number) => {
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(index)) next.add(index);
      return next;
    });
  }, []);
  return { isOpen, toggle };
}
