import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From package.json, two folders up both from src/cli and from dist/cli. "unknown" where the file was moved away from it. */
export function readVersion(): string {
  try {
    const path = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'package.json');
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content === 'object' && content !== null && 'version' in content) return String(content.version);
  } catch {
    // No package around: the command works all the same.
  }
  return 'unknown';
}
