/**
 * A chart as one self-contained SVG file: every drawing inside the element, at its place, with the colours and fonts that
 * the browser resolved. No script, no style sheet, no reference to anything outside.
 */
export interface SvgExport {
  readonly title: string;
  /** Small print below the drawing: the dataset, the policy, "synthetic replica". */
  readonly smallPrint: readonly string[];
  /** A line a file, in the description that no picture shows. */
  readonly files: readonly string[];
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
const FOOT = 18;

export const exportSvg = (root: HTMLElement, { title, smallPrint, files }: SvgExport): string => {
  const bounds = root.getBoundingClientRect();
  const { width, height } = { width: Math.ceil(bounds.width), height: Math.ceil(bounds.height) };
  const style = getComputedStyle(root);
  const out = document.createElementNS(NAMESPACE, 'svg');
  const total = height + (smallPrint.length > 0 ? smallPrint.length * FOOT + 8 : 0);
  out.setAttribute('xmlns', NAMESPACE);
  out.setAttribute('viewBox', `0 0 ${width} ${total}`);
  out.setAttribute('width', String(width));
  out.setAttribute('height', String(total));
  out.setAttribute('role', 'img');
  append(out, 'title').textContent = title;
  if (files.length > 0) append(out, 'desc').textContent = files.join('\n');
  const ground = append(out, 'rect');
  ground.setAttribute('width', String(width));
  ground.setAttribute('height', String(total));
  ground.setAttribute('fill', style.getPropertyValue('--surface').trim() || '#fff');
  for (const svg of outermost(root)) {
    const box = svg.getBoundingClientRect();
    const copy = copyOf(svg);
    if (!copy) continue;
    copy.setAttribute('x', String(round(box.left - bounds.left)));
    copy.setAttribute('y', String(round(box.top - bounds.top)));
    copy.setAttribute('width', String(round(box.width)));
    copy.setAttribute('height', String(round(box.height)));
    out.append(copy);
  }
  smallPrint.forEach((line, i) => {
    const text = append(out, 'text');
    text.textContent = line;
    text.setAttribute('x', '8');
    text.setAttribute('y', String(height + FOOT * (i + 1) - 4));
    text.setAttribute('font-family', style.fontFamily);
    text.setAttribute('font-size', '11');
    text.setAttribute('fill', style.getPropertyValue('--ink-3').trim() || '#666');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(out)}`;
};

const round = (value: number): number => Math.round(value * 100) / 100;

const append = (parent: Element, name: string): SVGElement => {
  const child = document.createElementNS(NAMESPACE, name);
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
