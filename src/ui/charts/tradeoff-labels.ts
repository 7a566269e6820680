import { GAP, type Polyline } from './decimate.ts';
import { type Box, freeCorner, type LabelSpot, type LabelWish, placeLabels } from './labels.ts';
import { measureText } from './measure-text.ts';
import { sampleLines } from './samples.ts';
import type { Point } from './track.ts';
import type { Plot } from './view.ts';

/** A mark with a name and, below it, smaller words. */
export interface NamedMark extends Point {
  readonly id: string;
  readonly name: string;
  readonly detail: string | undefined;
}

export interface LabelledCurve {
  readonly judgeIndex: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly line: Polyline;
}

export interface LabelScene {
  readonly plot: Plot;
  readonly marks: readonly NamedMark[];
  readonly curves: readonly LabelledCurve[];
  /** Rectangles that stay free: the handle at its frozen place, its flag. */
  readonly reserved: readonly Box[];
  readonly notes: readonly string[];
  readonly edge: { readonly y: number; readonly text: string; readonly right: number } | null;
  /** Size of the overview; null when nothing is zoomed. */
  readonly overview: { readonly width: number; readonly height: number } | null;
}

export interface LabelLayout {
  readonly spots: ReadonlyMap<string, LabelSpot>;
  readonly overview: Box | null;
}

const LINE = 15;
const MARK = 9;

export const layoutLabels = (scene: LabelScene): LabelLayout => {
  const { plot } = scene;
  const bounds = { x: plot.left + 2, y: plot.top, width: plot.width - 2, height: plot.height };
  const samples = sampleLines(
    scene.curves.map((curve) => curve.line),
    plot,
  );
  const marks: Box[] = [
    ...scene.marks.map(({ x, y }) => ({ x: x - MARK, y: y - MARK, width: 2 * MARK, height: 2 * MARK })),
    ...scene.reserved,
  ];
  const inset = scene.overview && freeCorner(scene.overview, shrink(bounds, 0, 8), marks, samples);
  if (inset) marks.push({ x: inset.x - 6, y: inset.y - 6, width: inset.width + 6, height: inset.height + 6 });
  const wishes = [
    ...scene.marks.map(wishOfMark),
    ...scene.curves.filter((curve) => curve.isActive).map((curve) => wishOfCurve(curve, plot)),
    ...scene.curves.filter((curve) => !curve.isActive).map((curve) => wishOfCurve(curve, plot)),
    ...(scene.edge ? [wishOfEdge(scene.edge, plot)] : []),
    ...(scene.notes.length > 0 ? [wishOfNotes(scene.notes, plot)] : []),
  ];
  // Names may stand a little outside the plot, into the free margin at the right.
  const room = { x: bounds.x, y: bounds.y, width: bounds.width + 14, height: bounds.height };
  return { spots: placeLabels(wishes, marks, samples, room), overview: inset };
};

const shrink = (box: Box, dx: number, dy: number): Box => ({
  x: box.x + dx,
  y: box.y + dy,
  width: box.width - 2 * dx,
  height: box.height - 2 * dy,
});

const wishOfMark = ({ id, name, detail, x, y }: NamedMark): LabelWish => {
  const width = Math.max(measureText(name, 12, 600), detail ? measureText(detail, 11) : 0) + 4;
  const height = detail ? 2 * LINE : LINE;
  const spot = (left: number, top: number, align: LabelSpot['align']): LabelSpot => ({
    x: left,
    y: top,
    width,
    height,
    align,
    leader: null,
  });
  return {
    id,
    spots: [
      spot(x - width / 2, y - 13 - height, 'middle'),
      spot(x - 14 - width, y - height / 2, 'end'),
      spot(x + 14, y - height / 2, 'start'),
      spot(x - width / 2, y + 13, 'middle'),
      spot(x - width + 8, y - 15 - height, 'end'),
      spot(x - 8, y - 15 - height, 'start'),
      spot(x - width + 8, y + 15, 'end'),
      spot(x - 8, y + 15, 'start'),
    ],
  };
};

const DISTANCES = [
  [0, 15],
  [0, -15],
  [30, 66],
  [34, 58],
  [24, 40],
  [-24, -40],
  [-30, -60],
  [36, 90],
  [-36, -90],
  [50, 130],
] as const;

/** A name beside its curve, or at the end of a short line from it. */
const wishOfCurve = ({ judgeIndex, name, isActive, line }: LabelledCurve, plot: Plot): LabelWish => {
  const width = measureText(name, 12, 600) + 6;
  const spots: LabelSpot[] = [];
  for (const [dx, dy] of isActive ? DISTANCES : DISTANCES.slice(2)) {
    for (const share of isActive ? [0.5, 0.56, 0.44, 0.62, 0.36, 0.7, 0.28, 0.8] : shares(judgeIndex)) {
      const at = vertexAt(line, plot.left + plot.width * share, plot);
      if (!at) continue;
      const isNear = dx === 0;
      const left = isNear ? at.x - width / 2 : dx > 0 ? at.x + dx + 2 : at.x + dx - 2 - width;
      spots.push({
        x: left,
        y: at.y + dy - (isNear ? (dy > 0 ? 0 : LINE) : LINE / 2),
        width,
        height: LINE,
        align: isNear ? 'middle' : dx > 0 ? 'start' : 'end',
        leader: isNear ? null : at,
      });
    }
  }
  return { id: `judge-${judgeIndex}`, spots };
};

/** Judges look for room at different places, so that their names do not crowd. */
const shares = (judgeIndex: number): number[] =>
  [0.28, 0.15, 0.4, 0.55, 0.7, 0.85].map((_, i, all) => all[(i + judgeIndex + 5) % all.length]!);

const wishOfEdge = ({ y, text, right }: { y: number; text: string; right: number }, plot: Plot): LabelWish => {
  const width = measureText(text, 11) + 4;
  const at = (share: number, dy: number): LabelSpot => ({
    x: plot.left + (right - plot.left - width - 16) * share + 8,
    y: y + dy,
    width,
    height: LINE,
    align: 'start',
    leader: null,
  });
  return { id: 'edge', spots: [0.55, 0.02, 0.3, 0.75].flatMap((share) => [at(share, 4), at(share, -LINE - 2)]) };
};

const wishOfNotes = (lines: readonly string[], plot: Plot): LabelWish => {
  const width = Math.max(...lines.map((line) => measureText(line, 11))) + 4;
  const height = lines.length * 16;
  const spot = (x: number, y: number): LabelSpot => ({ x, y, width, height, align: 'start', leader: null });
  const left = plot.left + 8;
  const right = plot.left + plot.width - width - 16;
  return {
    id: 'notes',
    spots: [
      spot(left, plot.top + 6),
      spot(right, plot.top + 6),
      spot(left, plot.top + plot.height - height - 6),
      spot(right, plot.top + plot.height - height - 6),
    ],
  };
};

/** The first place of the line in the pixel column at x that is inside the plot. */
const vertexAt = (line: Polyline, x: number, plot: Plot): Point | null => {
  for (let i = 1; i < line.length; i++) {
    if (line.rows[i] === GAP || line.rows[i - 1] === GAP) continue;
    const [x0, x1] = [line.px[i - 1]!, line.px[i]!];
    if ((x - x0) * (x - x1) > 0 || x0 === x1) continue;
    const y = line.py[i - 1]! + ((line.py[i]! - line.py[i - 1]!) * (x - x0)) / (x1 - x0);
    if (y > plot.top && y < plot.top + plot.height) return { x, y };
  }
  return null;
};
