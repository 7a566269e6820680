/** A rule that somebody named, as text. */
export interface SavedRule {
  readonly name: string;
  readonly text: string;
}

const KEY = 'stopscope.rules';

const CLOSED =
  'This browser keeps nothing here (a private window, or storage switched off). Named rules last as long as this tab; the address keeps the current one.';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Throws where the browser keeps nothing. */
const device = (): Storage => globalThis.localStorage;

export function readRules(storage: () => Storage = device): {
  readonly rules: readonly SavedRule[];
  readonly trouble: string | null;
} {
  try {
    const value: unknown = JSON.parse(storage().getItem(KEY) ?? '[]');
    return { rules: Array.isArray(value) ? value.filter(isRule) : [], trouble: null };
  } catch (error) {
    return { rules: [], trouble: error instanceof SyntaxError ? 'The rules kept here cannot be read.' : CLOSED };
  }
}

/** Says in words why the rules are not kept, or null. */
export function writeRules(rules: readonly SavedRule[], storage: () => Storage = device): string | null {
  try {
    storage().setItem(KEY, JSON.stringify(rules));
    return null;
  } catch {
    return CLOSED;
  }
}

const isRule = (value: unknown): value is SavedRule =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'text' in value &&
  typeof value.text === 'string';
