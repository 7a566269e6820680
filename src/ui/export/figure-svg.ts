import { measureText } from '../charts/measure-text.ts';
import { judgeStyle, markPath } from '../parts/judge-style.ts';
import { embeddedFonts } from './fonts.ts';
import { flowRows, wrapSmallPrint } from './small-print.ts';

/**
 * A chart as one self-contained SVG file: every drawing inside the element, at its place, with the colours and fonts that
 * the browser resolved, and the fonts themselves. No script, and no reference to anything outside.
 */
export interface SvgExport {
  /** Name of the picture for those who hear it; written above it where `hasTitle`. */
  readonly title: string;
  readonly hasTitle: boolean;
  /** What the vertical axis is, where the drawing itself does not say so. */
  readonly yTitle: string | null;
  /** Judges whose curves the drawing does not name itself. */
  readonly keys: readonly JudgeName[];
  /** Small print below the drawing: the dataset, the policy, "synthetic replica". */
  readonly smallPrint: readonly string[];
  /** The record for programs, and the id of its element. */
  readonly record: { readonly mark: string; readonly json: string } | null;
  /** Size of the file: a pixel of the drawing is so many of these units. */
  readonly scale: number;
  readonly unit: 'px' | 'mm';
}

export interface JudgeName {
  readonly index: number;
  readonly name: string;
}

export interface DrawnFigure {
  readonly svg: string;
  /** Of the whole picture, in pixels of CSS at the size it states. */
  readonly width: number;
  readonly height: number;
}

/** What a shape needs to look the same elsewhere. Geometry stays in the attributes. */
const PAINT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'paint-order',
] as const;
const TYPE = ['font-family', 'font-size', 'font-weight', 'text-anchor', 'font-variant-numeric'] as const;
const KEPT = new Set(
  'd x y x1 y1 x2 y2 cx cy r rx ry width height transform viewBox clip-path id points patternUnits patternTransform clipPathUnits preserveAspectRatio'.split(
    ' ',
  ),
);
const SHAPES = new Set(['svg', 'g', 'path', 'rect', 'circle', 'line', 'text', 'tspan', 'clipPath', 'defs', 'pattern']);
const NAMESPACE = 'http://www.w3.org/2000/svg';
const TITLE = 26;
const AXIS = 20;
const FOOT = { size: 9.5, line: 13, side: 8 };
const PIXELS_PER_MM = 96 / 25.4;

/** Draws what stands in `root`, at its size there. */
export async function drawFigure(root: HTMLElement, wish: SvgExport): Promise<DrawnFigure> {
  const bounds = root.getBoundingClientRect();
  const { width, height } = { width: Math.ceil(bounds.width), height: Math.ceil(bounds.height) };
  const style = getComputedStyle(root);
  const top = (wish.hasTitle ? TITLE : 0) + (wish.yTitle === null ? 0 : AXIS);
  const lines = wrapSmallPrint(wish.smallPrint, width - 2 * FOOT.side, (text) => measureText(text, FOOT.size));
  const keys = placeKeys(wish.keys, width);
  const foot = top + height + keys.height;
  const total = foot + (lines.length > 0 ? lines.length * FOOT.line + 10 : 0);
  const out = startSvg(width, total, wish);
  const ground = append(out, 'rect', { width, height: total });
  ground.setAttribute('fill', style.getPropertyValue('--surface').trim() || '#fff');
  const write = textWriter(out, style);
  if (wish.hasTitle) write(wish.title, { x: FOOT.side, y: 18, size: 13, weight: 600, token: '--ink' });
  if (wish.yTitle !== null) write(wish.yTitle, { x: FOOT.side, y: top - 6, size: 12, weight: 400, token: '--ink-2' });
  const offset = { x: -bounds.left, y: top - bounds.top };
  for (const svg of outermost(root)) copyDrawing(out, svg, offset);
  for (const piece of textPieces(root)) copyText(out, piece, offset);
  for (const key of keys.placed) drawKey(out, style, write, key, top + height);
  lines.forEach((line, i) => {
    const y = foot + FOOT.line * (i + 1);
    write(line, { x: FOOT.side, y, size: FOOT.size, weight: 400, token: '--ink-3' });
  });
  const fonts = await embeddedFonts(out.textContent ?? '', style.fontFamily);
  if (fonts !== '') {
    const sheet = document.createElementNS(NAMESPACE, 'style');
    sheet.textContent = fonts;
    out.querySelector('title')!.after(sheet);
  }
  return {
    svg: `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(out)}`,
    width: width * wish.scale,
    height: total * wish.scale,
  };
}

function startSvg(width: number, height: number, { title, record, scale, unit }: SvgExport): SVGElement {
  const out = document.createElementNS(NAMESPACE, 'svg');
  const size = (pixels: number) =>
    unit === 'mm' ? `${round((pixels * scale) / PIXELS_PER_MM)}mm` : String(round(pixels * scale));
  out.setAttribute('xmlns', NAMESPACE);
  out.setAttribute('viewBox', `0 0 ${width} ${height}`);
  out.setAttribute('width', size(width));
  out.setAttribute('height', size(height));
  out.setAttribute('role', 'img');
  append(out, 'title', {}).textContent = title;
  if (record !== null) append(out, 'metadata', { id: record.mark }).textContent = record.json;
  return out;
}

interface TextLook {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly token: string;
}

const textWriter =
  (out: SVGElement, style: CSSStyleDeclaration) =>
  (words: string, { x, y, size, weight, token }: TextLook): void => {
    const text = append(out, 'text', { x, y, 'font-size': size });
    text.textContent = words;
    if (weight !== 400) text.setAttribute('font-weight', String(weight));
    text.setAttribute('font-family', style.fontFamily.replaceAll('"', "'"));
    text.setAttribute('fill', style.getPropertyValue(token).trim() || '#333');
  };

const KEY = { line: 20, sample: 22, gap: 16, size: 12 };

interface PlacedKey extends JudgeName {
  readonly x: number;
  readonly y: number;
}

function placeKeys(keys: readonly JudgeName[], width: number) {
  const widths = keys.map(({ name }) => KEY.sample + 6 + measureText(name, KEY.size));
  const places = flowRows(widths, width - 2 * FOOT.side, KEY.gap);
  const placed = keys.map((key, i): PlacedKey => {
    const { x, row } = places[i]!;
    return { ...key, x: FOOT.side + x, y: row * KEY.line + 14 };
  });
  return { placed, height: keys.length === 0 ? 0 : ((places.at(-1)?.row ?? 0) + 1) * KEY.line + 4 };
}

/** Sample of the line with its mark, and the name: as beside judges on every page. */
function drawKey(
  out: SVGElement,
  style: CSSStyleDeclaration,
  write: ReturnType<typeof textWriter>,
  { index, name, x, y }: PlacedKey,
  from: number,
): void {
  const { color, dash, mark } = judgeStyle(index);
  const stroke = style.getPropertyValue(/--[\w-]+/.exec(color)![0]).trim();
  const line = append(out, 'path', {
    d: `M${x} ${from + y - 4}h${KEY.sample}`,
    stroke,
    'stroke-width': dash ? 1.5 : 2.25,
    fill: 'none',
  });
  if (dash !== undefined) line.setAttribute('stroke-dasharray', dash);
  const shape = markPath(mark, 6.4);
  append(out, 'path', {
    d: shape.d,
    transform: `translate(${x + KEY.sample / 2} ${from + y - 4})`,
    ...(shape.paint === 'filled'
      ? { fill: stroke }
      : {
          fill: shape.paint === 'hollow' ? style.getPropertyValue('--surface').trim() : 'none',
          stroke,
          'stroke-width': 1.6,
        }),
  });
  write(name, { x: x + KEY.sample + 6, y: from + y, size: KEY.size, weight: 400, token: '--ink-2' });
}

function copyDrawing(out: SVGElement, svg: SVGSVGElement, offset: { readonly x: number; readonly y: number }): void {
  const box = svg.getBoundingClientRect();
  const copy = copyOf(svg);
  if (copy === null) return;
  copy.setAttribute('x', String(round(box.left + offset.x)));
  copy.setAttribute('y', String(round(box.top + offset.y)));
  copy.setAttribute('width', String(round(box.width)));
  copy.setAttribute('height', String(round(box.height)));
  out.append(copy);
}

interface TextPiece {
  readonly words: string;
  readonly box: DOMRect;
  readonly style: CSSStyleDeclaration;
}

/** Words of the page around the drawings (names beside a key), a line each; controls are not part of the picture. */
function textPieces(root: HTMLElement): TextPiece[] {
  const pieces: TextPiece[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const words = node.textContent?.trim() ?? '';
    if (words === '' || parent === null || parent.closest('svg, button, [role="slider"], .sr') !== null) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    pieces.push({ words, box: range.getBoundingClientRect(), style: getComputedStyle(parent) });
  }
  return pieces;
}

function copyText(
  out: SVGElement,
  { words, box, style }: TextPiece,
  offset: { readonly x: number; readonly y: number },
) {
  const size = Number.parseFloat(style.fontSize);
  const x = round(box.left + offset.x);
  const y = round(box.top + offset.y + box.height / 2 + size * 0.36);
  const text = append(out, 'text', { x, y, 'font-size': size });
  text.textContent = words;
  text.setAttribute('font-family', style.fontFamily.replaceAll('"', "'"));
  text.setAttribute('font-weight', style.fontWeight);
  text.setAttribute('fill', style.color);
}

const round = (value: number): number => Math.round(value * 100) / 100;

const append = (parent: Element, name: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
  const child = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) child.setAttribute(key, String(value));
  parent.append(child);
  return child;
};

/** Drawings of the chart that are not inside another drawing; icons of buttons are not part of the picture. */
const outermost = (root: HTMLElement): SVGSVGElement[] =>
  [...root.querySelectorAll('svg')].filter((svg) => !svg.parentElement?.closest('svg, button'));

/** A copy with resolved paint; null for what is not drawn. */
const copyOf = (source: SVGElement): SVGElement | null => {
  const name = source.localName;
  if (!SHAPES.has(name)) return null;
  const style = getComputedStyle(source);
  const isDefinition = source.closest('defs, clipPath, pattern') !== null;
  if (!isDefinition && (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0'))
    return null;
  const copy = document.createElementNS(NAMESPACE, name);
  for (const { name: attribute, value } of source.attributes)
    if (KEPT.has(attribute)) copy.setAttribute(attribute, value);
  if (name !== 'defs' && name !== 'clipPath' && name !== 'pattern')
    paint(copy, style, name === 'text' || name === 'tspan');
  for (const child of source.childNodes) {
    if (child instanceof Text) {
      if (name === 'text' || name === 'tspan') copy.append(child.data);
    } else if (child instanceof SVGElement) {
      const inner = copyOf(child);
      if (inner) copy.append(inner);
    }
  }
  return copy;
};

const INITIAL: Readonly<Record<string, string>> = {
  'fill-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-opacity': '1',
  opacity: '1',
  'paint-order': 'normal',
  'text-anchor': 'start',
  'font-variant-numeric': 'normal',
};

const paint = (copy: SVGElement, style: CSSStyleDeclaration, isText: boolean): void => {
  for (const property of isText ? [...PAINT, ...TYPE] : PAINT) {
    const value = style.getPropertyValue(property);
    if (value === '' || value === INITIAL[property]) continue;
    if (property === 'stroke-width' && style.stroke === 'none') continue;
    // url("#id") is how browsers write a reference to a pattern of the same drawing.
    copy.setAttribute(property, value.replaceAll('"', property === 'font-family' ? "'" : ''));
  }
};
