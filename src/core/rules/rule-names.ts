import type { SignalName } from './signals.ts';
import { readTokens } from './tokens.ts';

/**
 * The signals that a rule's text names, taken at their word: for a text that was written by `formatRule` and is read where
 * the dataset is not known. A name that stands without a comparison is a yes-or-no signal. None where the text cannot be
 * read.
 */
export function namesIn(text: string): readonly SignalName[] {
  const tokens = readTokens(text);
  if (tokens.kind === 'failed') return [];
  const flags = new Map<string, boolean>();
  tokens.value.forEach((token, i) => {
    if (token.kind !== 'name') return;
    const isCompared =
      tokens.value[i + 1]?.kind === 'comparison' ||
      (tokens.value[i - 1]?.kind === 'comparison' && tokens.value[i - 2]?.kind === 'number');
    flags.set(token.name, (flags.get(token.name) ?? false) || !isCompared);
  });
  return [...flags].map(([id, isFlag]) => ({ id, isFlag }));
}
