/** How large a figure is, and for what. */
export interface FigurePreset {
  readonly id: 'screen' | 'single' | 'double' | 'slide';
  readonly name: string;
  /** What it is made for: shown beside the name. */
  readonly note: string;
  /** Width on paper; null: as on screen. */
  readonly millimetres: number | null;
  /** Height of the drawing as a share of its width; null: as on screen. */
  readonly aspect: number | null;
  readonly points: number;
  /** In a paper the caption says it. */
  readonly hasTitle: boolean;
}

/** A slide 16:9 as programs make it: 13.33 inches wide. */
const SLIDE_MM = 338.67;

export const FIGURE_PRESETS: readonly FigurePreset[] = [
  { id: 'screen', name: 'As on screen', note: '', millimetres: null, aspect: null, points: 9, hasTitle: true },
  { id: 'single', name: 'Single column', note: '84 mm', millimetres: 84, aspect: 0.78, points: 8, hasTitle: false },
  { id: 'double', name: 'Double column', note: '174 mm', millimetres: 174, aspect: 0.46, points: 8, hasTitle: false },
  { id: 'slide', name: 'Slide', note: '16:9', millimetres: SLIDE_MM, aspect: 0.5, points: 16, hasTitle: true },
];

export const FONT_POINTS = [6, 7, 8, 9, 10, 12, 14, 16, 20] as const;

export interface FigureOptions {
  readonly preset: FigurePreset['id'];
  readonly points: number;
  readonly theme: 'light' | 'dark';
  /** Inks in greys; curves are told apart by dashes and marks. */
  readonly isGrey: boolean;
  readonly hasTitle: boolean;
}

export const optionsOf = ({ id, points, hasTitle }: FigurePreset, before?: FigureOptions): FigureOptions => ({
  preset: id,
  points,
  hasTitle,
  theme: before?.theme ?? 'light',
  isGrey: before?.isGrey ?? false,
});

/** Labels are 12 px in a drawing: 9 points at 96 pixels an inch. */
const LABEL_POINTS = 9;
const PIXELS_PER_MM = 96 / 25.4;
const LEAST = 200;

export interface Layout {
  /** Pixels that the drawing is laid out in. */
  readonly width: number;
  readonly height: number;
  /** Pixels of CSS on paper per pixel of the drawing. */
  readonly scale: number;
  readonly unit: 'px' | 'mm';
}

/** Narrower drawings set their parts one below the other. */
const STACKS_BELOW = 560;

/**
 * The drawing is laid out so that its labels, scaled to the width asked for, have the size asked for. `parts`: of the drawing,
 * beside each other where there is room.
 */
export function layoutOf(
  { preset, points }: FigureOptions,
  screen: { readonly width: number; readonly height: number },
  parts = 1,
): Layout {
  const { millimetres, aspect } = FIGURE_PRESETS.find(({ id }) => id === preset)!;
  const wanted = points / LABEL_POINTS;
  const paper = millimetres === null ? screen.width : millimetres * PIXELS_PER_MM;
  const width = Math.max(LEAST, Math.round(paper / wanted));
  const stacked = parts > 1 && millimetres !== null && width < STACKS_BELOW ? parts * 0.85 : 1;
  const share = stacked * (aspect ?? screen.height / Math.max(1, screen.width));
  return {
    width,
    height: Math.max(160, Math.round(width * share)),
    // Exactly the width asked for, whatever the rounding above.
    scale: paper / width,
    unit: millimetres === null ? 'px' : 'mm',
  };
}
