import { failed, ok, type Result } from '../result.ts';
import type { SignalName } from './signals.ts';

/** The signal that a rule's text means: by id, by alias, then either without regard to case, if that leaves one. */
export function resolveName(name: string, signals: readonly SignalName[]): Result<SignalName, string> {
  const exact =
    signals.find((signal) => signal.id === name) ?? signals.find((signal) => (signal.aliases ?? []).includes(name));
  if (exact !== undefined) return ok(exact);
  const lower = name.toLowerCase();
  const loose = signals.filter((signal) => spellings(signal).some((spelling) => spelling.toLowerCase() === lower));
  const [only, second] = loose;
  if (only !== undefined && second === undefined) return ok(only);
  if (only !== undefined) {
    return failed(`\`${name}\` could mean ${loose.map((signal) => `\`${signal.id}\``).join(' or ')}: mind the case.`);
  }
  return failed(`there is no signal \`${name}\`.${suggest(lower, signals)}`);
}

const spellings = (signal: SignalName): readonly string[] => [signal.id, ...(signal.aliases ?? [])];

const MOST_LISTED = 12;

function suggest(name: string, signals: readonly SignalName[]): string {
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const spelling of signals.flatMap(spellings)) {
    const distance = editDistance(name, spelling.toLowerCase());
    if (distance < bestDistance) {
      best = spelling;
      bestDistance = distance;
    }
  }
  if (best !== null && bestDistance <= Math.max(1, Math.floor(best.length / 3))) return ` Did you mean \`${best}\`?`;
  if (signals.length === 0) return ' This data has no signals.';
  const ids = signals.slice(0, MOST_LISTED).map((signal) => signal.id);
  return ` There are ${ids.join(', ')}${signals.length > MOST_LISTED ? ' and more' : ''}.`;
}

/** Levenshtein's distance in UTF-16 units. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
