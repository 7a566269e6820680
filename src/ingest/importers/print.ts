import type { Trajectory } from './trajectory.ts';

/** FNV-1a with two seeds: 53 bits are enough to tell the trajectories of one id apart. */
class Print {
  #low = 0x811c9dc5;
  #high = 0x9e3779b9;

  number(value: number): void {
    // Whole numbers and fractions alike: both halves of the double.
    DOUBLE[0] = value;
    this.#code(WORDS[0]!);
    this.#code(WORDS[1]!);
  }

  text(text: string | null | undefined): void {
    if (text === null || text === undefined) {
      this.#code(-1);
      return;
    }
    this.number(text.length);
    // Of a long text a few hundred characters, spread over it, say enough.
    const step = Math.max(1, Math.floor(text.length / MOST_CHARACTERS));
    for (let i = 0; i < text.length; i += step) this.#code(text.charCodeAt(i));
  }

  get value(): number {
    return (this.#low >>> 0) + ((this.#high ^ (this.#high >>> 13)) & 0x1fffff) * 2 ** 32;
  }

  #code(code: number): void {
    this.#low = Math.imul(this.#low ^ code, 0x01000193);
    this.#high = Math.imul(this.#high ^ code, 0x85ebca6b);
  }
}

const MOST_CHARACTERS = 400;
const DOUBLE = new Float64Array(1);
const WORDS = new Int32Array(DOUBLE.buffer);

/** What a trajectory says, as a number: two that say the same have the same. */
export const printOf = ({ text, answer, searches, transcript, steps, signals }: Trajectory): number => {
  const print = new Print();
  print.text(text);
  print.text(answer);
  print.number(searches ?? -1);
  print.text(transcript);
  for (let i = 0; i < steps.length; i++) {
    const { searchesUsed, nextAction, probe, scores, signalsAt = -1 } = steps.at(i)!;
    print.number(searchesUsed * 4 + nextAction);
    print.text(probe);
    if (signalsAt >= 0) for (const { values } of signals ?? []) print.number(values.at(signalsAt) * 4);
    for (const { score, decision } of scores ?? []) print.number(score * 4 + (decision ?? 0));
  }
  return print.value;
};
