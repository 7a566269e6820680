import type { Bounds } from '../stats/intervals.ts';
import { percentileLinear } from '../stats/numpy-bootstrap.ts';
import { NumpyRandom } from '../stats/pcg64.ts';
import type { NumpyBootstrapOptions } from './paired-outcomes.ts';
import { cellOf, type SlotValues } from './slot-values.ts';

/** A bootstrap of many rules that can be advanced in slices. */
export interface RuleBootstrap {
  readonly repeatsDone: () => number;
  readonly isFinished: () => boolean;
  /** Runs up to so many further replicates. */
  readonly advance: (repeats: number) => void;
  /** Ends of the 95 % interval of each rule's mean difference to the baseline; call it when finished. */
  readonly intervals: () => readonly Bounds[];
}

/** A rule, the rule (or the baseline, -1) from which it is reached, and the questions where the two differ. */
interface Step {
  readonly rule: number;
  readonly from: number;
  readonly questions: Int32Array;
  readonly changes: Float64Array;
}

/**
 * Paired bootstrap of many rules against one baseline, on the same resamples (NumPy's generator, linear percentiles). Rules
 * over the same signals mostly stop alike, so a rule is reached from its nearest neighbour in a spanning tree and only the
 * questions where they differ are added up: the idea of the sweep, applied to rules. `stops` are slots per question.
 */
export function startRuleBootstrap(
  stops: readonly Uint8Array[],
  baseline: Float64Array,
  quality: SlotValues,
  options: NumpyBootstrapOptions,
): RuleBootstrap {
  const count = baseline.length;
  const { repeats } = options;
  const steps = spanningTree(stops, baseline, quality);
  const random = new NumpyRandom(options.seed);
  const drawn = new Uint32Array(count);
  const sums = stops.map(() => new Float64Array(repeats));
  let done = 0;
  const runBlock = (size: number): void => {
    // How often each question is drawn, a question's replicates side by side: the inner loop reads in sequence.
    const weights = new Uint16Array(count * size);
    for (let r = 0; r < size; r++) {
      random.fillIndices(count, drawn);
      for (let i = 0; i < count; i++) {
        const cell = drawn[i]! * size + r;
        weights[cell] = weights[cell]! + 1;
      }
    }
    for (const { rule, from, questions, changes } of steps) {
      const sum = sums[rule]!.subarray(done, done + size);
      if (from >= 0) sum.set(sums[from]!.subarray(done, done + size));
      for (let i = 0; i < questions.length; i++) addWeighted(sum, weights, questions[i]! * size, changes[i]!);
    }
    done += size;
  };
  return {
    repeatsDone: () => done,
    isFinished: () => done >= repeats,
    advance: (more) => {
      const end = Math.min(repeats, done + more);
      while (done < end) runBlock(Math.min(BLOCK, end - done));
    },
    intervals: () =>
      sums.map((sum) => ({ low: percentileLinear(sum, 2.5) / count, high: percentileLinear(sum, 97.5) / count })),
  };
}

const BLOCK = 128;

function addWeighted(sum: Float64Array, weights: Uint16Array, start: number, change: number): void {
  for (let r = 0; r < sum.length; r++) sum[r] = sum[r]! + change * weights[start + r]!;
}

const SAMPLE = 256;

/**
 * Prim's algorithm from the baseline on; how far two rules are apart is counted on a sample of the questions, which makes
 * the tree only nearly the cheapest, never wrong.
 */
function spanningTree(stops: readonly Uint8Array[], baseline: Float64Array, quality: SlotValues): readonly Step[] {
  const stride = Math.max(1, Math.floor(baseline.length / SAMPLE));
  const sampled = Array.from({ length: Math.min(SAMPLE, baseline.length) }, (_, i) => i * stride);
  const sampleOf = (read: (q: number) => number): Float64Array => Float64Array.from(sampled, (q) => read(q));
  const samples = stops.map((slots) => sampleOf((q) => quality.values[cellOf(quality.width, q, slots[q]!)]!));
  const distance = new Int32Array(stops.length).fill(sampled.length + 1);
  const nearest = new Int32Array(stops.length).fill(-1);
  const isReached = new Uint8Array(stops.length);
  const steps: Step[] = [];
  let lastSample = sampleOf((q) => baseline[q]!);
  let last = -1;
  while (steps.length < stops.length) {
    let next = -1;
    for (let rule = 0; rule < stops.length; rule++) {
      if (isReached[rule] === 1) continue;
      const apart = countDifferent(samples[rule]!, lastSample);
      if (apart < distance[rule]!) {
        distance[rule] = apart;
        nearest[rule] = last;
      }
      if (next === -1 || distance[rule]! < distance[next]!) next = rule;
    }
    isReached[next] = 1;
    steps.push(stepTo(next, nearest[next]!, stops, baseline, quality));
    last = next;
    lastSample = samples[next]!;
  }
  return steps;
}

function countDifferent(a: Float64Array, b: Float64Array): number {
  let count = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) count += 1;
  return count;
}

function stepTo(
  rule: number,
  from: number,
  stops: readonly Uint8Array[],
  baseline: Float64Array,
  { width, values }: SlotValues,
): Step {
  const slots = stops[rule]!;
  const before = from < 0 ? null : stops[from]!;
  const questions = new Int32Array(slots.length);
  const changes = new Float64Array(slots.length);
  let count = 0;
  for (let q = 0; q < slots.length; q++) {
    const old = before === null ? baseline[q]! : values[cellOf(width, q, before[q]!)]!;
    const change = values[cellOf(width, q, slots[q]!)]! - old;
    if (change === 0) continue;
    questions[count] = q;
    changes[count] = change;
    count += 1;
  }
  return { rule, from, questions: questions.slice(0, count), changes: changes.slice(0, count) };
}
