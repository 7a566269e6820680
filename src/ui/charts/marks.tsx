/** Native: solid ink diamond, 14 px. */
export function NativeMark({ x, y }: { readonly x: number; readonly y: number }) {
  return <path d={diamond(x, y)} fill="var(--ink)" />;
}

/** An oracle: hollow and dashed, in ink, for it depends on labels. */
export function OracleMark({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <path d={diamond(x, y)} fill="var(--surface)" stroke="var(--ink-2)" strokeWidth={1.5} strokeDasharray="2.5 1.8" />
  );
}

/** A fixed budget: hollow circle, 8 px. */
export function BudgetMark({ x, y }: { readonly x: number; readonly y: number }) {
  return <circle cx={x} cy={y} r={4} fill="var(--surface)" stroke="var(--ink-2)" strokeWidth={1.5} />;
}

const diamond = (x: number, y: number): string => `M${x},${y - 7}l7,7l-7,7l-7,-7Z`;

/** Snowflake strokes in a 16 px box: frozen, drawn inside chart graphics. */
export const SNOWFLAKE = 'M8 2v12M2.8 5l10.4 6M13.2 5L2.8 11M6.5 3L8 4.5 9.5 3M6.5 13L8 11.5l1.5 1.5';
