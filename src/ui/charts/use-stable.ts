import { useRef } from 'react';

/** The same object as before while its content is the same: so that props made anew on each render redraw nothing. */
export const useStable = <T>(value: T, isSame: (a: T, b: T) => boolean): T => {
  const ref = useRef(value);
  if (ref.current !== value && !isSame(ref.current, value)) ref.current = value;
  return ref.current;
};
