import { judgeStyle, markPath } from './judge-style.ts';

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
  const { d, paint } = markPath(mark, size);
  if (paint === 'filled') return <path d={d} fill={color} />;
  return <path d={d} fill={paint === 'hollow' ? 'var(--surface)' : 'none'} stroke={color} strokeWidth={1.6} />;
}
