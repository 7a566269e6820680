import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The newest value for handlers that outlive a render: so that a callback made anew each time redraws no chart. */
export const useLatest = <T>(value: T): RefObject<T> => {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
};
