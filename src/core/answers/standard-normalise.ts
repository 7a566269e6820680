import { pythonLower, replaceArticles, replacePunctuation, squeezeSpaces } from './python-text.ts';

/** Per ASCII code: 0 needs the general path (a control character that is no white space), else the class below. */
const DELETE = 1;
const SPACE = 2;
const KEEP = 3;
const UPPER = 4;
const CLASSES = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f)) CLASSES[code] = SPACE;
  else if (code >= 0x41 && code <= 0x5a) CLASSES[code] = UPPER;
  else if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) CLASSES[code] = KEEP;
  else if (code > 0x20 && code < 0x7f) CLASSES[code] = DELETE;
}

const isArticle = (token: string): boolean => token === 'a' || token === 'an' || token === 'the';

const normaliseGeneral = (text: string): string =>
  squeezeSpaces(replaceArticles(replacePunctuation(pythonLower(text))));

/**
 * The normaliser of SQuAD 1.1 and its descendants: lower, delete ASCII punctuation, replace articles by a space, squeeze
 * white space, in that order (definitions.md 1; `normalize_answer` of the SQuAD 1.1 evaluation script).
 *
 * Plain ASCII takes one pass: once punctuation is gone, what remains between white space is letters and digits only, so
 * a word edge is a token edge and an article is a whole token. Tests compare both paths.
 */
export const normaliseStandard = (text: string): string => {
  let out = '';
  let token = '';
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const kind = code < 128 ? CLASSES[code] : 0;
    if (kind === KEEP) token += text[i];
    else if (kind === UPPER) token += String.fromCharCode(code + 32);
    else if (kind === SPACE) {
      if (token !== '') {
        if (!isArticle(token)) out = out === '' ? token : `${out} ${token}`;
        token = '';
      }
    } else if (kind !== DELETE) return normaliseGeneral(text);
  }
  if (token === '' || isArticle(token)) return out;
  return out === '' ? token : `${out} ${token}`;
};

/** Only for tests: the path that Unicode text takes. */
export const normaliseStandardGeneral = normaliseGeneral;
