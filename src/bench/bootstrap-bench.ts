import { spawnSync } from 'node:child_process';
import { gateAt } from '../core/gate.ts';
import { apDifferenceBootstrap } from '../core/stats/ap-bootstrap.ts';
import { pairedBootstrap } from '../core/stats/bootstrap.ts';
import { drawResamples, startBand } from '../core/stats/curve-band.ts';
import { PythonRandom } from '../core/stats/mt19937.ts';
import { medianTime, ms, type Row } from './measure.ts';
import { makeRandom } from './random.ts';

const QUESTIONS = 7405;
const REPEATS = 10_000;

const hasPython = (): boolean => spawnSync('python3', ['--version']).status === 0;

/** Runs Python and returns the seconds that it prints. */
function pythonSeconds(code: string): number {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', code], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout.trim());
}

/** The published loop, shortened to fewer replicates and scaled up: its time is linear in them. */
const PAIRED_PYTHON = (repeats: number) => `
import random, time
deltas = [float((i * 7919) % 3 - 1) for i in range(${QUESTIONS})]
rng = random.Random(20260928)
start = time.perf_counter()
n = len(deltas)
out = []
for _ in range(${repeats}):
    out.append(sum(deltas[rng.randrange(n)] for _ in range(n)) / n)
out.sort()
print(time.perf_counter() - start)
`;

const AP_PYTHON = (repeats: number) => `
import random, time
groups = [[((i * 31 + k * 17) % 80 / 8, (i * 13 + k * 7) % 64 / 8, (i * 5 + k * 3) % 4 == 0) for k in range(1 + i % 4)] for i in range(800)]
def ap(rows, j):
    order = sorted(range(len(rows)), key=lambda i: (-rows[i][j], i))
    total = sum(1 for r in rows if r[2])
    if not total:
        return 0.0
    tp = 0
    s = 0.0
    for rank, i in enumerate(order, 1):
        if rows[i][2]:
            tp += 1
            s += tp / rank
    return s / total
rng = random.Random(20261129)
n = len(groups)
start = time.perf_counter()
for _ in range(${repeats}):
    rows = []
    for _ in range(n):
        rows.extend(groups[rng.randrange(n)])
    ap(rows, 0) - ap(rows, 1)
print(time.perf_counter() - start)
`;

function plainLoop(deltas: Float64Array, repeats: number): void {
  const random = new PythonRandom(20260928);
  const out: number[] = [];
  for (let r = 0; r < repeats; r++) {
    let sum = 0;
    for (let i = 0; i < deltas.length; i++) sum += deltas[random.randrange(deltas.length)]!;
    out.push(sum / deltas.length);
  }
  out.sort((a, b) => a - b);
}

export function benchPaired(): Row {
  const deltas = Float64Array.from({ length: QUESTIONS }, (_, i) => ((i * 7919) % 3) - 1);
  const time = medianTime(() => void pairedBootstrap(deltas, { seed: 20260928, repeats: REPEATS }), 5, 1);
  const isPython = hasPython();
  const share = 200;
  const base = isPython
    ? (pythonSeconds(PAIRED_PYTHON(share)) * 1000 * REPEATS) / share
    : medianTime(() => plainLoop(deltas, REPEATS), 1, 0);
  return {
    what: `paired bootstrap, ${REPEATS.toLocaleString('en')} x ${QUESTIONS.toLocaleString('en')} questions`,
    measured: ms(time),
    baseline: isPython
      ? `published Python loop ${ms(base)} (from ${share} replicates)`
      : `plain TypeScript loop ${ms(base)}`,
    ratio: `${(base / time).toFixed(1)}x faster`,
    target: isPython ? 'at least 40x' : 'reported',
    isMet: isPython ? base / time >= 40 : null,
  };
}

export function benchApBootstrap(): Row | null {
  if (!hasPython()) return null;
  const question: number[] = [];
  const truths: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  for (let i = 0; i < 800; i++) {
    for (let k = 0; k < 1 + (i % 4); k++) {
      question.push(i);
      left.push(((i * 31 + k * 17) % 80) / 8);
      right.push(((i * 13 + k * 7) % 64) / 8);
      truths.push((i * 5 + k * 3) % 4 === 0 ? 1 : 0);
    }
  }
  const rows = { question: Int32Array.from(question), questionCount: 800, truths: Uint8Array.from(truths) };
  const scores = [Float64Array.from(left), Float64Array.from(right)] as const;
  const time = medianTime(
    () =>
      void apDifferenceBootstrap(rows, scores[0], scores[1], { seed: 20261129, repeats: REPEATS, ties: 'input-order' }),
    3,
    1,
  );
  const share = 200;
  const base = (pythonSeconds(AP_PYTHON(share)) * 1000 * REPEATS) / share;
  return {
    what: `grouped AP bootstrap, ${REPEATS.toLocaleString('en')} x 800 questions, two judges`,
    measured: ms(time),
    baseline: `published Python loop ${ms(base)} (from ${share} replicates)`,
    ratio: `${(base / time).toFixed(1)}x faster`,
    target: 'at least 20x',
    isMet: base / time >= 20,
  };
}

/** Live intervals: the band over the whole curve once, then one look-up a threshold. */
export function benchBands(): Row[] {
  const random = makeRandom(5);
  const counts = drawResamples(QUESTIONS, REPEATS, 20260928);
  const drawTime = medianTime(() => counts.advance(1e9), 1, 0);
  const resamples = counts.result();
  const events = QUESTIONS * 2;
  const question = Int32Array.from({ length: events }, () => Math.floor(random() * QUESTIONS));
  const delta = Int32Array.from({ length: events }, () => Math.floor(random() * 3) - 1);
  const rowStart = Uint32Array.from({ length: events + 2 }, (_, row) => Math.max(0, row - 1));
  const run = startBand(resamples, { rowStart, question, delta });
  const bandTime = medianTime(() => run.advance(1e9), 1, 0);
  const band = run.result();
  const looks = 100_000;
  let passed = 0;
  const lookTime = medianTime(() => {
    for (let i = 0; i < looks; i++) passed += gateAt(band, band, 0.02, i % band.low.length).isEmPassed ? 1 : 0;
  });
  if (passed < 0) throw new Error('unreachable');
  const both = 2 * (bandTime + drawTime);
  return [
    {
      what: 'live interval and gate at one threshold after warm-up, 7,405 questions, 10,000 replicates',
      measured: `${((lookTime / looks) * 1000).toFixed(3)} µs`,
      baseline: 'one frame 16 ms',
      ratio: `${(lookTime / looks / 16).toExponential(1)} frames`,
      target: 'under one frame',
      isMet: lookTime / looks < 16,
    },
    {
      what: `that warm-up: both bands over ${events.toLocaleString('en')} events, resamples drawn anew`,
      measured: ms(both),
      baseline: `drawing alone ${ms(2 * drawTime)}`,
      ratio: `${(both / (2 * drawTime)).toFixed(2)}x`,
      target: 'within 3 s',
      isMet: both <= 3000,
    },
  ];
}
