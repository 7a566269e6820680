/**
 * The style sheet of a report from the tokens of the app and its own rules. In the app a button switches to dark; here the
 * reader's system does, and paper stays light.
 */
export function reportStyle(tokens: string, rules: string): string {
  // Light figures inside a dark app are the app's own: a report has one theme.
  const own = tokens.replace(/,\s*\[data-theme="light"\]/g, '');
  const followed = own.replace(
    /\[data-theme="dark"\]\s*(\{[^}]*\})/g,
    '@media screen and (prefers-color-scheme: dark) {\n:root $1\n}',
  );
  if (/data-theme/.test(followed)) throw new Error('a token of the dark theme was not taken over');
  return `${followed}\n${rules}`;
}
