import type { Verdict } from '../../core/trajectory/index.ts';

const NAMES: Readonly<Record<Verdict, string>> = {
  right: 'right',
  wrong: 'wrong',
  unknown: 'right or wrong not known',
};

/** Right: filled with a tick. Wrong: ring with a cross. Unknown: dashed ring. */
export function VerdictGlyph({ verdict }: { readonly verdict: Verdict }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" role="img" aria-label={NAMES[verdict]} style={{ flex: 'none' }}>
      {verdict === 'right' && (
        <>
          <circle cx="7" cy="7" r="6.5" fill="var(--safe)" />
          <path
            d="M4 7.3l2.1 2.1L10 5.2"
            fill="none"
            stroke="var(--surface)"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      )}
      {verdict === 'wrong' && (
        <>
          <circle cx="7" cy="7" r="5.7" fill="none" stroke="var(--unsafe)" strokeWidth="1.5" />
          <path d="M4.9 4.9l4.2 4.2M9.1 4.9L4.9 9.1" stroke="var(--unsafe)" strokeWidth="1.5" strokeLinecap="round" />
        </>
      )}
      {verdict === 'unknown' && (
        <circle cx="7" cy="7" r="5.7" fill="none" stroke="var(--ink-3)" strokeWidth="1.3" strokeDasharray="2.5 1.8" />
      )}
    </svg>
  );
}
