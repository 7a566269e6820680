/** Finds what a module refers to: static, dynamic and type-only imports, re-exports, and workers by URL. */
import { tokenize } from './tokens.mjs';

/** Longest import clause looked through, in tokens: a list of some hundred names. */
const CLAUSE_LIMIT = 2_000;

const is = (token, text) => token?.text === text && token.kind !== 'string' && token.kind !== 'template';

/** `{ type A, type B }`: every name is a type, so nothing is imported at run time. */
function hasOnlyTypes(clause) {
  if (!is(clause[0], '{') || !is(clause.at(-1), '}')) return false;
  const names = [];
  for (const token of clause.slice(1, -1)) {
    if (is(token, ',')) names.push([]);
    else {
      if (names.length === 0) names.push([]);
      names.at(-1).push(token);
    }
  }
  const given = names.filter((name) => name.length > 0);
  return given.length > 0 && given.every((name) => name.length > 1 && is(name[0], 'type') && !is(name[1], 'as'));
}

/** An `import … from '…'` or `export … from '…'` whose clause begins at `start`; null when it is something else. */
function readClause(tokens, start) {
  for (let i = start; i < Math.min(tokens.length, start + CLAUSE_LIMIT); i++) {
    if (is(tokens[i], ';') || is(tokens[i], '=') || is(tokens[i], '(')) return null;
    if (!is(tokens[i], 'from') || tokens[i + 1]?.kind !== 'string') continue;
    const clause = tokens.slice(start, i);
    // `import type from './x'` imports a default export that is called type.
    const isTypeOnly = (is(clause[0], 'type') && clause.length > 1) || hasOnlyTypes(clause);
    return { specifier: tokens[i + 1].text, isTypeOnly };
  }
  return null;
}

/** `export` begins a re-export only before `*` or `{`, either of them possibly after `type`. */
function readExport(tokens, start) {
  const first = is(tokens[start], 'type') ? start + 1 : start;
  if (is(tokens[first], '*')) return readClause(tokens, start);
  if (!is(tokens[first], '{')) return null;
  let end = first;
  while (end < tokens.length && !is(tokens[end], '}')) end++;
  return is(tokens[end + 1], 'from') ? readClause(tokens, start) : null;
}

/** `import('…')`, `require('…')`: the specifier, or null when it is computed. */
const readCall = (tokens, open) => {
  const isLiteral = tokens[open + 1]?.kind === 'string' && (is(tokens[open + 2], ')') || is(tokens[open + 2], ','));
  return { specifier: isLiteral ? tokens[open + 1].text : null, isTypeOnly: false };
};

function readAt(tokens, i) {
  const next = tokens[i + 1];
  if (is(tokens[i - 1], '.') || tokens[i].kind !== 'word') return null;
  switch (tokens[i].text) {
    case 'import':
      if (next?.kind === 'string') return { specifier: next.text, isTypeOnly: false };
      if (is(next, '(')) return { ...readCall(tokens, i + 1), isTypeOnly: is(tokens[i - 1], 'typeof') };
      return is(next, '.') || is(next, ':') ? null : readClause(tokens, i + 1);
    case 'export':
      return readExport(tokens, i + 1);
    case 'require':
      return is(next, '(') && tokens[i + 2]?.kind === 'string' ? readCall(tokens, i + 1) : null;
    case 'URL': {
      // new URL('./worker.ts', import.meta.url)
      const rest = tokens.slice(i + 3, i + 9).map(({ text }) => text);
      const isAsset = is(tokens[i - 1], 'new') && is(next, '(') && rest.join('').startsWith(',import.meta.url');
      return isAsset && tokens[i + 2]?.kind === 'string'
        ? { specifier: tokens[i + 2].text, isTypeOnly: false, isUrl: true }
        : null;
    }
    default:
      return null;
  }
}

/**
 * -> [{specifier, isTypeOnly, line, isUrl?}]; `specifier` is null where `import()` computes it, `isUrl` marks
 * `new URL('…', import.meta.url)`, which may be a worker, an asset or just a folder.
 */
export function findImports(source) {
  const tokens = tokenize(source);
  const found = [];
  for (let i = 0; i < tokens.length; i++) {
    const reference = readAt(tokens, i);
    if (reference !== null) found.push({ ...reference, line: tokens[i].line });
  }
  return found;
}
