/**
 * The bundled faces that a text needs, as one style sheet with the fonts inside: then a picture looks the same on a machine
 * that does not have them. Faces of the system cannot be embedded; the family list names them.
 */
export async function embeddedFonts(text: string, family: string): Promise<string> {
  const first = family
    .split(',')[0]!
    .trim()
    .replace(/^["']|["']$/g, '');
  const needed = facesOf(first).filter(({ range }) => isNeeded(text, range));
  const rules = await Promise.all(needed.map(toRule));
  return rules.filter((rule) => rule !== null).join('\n');
}

interface Face {
  readonly family: string;
  readonly weight: string;
  readonly range: string;
  readonly url: string;
}

function facesOf(family: string): readonly Face[] {
  const faces: Face[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of rulesOf(sheet)) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const read = (name: string) => rule.style.getPropertyValue(name);
      if (read('font-family').replace(/["']/g, '') !== family || (read('font-style') || 'normal') !== 'normal')
        continue;
      const url = /url\(["']?([^"')]+)/.exec(read('src'))?.[1];
      if (url === undefined) continue;
      faces.push({
        family,
        weight: read('font-weight') || 'normal',
        range: read('unicode-range'),
        url: new URL(url, sheet.href ?? document.baseURI).href,
      });
    }
  }
  return faces;
}

/** A sheet of another origin does not show its rules. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}

export function isNeeded(text: string, range: string): boolean {
  const spans = [...range.matchAll(/U\+([0-9A-F?]+)(?:-([0-9A-F]+))?/gi)].map(([, from = '', to]) => ({
    low: Number.parseInt(from.replaceAll('?', '0'), 16),
    high: Number.parseInt(to ?? from.replaceAll('?', 'F'), 16),
  }));
  if (spans.length === 0) return true;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    // Blanks stand in every face.
    if (code > 0x20 && spans.some(({ low, high }) => code >= low && code <= high)) return true;
  }
  return false;
}

const kept = new Map<string, Promise<string | null>>();

async function toRule({ family, weight, range, url }: Face): Promise<string | null> {
  if (!kept.has(url)) kept.set(url, fetchBase64(url));
  const data = await kept.get(url);
  if (data === null || data === undefined) return null;
  const span = range === '' ? '' : `unicode-range:${range};`;
  return `@font-face{font-family:'${family}';font-style:normal;font-weight:${weight};${span}src:url(data:font/woff2;base64,${data}) format('woff2')}`;
}

/** null: the file is gone; the text is then set in the next face of its list. */
async function fetchBase64(url: string): Promise<string | null> {
  try {
    const response = await fetch(url);
    if (!response.ok) return null;
    const bytes = new Uint8Array(await response.arrayBuffer());
    let binary = '';
    for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(binary);
  } catch {
    return null;
  }
}
