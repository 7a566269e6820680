import { useId } from 'react';
import { formatCount, formatShare } from '../parts/format.ts';
import { UnsafeHatch } from '../parts/Hatch.tsx';
import { type FlowBar, type FlowRibbon, type FlowTone, layoutFlow, type StopFlow } from './flow-layout.ts';

const LEFTS = [0, 340, 680, 1020] as const;
const BAR = 28;
const WIDTH = 1440;
const TOP = 12;

const FILLS: Readonly<Record<FlowTone, string>> = {
  ink: 'var(--ink)',
  quiet: 'var(--line-strong)',
  safe: 'var(--safe)',
  unsafe: 'var(--unsafe)',
  unknown: 'var(--control)',
};

const ENDS: Readonly<Record<string, readonly [name: string, why: string]>> = {
  saved: ['saved', 'native was right too'],
  rescued: ['rescued', 'native was wrong'],
  harmed: ['harmed', 'native was right'],
  'already-wrong': ['already wrong', 'native was wrong too'],
};

/** From all questions to the early stops, to safe and unsafe, to what native would have given. Unsafe is hatched. */
export function FlowDiagram({ flow, height }: { readonly flow: StopFlow; readonly height: number }) {
  const hatch = useId();
  const { bars, ribbons } = layoutFlow(flow, height - 24);
  const digits = Math.max(...bars.filter(({ id }) => ENDS[id]).map(({ count }) => formatCount(count).length), 1);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={WIDTH}
      height={height}
      preserveAspectRatio="xMinYMin meet"
      role="img"
      aria-label={flowWords(flow)}
      style={{ display: 'block' }}
    >
      <defs>
        <UnsafeHatch id={hatch} />
      </defs>
      <g transform={`translate(0 ${TOP})`}>
        {flow.stopped > 0 && <Fan height={height - 24} share={bars[0]!.height} />}
        {ribbons.map((ribbon) => (
          <Ribbon key={ribbon.id} ribbon={ribbon} />
        ))}
        {bars.map((bar) => (
          <Bar key={bar.id} bar={bar} hatch={hatch} />
        ))}
        {bars.map((bar) => (
          <Label key={bar.id} bar={bar} flow={flow} digits={digits} />
        ))}
      </g>
    </svg>
  );
}

/** The stopped share of all questions, drawn out to the full height. */
function Fan({ height, share }: { readonly height: number; readonly share: number }) {
  return (
    <>
      <path d={`M${BAR},0L${LEFTS[1]},0V${height}L${BAR},${share}Z`} fill="var(--shade)" />
      <path d={`M${BAR},${share}L${LEFTS[1]},${height}`} stroke="var(--line-strong)" strokeDasharray="3 4" />
    </>
  );
}

function Ribbon({ ribbon: { from, top, bottom, tone } }: { readonly ribbon: FlowRibbon }) {
  const [x0, x1] = [LEFTS[from] + BAR, LEFTS[from + 1]!];
  const middle = (x0 + x1) / 2;
  return (
    <path
      d={`M${x0},${top[0]}C${middle},${top[0]} ${middle},${top[1]} ${x1},${top[1]}V${bottom[1]}C${middle},${bottom[1]} ${middle},${bottom[0]} ${x0},${bottom[0]}Z`}
      fill={FILLS[tone]}
      opacity={tone === 'safe' ? 0.16 : 0.14}
    />
  );
}

function Bar({ bar: { column, y, height, tone }, hatch }: { readonly bar: FlowBar; readonly hatch: string }) {
  if (height === 0) return null;
  const x = LEFTS[column];
  if (tone !== 'unsafe') return <rect x={x} y={y} width={BAR} height={height} fill={FILLS[tone]} />;
  return (
    <rect
      x={x + 0.75}
      y={y + 0.75}
      width={BAR - 1.5}
      height={Math.max(1, height - 1.5)}
      fill={`url(#${hatch})`}
      stroke="var(--unsafe)"
      strokeWidth="1.5"
    />
  );
}

function Label({ bar, flow, digits }: { readonly bar: FlowBar; readonly flow: StopFlow; readonly digits: number }) {
  const { id, count } = bar;
  const end = ENDS[id];
  if (end) return <EndLabel bar={bar} name={end[0]} why={end[1]} digits={digits} />;
  switch (id) {
    case 'native':
      return count === 0 ? null : <NativeLabel bar={bar} questions={flow.questions} />;
    case 'stopped':
      return (
        <Large
          x={LEFTS[1] - 16}
          y={50}
          count={count}
          words={`stopped early, ${formatShare(count / flow.questions)}`}
          fill="var(--ink)"
        />
      );
    case 'safe':
      return <Large x={LEFTS[2] - 16} y={bar.labelY} count={count} words="safe" fill="var(--safe)" />;
    case 'unsafe': {
      // Of the stops where right or wrong is known, as the selected-stop risk is.
      const known = flow.safe + flow.unsafe;
      const words = known === 0 ? 'unsafe' : `unsafe, ${formatShare(count / known)}`;
      return <Large x={LEFTS[2] - 16} y={bar.labelY} count={count} words={words} fill="var(--unsafe)" />;
    }
    case 'unknown':
      return <Large x={LEFTS[2] - 16} y={bar.labelY} count={count} words="not known" fill="var(--ink-2)" />;
    default:
      return null;
  }
}

/** A large number right of nothing and left of its bar, with a line of words below. */
function Large({
  x,
  y,
  count,
  words,
  fill,
}: {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  readonly words: string;
  readonly fill: string;
}) {
  return (
    <>
      <text x={x} y={y} textAnchor="end" fontSize="40" fontWeight="620" letterSpacing="-1" fill={fill}>
        {formatCount(count)}
      </text>
      <text x={x} y={y + 26} textAnchor="end" fontSize="16" fill="var(--ink-2)">
        {words}
      </text>
    </>
  );
}

function NativeLabel({ bar, questions }: { readonly bar: FlowBar; readonly questions: number }) {
  const y = Math.max(bar.y + 26, bar.labelY - 62);
  return (
    <>
      <text x={44} y={y} fontSize="28" fontWeight="600" letterSpacing="-.5" fill="var(--ink-2)">
        {formatCount(bar.count)}
      </text>
      <text x={44} y={y + 26} fontSize="16" fill="var(--ink-2)">
        ran to the native end
      </text>
      <text x={44} y={y + 48} fontSize="15" fill="var(--ink-3)">
        of {formatCount(questions)} questions
      </text>
    </>
  );
}

function EndLabel({
  bar,
  name,
  why,
  digits,
}: {
  readonly bar: FlowBar;
  readonly name: string;
  readonly why: string;
  /** Of the longest count: words stand below each other. */
  readonly digits: number;
}) {
  const x = LEFTS[3] + BAR + 16;
  const y = bar.labelY + 7;
  const isNone = bar.count === 0;
  return (
    <>
      <text x={x} y={y} fontSize="22" fontWeight="600" fill={isNone ? 'var(--ink-3)' : 'var(--ink)'}>
        {formatCount(bar.count)}
      </text>
      <text x={x + 16 + 14 * digits} y={y} fontSize="18" fontWeight="550" fill={isNone ? 'var(--ink-3)' : 'var(--ink)'}>
        {name}
        <tspan dx="12" fontSize="16" fontWeight="400" fill="var(--ink-3)">
          {why}
        </tspan>
      </text>
    </>
  );
}

/** The whole diagram as a sentence. */
export function flowWords({ questions, stopped, safe, unsafe, unknown, ends }: StopFlow): string {
  const first = `Of ${formatCount(questions)} questions, ${formatCount(stopped)} stopped early`;
  if (stopped === 0) return `${first}.`;
  const known = `: ${formatCount(safe)} safe, ${formatCount(unsafe)} unsafe${unknown > 0 ? `, ${formatCount(unknown)} not known` : ''}`;
  if (ends === null) return `${first}${known}.`;
  const { saved, rescued, harmed, alreadyWrong } = ends;
  return `${first}${known}. Safe: ${formatCount(saved)} saved, ${formatCount(rescued)} rescued. Unsafe: ${formatCount(harmed)} harmed, ${formatCount(alreadyWrong)} already wrong.`;
}
