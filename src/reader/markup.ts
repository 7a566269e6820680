/** Finished markup. Only `html` and `raw` make it: a plain string is always text of somebody's file. */
export interface Markup {
  readonly markup: string;
}

export type Piece = Markup | string | number | null | false | readonly Piece[];

/** Markup that was made elsewhere and is known to be whole. */
export const raw = (markup: string): Markup => ({ markup });

/**
 * A template whose values are escaped, wherever they stand: text or quoted attribute. Markup goes in as it is, lists are
 * joined, null and false are nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  let markup = parts[0]!;
  values.forEach((value, i) => {
    markup += textOf(value) + parts[i + 1]!;
  });
  return { markup };
}

function textOf(value: Piece): string {
  if (value === null || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(textOf).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for quoted attributes. Characters that HTML cannot hold become U+FFFD. */
export const escapeHtml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '\ufffd')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** JSON to stand inside a script element: nothing in it can end the element or begin a comment. */
export const embedJson = (value: unknown): Markup => raw(JSON.stringify(value).replace(/</g, '\\u003c'));

/** Program text to stand inside a script element. `\/` and `\!` mean the same in the strings and patterns of a program. */
export const embedScript = (code: string): Markup =>
  raw(code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--'));
