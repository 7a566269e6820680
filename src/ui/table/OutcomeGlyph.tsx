import { useId } from 'react';
import { UnsafeHatch } from '../parts/Hatch.tsx';

/** What happened to a question, in five shapes: never by colour alone. */
export type OutcomeShape = 'safe' | 'unsafe' | 'missed' | 'kept' | 'unreachable' | 'unknown';

/** Safe: solid dot. Unsafe: hatched dot. Missed: dashed ring. Kept: bar. Unreachable: three dots. Decoration beside words. */
export function OutcomeGlyph({ shape }: { readonly shape: OutcomeShape }) {
  const hatch = useId();
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      {shape === 'safe' && <circle cx="6" cy="6" r="5" fill="var(--safe)" />}
      {shape === 'unsafe' && (
        <>
          <defs>
            <UnsafeHatch id={hatch} />
          </defs>
          <circle cx="6" cy="6" r="4.7" fill={`url(#${hatch})`} stroke="var(--unsafe)" strokeWidth="1.3" />
        </>
      )}
      {shape === 'missed' && (
        <circle cx="6" cy="6" r="4.5" fill="none" stroke="var(--ink-2)" strokeWidth="1.5" strokeDasharray="2.5 1.6" />
      )}
      {shape === 'kept' && <path d="M1.5 6h9" stroke="var(--ink-2)" strokeWidth="2" strokeLinecap="round" />}
      {shape === 'unreachable' && (
        <path d="M2 6h.1M6 6h.1M10 6h.1" stroke="var(--ink-3)" strokeWidth="2.2" strokeLinecap="round" />
      )}
      {shape === 'unknown' && <circle cx="6" cy="6" r="4.5" fill="none" stroke="var(--ink-3)" strokeWidth="1.2" />}
    </svg>
  );
}
