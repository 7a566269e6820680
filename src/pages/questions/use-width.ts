import { useEffect, useState } from 'react';

function useMedia(query: string): boolean {
  const [isTrue, setTrue] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setTrue(list.matches);
    follow();
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return isTrue;
}

/** Facets and panel become sheets. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 1023.98px)');
export const useIsPhone = (): boolean => useMedia('(max-width: 599.98px)');
