import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProvenance } from '../core/present/provenance-text.ts';
import { auditableRun, TWO_SPLITS } from '../ingest/testing/auditable-run.ts';
import { unpackCurves } from '../reader/embed.ts';
import { policyAt } from '../reader/policy.ts';
import { report } from './testing/run-report.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stopscope-page-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const DEV = 'public/samples/dev1000';
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="stopscope-explore">(.*?)<\/script>/s.exec(html)![1]!);

function runWith(name: string, ranges: readonly object[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  const manifest = { stopscope: 'manifest', version: 1, name, ranges, thresholds: { j: 0.5 } };
  writeFileSync(join(path, 'dataset.json'), JSON.stringify(manifest));
  for (const [file, rows] of Object.entries(auditableRun())) {
    writeFileSync(join(path, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  return path;
}

describe('stopscope report --format html', () => {
  it('holds the exact sweep of the replica, its audit, claims and provenance', async () => {
    const out = join(folder, 'replica.html');
    const { code, output } = await report(
      DEV,
      ...['--questions', '200-999', '--format', 'html', '--interactive', '--repeats', '50', '--out', out],
    );
    expect([code, output]).toEqual([0, '']);
    const html = readFileSync(out, 'utf8');
    const curves = unpackCurves(dataIn(html).curves);
    const judge = curves.judges.findIndex(({ id }) => id === 'expanded_s2g_lora');
    const at = (threshold: number) => policyAt(curves, { judge, threshold }).totals;
    expect(at(7.874999982333975)).toMatchObject({
      correct: 354,
      stopped: 69,
      safe: 42,
      unsafe: 27,
      harmed: 6,
      rescued: 1,
    });
    expect(at(7.874999886727892)).toMatchObject({ stopped: 70 });
    expect(at(Number.POSITIVE_INFINITY)).toMatchObject({ correct: 359, stopped: 0 });
    expect(dataIn(html).questions).toBeNull();
    expect(html).toContain('synthetic replica');
    expect(html).toContain('Better than every fixed or matched-cost baseline');
    expect(html).toContain('Greedy decision disagrees with the score');
    const found = readProvenance(html);
    expect(found).toMatchObject({
      kind: 'ok',
      value: {
        dataset: { name: 'Replica, 1,000 development questions', isSynthetic: true },
        selection: { split: '200–999', role: 'confirmatory', questions: 800, range: { from: 200, to: 999 } },
        policy: { judge: 'expanded_s2g_lora', threshold: 7.874999982333975, status: 'frozen' },
        bootstrap: { seed: 20260728, repeats: 50 },
        postHoc: false,
      },
    });
    expect(found.kind === 'ok' && found.value.dataset.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(found.kind === 'ok' && found.value.dataset.files.every(({ sha256 }) => sha256 !== null)).toBe(true);
  });

  it('keeps sealed what the data asks to keep sealed', async () => {
    const open = runWith('open', TWO_SPLITS);
    const asked = runWith(
      'asked',
      TWO_SPLITS.map((range) => ({ ...range, isSealed: range.role === 'confirmatory' })),
    );
    const page = (path: string) => report(path, '--format', 'html', '--interactive', '--with-texts', '--repeats', '20');
    const sealedQuestions = (html: string) =>
      dataIn(html).questions.questions.filter(({ isSealed }: { isSealed: boolean }) => isSealed);
    expect(sealedQuestions((await page(open)).output)).toEqual([]);
    const { code, output } = await page(asked);
    expect(code).toBe(0);
    const hidden = sealedQuestions(output);
    expect(hidden.length).toBeGreaterThan(0);
    for (const { golds, nativeEm } of hidden) expect([golds, nativeEm]).toEqual([[], 2]);
    const { questions, judges } = dataIn(output).questions;
    for (const { question, em } of judges) {
      question.forEach((place: number, event: number) => {
        if (questions[place].isSealed) expect(em[event]).toBe(2);
      });
    }
    expect(output).toContain('labels sealed');
  });

  it('writes the evidence into Markdown where it is asked for', async () => {
    const range = ['--questions', '200-249', '--repeats', '20', '--format', 'md'];
    const plain = await report(DEV, ...range);
    expect(plain.output).not.toContain('## Audit of the run');
    const { output } = await report(DEV, ...range, '--evidence');
    expect(output).toContain('## Audit of the run');
    expect(output).toContain('## Claims');
    expect(readProvenance(output)).toMatchObject({ kind: 'ok', value: { selection: { role: 'confirmatory' } } });
  });

  it.each([
    [['--interactive'], '--interactive belongs to --format html.'],
    [['--format', 'html', '--with-texts'], '--with-texts belongs to --interactive.'],
    [['--format', 'html', '--evidence'], '--evidence belongs to --format md.'],
    [['--format', 'html', '--protocol', '/nowhere.json'], '/nowhere.json cannot be read.'],
  ])('refuses %j', async (args, words) => {
    const { code, complaints } = await report(DEV, ...args);
    expect([code, complaints.join('\n')]).toEqual([2, expect.stringContaining(words)]);
  });
});
