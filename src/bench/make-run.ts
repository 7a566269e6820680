import { makeRandom } from './random.ts';

export interface RunShape {
  readonly questions: number;
  readonly statesPerQuestion: number;
  /** Characters of retrieved context per state; 0 leaves it out. */
  readonly contextLength: number;
  readonly seed: number;
}

const ANSWERS = ['Paris', 'Lyon', 'the Oslo', 'Rome', 'Vienna', 'Berlin'];
const WORDS = 'river founded in the city of author novel born 1862 capital second film director museum'.split(' ');

/** Made-up exchange lines, one question each, for timing only. */
export function* makeExchangeLines({ questions, statesPerQuestion, contextLength, seed }: RunShape): Generator<string> {
  const random = makeRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const text = (length: number) => {
    let out = '';
    while (out.length < length) out += `${pick(WORDS)} `;
    return out;
  };
  const context = text(Math.max(0, contextLength));
  for (let q = 0; q < questions; q++) {
    const states = Array.from({ length: statesPerQuestion }, (_, k) => ({
      searchesUsed: k,
      nextAction: 'SEARCH',
      probe: pick(ANSWERS),
      // A grid with float noise, as real margins have.
      scores: { judge: Math.round(random() * 160 - 80) / 8 + (random() - 0.5) * 1e-7 },
      ...(contextLength > 0 ? { query: `${pick(WORDS)} ${pick(WORDS)}`, context } : {}),
    }));
    yield JSON.stringify({
      id: `bench-${q}`,
      question: `Which ${pick(WORDS)} ${pick(WORDS)} ${pick(WORDS)}?`,
      gold: pick(ANSWERS),
      native: { answer: pick(ANSWERS), searches: statesPerQuestion },
      states,
    });
  }
}

/** The lines as one Blob, in parts of moderate size. */
export function makeExchangeBlob(shape: RunShape): Blob {
  const parts: Blob[] = [];
  let part: string[] = [];
  for (const line of makeExchangeLines(shape)) {
    part.push(line, '\n');
    if (part.length >= 4000) {
      parts.push(new Blob(part));
      part = [];
    }
  }
  parts.push(new Blob(part));
  return new Blob(parts);
}
