import { type RefObject, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { ZoomMemory } from './figure-style.ts';
import { pointIn } from './point-in.ts';
import { useLatest } from './use-latest.ts';
import { type Plot, projection, shiftInto, toValue, type View, zoomView } from './view.ts';

interface Chosen {
  /** Axes it was chosen for: other metrics start afresh. */
  readonly key: string;
  readonly view: View | 'focus' | 'whole';
}

const NAME = 'view';

/** The zoom window of a chart: the useful stretch at first, everything, or what the wheel and the overview made of it. */
export const useZoom = (
  root: RefObject<HTMLElement | null>,
  plot: Plot | null,
  whole: View,
  focus: View,
  key: string,
): { readonly view: View; readonly setView: (view: View | 'focus' | 'whole') => void } => {
  const memory = useContext(ZoomMemory);
  // Only this hook writes under that name.
  const [chosen, setChosen] = useState<Chosen>(
    () => (memory?.get(NAME) as Chosen | undefined) ?? { key, view: 'focus' },
  );
  const wish = chosen.key === key ? chosen.view : 'focus';
  const view = useMemo(() => resolve(wish, whole, focus), [wish, whole, focus]);
  const setView = useCallback(
    (next: View | 'focus' | 'whole') => {
      memory?.set(NAME, { key, view: next } satisfies Chosen);
      setChosen({ key, view: next });
    },
    [key, memory],
  );
  const latest = useLatest({ plot, whole, view, setView });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { plot, whole, view, setView } = latest.current;
      if (!plot || !wantsZoom(event)) return;
      event.preventDefault();
      const pointer = pointIn(element, event);
      const at = projection(view, plot);
      const around = { x: toValue(at.x, pointer.x), y: toValue(at.y, pointer.y) };
      setView(zoomView(view, around, wheelFactor(event), whole));
    };
    // React's own wheel listeners are passive: they cannot keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [root, latest]);
  return { view, setView };
};

const resolve = (view: View | 'focus' | 'whole', whole: View, focus: View): View => {
  if (view === 'whole') return whole;
  if (view === 'focus') return focus;
  const inside = { x: shiftInto(view.x, whole.x), y: shiftInto(view.y, whole.y) };
  return inside.x === whole.x && inside.y === whole.y
    ? whole
    : inside.x === view.x && inside.y === view.y
      ? view
      : inside;
};

/** A plain wheel zooms only where there is nothing to scroll; elsewhere it takes Ctrl, as a pinch sends it. */
export const wantsZoom = (event: WheelEvent): boolean =>
  event.ctrlKey || event.metaKey || document.documentElement.scrollHeight <= window.innerHeight + 1;

export const wheelFactor = (event: WheelEvent): number =>
  Math.exp(
    Math.max(-100, Math.min(100, event.deltaY * (event.deltaMode === 1 ? 20 : 1))) * (event.ctrlKey ? 0.008 : 0.002),
  );
