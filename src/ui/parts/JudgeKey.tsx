import { judgeStyle } from './judge-style.ts';

/** The line sample of a judge: colour, dash and mark together. Decoration beside the judge's name. */
export function JudgeKey({ index }: { readonly index: number }) {
  const { color, dash } = judgeStyle(index);
  return (
    <svg width="22" height="10" viewBox="0 0 22 10" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path d="M1 5H21" fill="none" stroke={color} strokeWidth={dash ? 1.5 : 2.25} strokeDasharray={dash} />
      <g transform="translate(11 5)">
        <JudgeMarkShape index={index} size={6.4} />
      </g>
    </svg>
  );
}

/** The mark alone, centred on 0,0. Judge 1 is filled; the others are hollow. */
export function JudgeMarkShape({ index, size }: { readonly index: number; readonly size: number }) {
  const { color, mark } = judgeStyle(index);
  const r = size / 2;
  const hollow = { fill: 'var(--surface)', stroke: color, strokeWidth: 1.6 };
  switch (mark) {
    case 'dot':
      return <circle r={r + 0.3} fill={color} />;
    case 'square':
      return <rect x={-r} y={-r} width={size} height={size} {...hollow} />;
    case 'triangle':
      return <path d={`M0 ${-r - 0.8}L${r + 0.8} ${r + 0.3}H${-r - 0.8}Z`} {...hollow} />;
    case 'cross':
      return <path d={`M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`} fill="none" stroke={color} strokeWidth={1.8} />;
  }
}
