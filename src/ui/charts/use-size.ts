import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The content size of an element in whole pixels; null before the first layout. New again once fonts have loaded. */
export const useSize = <T extends HTMLElement>(): readonly [RefObject<T | null>, Size | null] => {
  const ref = useRef<T>(null);
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const width = Math.floor(element.clientWidth);
      const height = Math.floor(element.clientHeight);
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Texts were measured in a fallback face while a font was on its way: the same size again, as a new object.
    const remeasure = () => setSize((old) => old && { ...old });
    document.fonts.addEventListener('loadingdone', remeasure);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', remeasure);
    };
  }, []);
  return [ref, size];
};
