/**
 * Cuts TypeScript, TSX or JavaScript into the tokens that matter for finding imports: words, strings and punctuation,
 * each with its line. Comments, regular expressions and the text of templates are left out, so that an `import` inside
 * one of them is not taken for real. A package would do this better, but the layer rule must run before any is there.
 */

const isWordCharacter = (character) => character !== undefined && /[\w$\u0080-\uffff]/.test(character);

/** After one of these a slash divides; after anything else it begins a regular expression. */
const ENDS_OPERAND = /^[)\]}]$/;
const KEYWORDS_BEFORE_REGEX = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'await', 'yield']);

/** Index just behind a quoted string, or -1: an apostrophe in JSX text opens nothing, and no string spans lines. */
function endOfString(source, start) {
  const quote = source[start];
  for (let i = start + 1; i < source.length && source[i] !== '\n'; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === quote) return i + 1;
  }
  return -1;
}

/** Index just behind a regular expression with its flags, or -1 when the line ends first. */
function endOfRegex(source, start) {
  let isInClass = false;
  for (let i = start + 1; i < source.length && source[i] !== '\n'; i++) {
    const character = source[i];
    if (character === '\\') i++;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) {
      let end = i + 1;
      while (isWordCharacter(source[end])) end++;
      return end;
    }
  }
  return -1;
}

const beginsRegex = (previous) => {
  if (previous === undefined) return true;
  if (previous.kind === 'string' || previous.kind === 'template') return false;
  if (previous.kind === 'word') return KEYWORDS_BEFORE_REGEX.has(previous.text);
  // `</p>` closes an element.
  return previous.text !== '<' && !ENDS_OPERAND.test(previous.text);
};

/** -> [{kind: 'word' | 'string' | 'template' | 'mark', text, line}]; a string's text is what stands between its quotes. */
export function tokenize(source) {
  const tokens = [];
  /** For each template that is open: how many braces are open inside its `${`. */
  const templates = [];
  let line = 1;
  let i = 0;

  const push = (kind, text) => tokens.push({ kind, text, line });
  const skipTo = (end) => {
    for (; i < end; i++) if (source[i] === '\n') line++;
  };
  /** Reads template text up to its end or the next `${`. */
  const readTemplate = (isOpening) => {
    const start = i;
    let end = i;
    while (end < source.length && source[end] !== '`' && !(source[end] === '$' && source[end + 1] === '{')) {
      end += source[end] === '\\' ? 2 : 1;
    }
    const isWhole = isOpening && source[end] === '`';
    push(isWhole ? 'string' : 'template', source.slice(start, end));
    if (source[end] === '$') templates.push(0);
    skipTo(source[end] === '$' ? end + 2 : end + 1);
  };

  while (i < source.length) {
    const character = source[i];
    const next = source[i + 1];
    if (/\s/.test(character)) skipTo(i + 1);
    else if (character === '/' && next === '/') {
      const end = source.indexOf('\n', i);
      skipTo(end < 0 ? source.length : end);
    } else if (character === '/' && next === '*') {
      const end = source.indexOf('*/', i + 2);
      skipTo(end < 0 ? source.length : end + 2);
    } else if (character === "'" || character === '"') {
      const end = endOfString(source, i);
      if (end >= 0) push('string', source.slice(i + 1, end - 1));
      skipTo(end < 0 ? i + 1 : end);
    } else if (character === '`') {
      i++;
      readTemplate(true);
    } else if (character === '}' && templates.at(-1) === 0) {
      templates.pop();
      i++;
      readTemplate(false);
    } else if (character === '/' && beginsRegex(tokens.at(-1)) && endOfRegex(source, i) >= 0) {
      push('string', '');
      i = endOfRegex(source, i);
    } else if (isWordCharacter(character)) {
      let end = i;
      while (isWordCharacter(source[end])) end++;
      push('word', source.slice(i, end));
      i = end;
    } else {
      if (templates.length > 0 && character === '{') templates[templates.length - 1]++;
      if (templates.length > 0 && character === '}') templates[templates.length - 1]--;
      push('mark', character);
      i++;
    }
  }
  return tokens;
}
