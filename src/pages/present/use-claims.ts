import { useEffect } from 'react';
import { fetchConfirmed, fetchLooseClaims, looseClaimsKey } from '../../store/protocol.ts';
import type { Talk } from './use-talk.ts';

/** How long a hand must rest: claims resample, which takes longer than a frame. */
const REST_MS = 400;

/** Keeps the claims in step with the policy. */
export function useClaims({ dataset, view }: Talk): void {
  const key = looseClaimsKey(dataset, view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that claims depend on
  useEffect(() => {
    void fetchConfirmed();
    const timer = setTimeout(() => void fetchLooseClaims(), REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
}
