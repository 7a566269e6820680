import { useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const QUERY = '(max-width: 759.98px)';

const subscribe = (onChange: () => void): (() => void) => {
  const list = matchMedia(QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
};

/** On a narrow screen slides stand below each other, as high as they need to be. On paper they are always 16:9. */
export function useIsFlow(): boolean {
  const isNarrow = useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // Printing takes what is on the page when this handler ends.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return isNarrow && !isPrinting;
}
