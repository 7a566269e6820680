import { spawnSync } from 'node:child_process';
import { benchAudit } from './audit-bench.ts';
import { benchApBootstrap, benchBands, benchPaired } from './bootstrap-bench.ts';
import { benchRules, benchSolver } from './lab-bench.ts';
import { makeExchangeBlob } from './make-run.ts';
import { printTable, type Row } from './measure.ts';
import { benchQuestions } from './questions-bench.ts';
import { readBlob } from './read-run.ts';
import { benchSweep } from './sweep-bench.ts';

/** Prints every measure as a row of one Markdown table: `npm run bench [-- words]` picks the rows that contain a word. */
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word));

if (wanted[0] === 'child-memory') {
  // A process of its own for the memory bench: nothing else may be in it.
  const { measureMemory } = await import('./formats-bench.ts');
  await measureMemory(wanted[1]!);
  process.exit(0);
}

if (wanted[0] === 'child-format') {
  const { measureFormat } = await import('./formats-bench.ts');
  process.stdout.write(`${JSON.stringify(await measureFormat(wanted[1]!))}\n`);
  process.exit(0);
}

const GROUPS = ['sweep', 'ingest', 'formats', 'bootstrap', 'lab', 'questions', 'audit', 'drag', 'restore'];
if (wanted.length !== 1) {
  // A process of its own for each group: what one leaves in the heap and in the compiler must not slow the next.
  const groups = wanted.length === 0 ? GROUPS : wanted;
  const tables = groups.map((group) => {
    const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, process.argv[1]!, group], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) throw new Error(`the group ${group} broke down`);
    return stdout.trim().split('\n');
  });
  const [head = [], ...others] = tables;
  process.stdout.write(`\n${[...head, ...others.flatMap((lines) => lines.slice(2))].join('\n')}\n`);
  process.exit(0);
}

const rows: Row[] = [];
const add = (made: Row | readonly Row[] | null) => {
  for (const row of made === null ? [] : Array.isArray(made) ? made : [made]) {
    rows.push(row as Row);
    process.stderr.write(`${(row as Row).what}: ${(row as Row).measured}, ${(row as Row).ratio}\n`);
  }
};

if (isWanted('sweep')) {
  const shape = { questions: 250_000, statesPerQuestion: 4, contextLength: 0, seed: 3 };
  const dataset = await readBlob(makeExchangeBlob(shape));
  // What making and reading the file left behind is not the sweep's to clean up.
  globalThis.gc?.();
  add(benchSweep(dataset));
}
if (isWanted('ingest')) {
  const { benchIngest } = await import('./ingest-bench.ts');
  add(await benchIngest());
}
if (isWanted('formats')) {
  const { benchFormats, benchMemory } = await import('./formats-bench.ts');
  add(benchFormats(process.argv[1]!));
  add(benchMemory(process.argv[1]!));
}
if (isWanted('bootstrap')) {
  add(benchPaired());
  add(benchApBootstrap());
  add(benchBands());
}
if (isWanted('lab')) {
  add(benchRules());
  const blob = makeExchangeBlob({ questions: 250_000, statesPerQuestion: 4, contextLength: 0, seed: 3 });
  add(benchSolver(await readBlob(blob)));
}
if (isWanted('questions')) {
  const blob = makeExchangeBlob({ questions: 250_000, statesPerQuestion: 4, contextLength: 0, seed: 3 });
  add(benchQuestions(await readBlob(blob)));
  const { benchScroll } = await import('./scroll-bench.ts');
  add(await benchScroll());
}
if (isWanted('audit')) add(await benchAudit());
if (isWanted('drag')) {
  const { benchDrag } = await import('./drag-bench.ts');
  add(await benchDrag());
}
if (isWanted('restore')) {
  const { benchRestore } = await import('./restore-bench.ts');
  add(await benchRestore());
}
process.stdout.write(`\n${printTable(rows)}\n`);
