const SECOND = 1000;
/** Earlier than this the pace is a guess. */
const SETTLED_MS = SECOND;
const SETTLED_SHARE = 0.02;

/** How long the rest takes at the pace so far, in words; null while that cannot be told. */
export function timeLeft(done: number, total: number, elapsedMs: number): string | null {
  if (elapsedMs < SETTLED_MS || done <= 0 || total <= 0 || done < total * SETTLED_SHARE || done >= total) return null;
  const seconds = Math.ceil(((elapsedMs / done) * (total - done)) / SECOND);
  if (seconds < 60) return `about ${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}
