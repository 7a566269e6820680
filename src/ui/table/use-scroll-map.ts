import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  positionAt,
  type ScrollMap,
  type ScrollPosition,
  START,
  scrolledTo,
  scrollMap,
  scrollToRow,
  virtualTop,
} from './scroll-map.ts';

/** After this long without a scroll both lengths are put in proportion again. */
const REST_MS = 140;

/** Scrolling of `rowCount` rows in an element, past the height that browsers allow. `headHeight` stays in sight. */
export function useScrollMap(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  rowHeight: number,
  headHeight: number,
) {
  const [height, setHeight] = useState(600);
  const [position, setPosition] = useState<ScrollPosition>(START);
  const now = useRef<ScrollPosition>(START);
  const map: ScrollMap = scrollMap(rowCount, rowHeight, Math.max(rowHeight, height - headHeight));
  const mapNow = useRef(map);
  mapNow.current = map;

  const move = useCallback(
    (next: ScrollPosition) => {
      now.current = next;
      setPosition(next);
      const element = scroller.current;
      if (element && Math.abs(element.scrollTop - next.top) >= 1) element.scrollTop = next.top;
    },
    [scroller],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    setHeight(element.clientHeight);
    return () => observer.disconnect();
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      const next = positionAt(mapNow.current, virtualTop(now.current));
      if (next.top !== now.current.top) move(next);
    };
    const onScroll = () => {
      const { scrollTop } = element;
      // Our own correction comes back as an event.
      if (Math.abs(scrollTop - now.current.top) < 1) return;
      const next = scrolledTo(mapNow.current, now.current, scrollTop);
      now.current = next;
      setPosition(next);
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, move]);

  // Fewer rows than before: what was in sight may be past the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is put right when the length changes
  useLayoutEffect(() => {
    move(positionAt(mapNow.current, virtualTop(now.current)));
  }, [map.virtual]);

  const showRow = useCallback(
    (row: number) => {
      const next = scrollToRow(mapNow.current, now.current, rowHeight, row);
      if (next !== null) move(next);
    },
    [move, rowHeight],
  );

  return { map, position, showRow };
}
