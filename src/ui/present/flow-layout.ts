/** Early stops and what became of them. All counts are questions. */
export interface StopFlow {
  readonly questions: number;
  readonly stopped: number;
  readonly safe: number;
  readonly unsafe: number;
  /** Stopped where right or wrong is not known. */
  readonly unknown: number;
  /** null where it is not known whether native was right. */
  readonly ends: {
    readonly saved: number;
    readonly rescued: number;
    readonly harmed: number;
    readonly alreadyWrong: number;
  } | null;
}

export type FlowTone = 'ink' | 'quiet' | 'safe' | 'unsafe' | 'unknown';

/** A node: a bar from `y` down, `height` px. A count of 0 has no height and still has a label. */
export interface FlowBar {
  readonly id: string;
  readonly column: 0 | 1 | 2 | 3;
  readonly y: number;
  readonly height: number;
  readonly count: number;
  readonly tone: FlowTone;
  /** Where the middle of the label stands; labels keep apart from each other. */
  readonly labelY: number;
}

/** A ribbon between two bars, as y positions of its ends. */
export interface FlowRibbon {
  readonly id: string;
  readonly from: 0 | 1 | 2;
  readonly top: readonly [number, number];
  readonly bottom: readonly [number, number];
  readonly tone: FlowTone;
}

export interface FlowLayout {
  readonly bars: readonly FlowBar[];
  readonly ribbons: readonly FlowRibbon[];
}

const GAP = 16;
/** Room of a label: one line at the ends, a large number above a line in the middle. */
const LABEL = { 2: 76, 3: 34 } as const;
/** One question among many is still seen. */
const THINNEST = 3;

/** Lays the flow out in `height` px. The stopped questions fill the second column: theirs is the story. */
export function layoutFlow(flow: StopFlow, height: number): FlowLayout {
  const { questions, stopped } = flow;
  const part = questions === 0 ? 0 : (stopped / questions) * height;
  const share = stopped === 0 ? 0 : Math.min(height - THINNEST - 3, Math.max(THINNEST, part - 1.5));
  const rest = questions - stopped;
  const restTop = stopped === 0 ? 0 : share + 3;
  const bars: FlowBar[] = [
    { id: 'stopped-share', column: 0, y: 0, height: share, count: stopped, tone: 'ink', labelY: 0 },
    {
      id: 'native',
      column: 0,
      y: restTop,
      height: rest === 0 ? 0 : height - restTop,
      count: rest,
      tone: 'quiet',
      labelY: height,
    },
  ];
  if (stopped === 0) return { bars, ribbons: [] };
  bars.push({ id: 'stopped', column: 1, y: 0, height, count: stopped, tone: 'ink', labelY: 0 });
  const outcomes = stackBars(
    2,
    [
      ['safe', flow.safe, 'safe'],
      ['unsafe', flow.unsafe, 'unsafe'],
      ...(flow.unknown > 0 ? [['unknown', flow.unknown, 'unknown'] as const] : []),
    ],
    height,
  );
  const ribbons = spread('stopped', { y: 0, height }, 1, outcomes);
  bars.push(...outcomes);
  if (flow.ends === null) return { bars, ribbons };
  const ends = stackBars(
    3,
    [
      ['saved', flow.ends.saved, 'safe'],
      ['rescued', flow.ends.rescued, 'safe'],
      ['harmed', flow.ends.harmed, 'unsafe'],
      ['already-wrong', flow.ends.alreadyWrong, 'unsafe'],
    ],
    flow.unknown === 0 ? height : outcomes.at(-1)!.y - GAP,
  );
  const [safe, unsafe] = outcomes;
  ribbons.push(...spread('safe', safe!, 2, ends.slice(0, 2)), ...spread('unsafe', unsafe!, 2, ends.slice(2)));
  return { bars: [...bars, ...ends], ribbons };
}

function stackBars(
  column: 2 | 3,
  parts: readonly (readonly [id: string, count: number, tone: FlowTone])[],
  height: number,
): readonly FlowBar[] {
  const total = parts.reduce((sum, [, count]) => sum + count, 0);
  const room = height - GAP * (parts.length - 1);
  let y = 0;
  const bars = parts.map(([id, count, tone]) => {
    const own = total === 0 ? 0 : (count / total) * room;
    const bar = { id, column, y, height: own, count, tone };
    y += own + GAP;
    return bar;
  });
  const middles = keepApart(
    bars.map((bar) => bar.y + bar.height / 2),
    LABEL[column],
    height,
  );
  return bars.map((bar, i) => ({ ...bar, labelY: middles[i]! }));
}

/** Moves middles apart to at least `least`, inside 0 .. height where there is room, in their order. */
export function keepApart(middles: readonly number[], least: number, height: number): readonly number[] {
  const placed = [...middles];
  for (let i = 0; i < placed.length; i++) {
    placed[i] = Math.max(placed[i]!, i === 0 ? least / 2 : placed[i - 1]! + least);
  }
  for (let i = placed.length - 1; i >= 0; i--) {
    placed[i] = Math.min(placed[i]!, i === placed.length - 1 ? height - least / 2 : placed[i + 1]! - least);
  }
  return placed;
}

/** Ribbons from a bar to the bars that it splits into: the whole bar is handed on, in order. */
function spread(
  id: string,
  source: Pick<FlowBar, 'y' | 'height'>,
  from: FlowRibbon['from'],
  targets: readonly FlowBar[],
): FlowRibbon[] {
  const total = targets.reduce((sum, { count }) => sum + count, 0);
  let y = source.y;
  return targets.flatMap((bar) => {
    if (bar.count === 0) return [];
    const own = (bar.count / total) * source.height;
    const ribbon: FlowRibbon = {
      id: `${id} ${bar.id}`,
      from,
      top: [y, bar.y],
      bottom: [y + own, bar.y + bar.height],
      tone: bar.tone,
    };
    y += own;
    return [ribbon];
  });
}
