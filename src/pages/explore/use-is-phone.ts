import { useEffect, useState } from 'react';

/** True under 600 px: the threshold moves to a dock at the foot. */
export function useIsPhone(): boolean {
  const query = '(max-width: 599px)';
  const [isPhone, setPhone] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setPhone(list.matches);
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, []);
  return isPhone;
}
