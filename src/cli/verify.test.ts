import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { squad } from '../core/answers/squad.ts';
import type { AuditReport } from '../core/audit/index.ts';
import { judgeAnswers } from '../core/correctness.ts';
import {
  chooseThresholds,
  claimsText,
  type Finding,
  type Freeze,
  formatProtocol,
  formatReportFile,
  markPostHoc,
  type Protocol,
  type ReportFile,
  sealDataset,
  sealedQuestions,
  splitsNow,
  startProtocol,
  takeFreeze,
  takeSeal,
  takeUnseal,
} from '../core/protocol/index.ts';
import { append, EMPTY_PROTOCOL } from '../core/protocol/log.ts';
import { hashSource } from '../ingest/evidence/hashes.ts';
import { runAuditCommand } from './audit.ts';
import { openRun } from './report-input.ts';
import { projectPath } from './testing/run-report.ts';
import { runVerify } from './verify.ts';

/**
 * The paper's order on the replica, by the same steps as on the page: validation and confirmatory labels in one run, the
 * confirmatory ones sealed, thresholds chosen, frozen, unsealed, and then verified from the files.
 */
const SAMPLES = projectPath('public/samples');
const { datasets } = JSON.parse(readFileSync(join(SAMPLES, 'index.json'), 'utf8')) as {
  datasets: readonly { id: string; files: readonly string[] }[];
};
const FILES = datasets.find(({ id }) => id === 'paper')!.files;

let root: string;
let run: string;
/** With the published number of resamples. */
let published: ReportFile;
/** With few: enough to be recomputed often. */
let protocol: Protocol;
let report: ReportFile;

const time = (minute: number) => `2026-01-05T09:${String(minute).padStart(2, '0')}:00.000Z`;
const unwrap = <T>(result: { kind: 'ok'; value: T } | { kind: 'failed'; error: unknown }): T => {
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.error));
  return result.value;
};

function copyRun(name: string): string {
  const folder = join(root, name);
  for (const file of FILES) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copyFileSync(join(SAMPLES, file), join(folder, file));
  }
  return folder;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'stopscope-verify-'));
  run = copyRun('run');
  const { ingested } = unwrap(await openRun([run], { areLabelsOpen: true }));
  const { dataset, sources } = ingested;
  const started = startProtocol(dataset, time(0));
  const sealed = unwrap(takeSeal(started, dataset, 'confirmatory', false, time(12)));
  const splits = splitsNow(sealed, dataset);
  const closed = judgeAnswers(sealDataset(dataset, sealedQuestions(sealed, splits, dataset.questions.count)), squad);
  const validation = splits.find(({ role }) => role === 'validation')!;
  const rule = { minimumPrecision: 0.9, minimumStops: 10 };
  const choice = unwrap(chooseThresholds(closed, validation.name, validation.members, rule));
  const files = [];
  for (const [i, source] of sources.entries()) {
    files.push({ name: dataset.sources[i]!.name, bytes: source.size, sha256: await hashSource(source) });
  }
  const freeze: Freeze = {
    confirmatory: '200–999',
    policy: { kind: 'threshold', judge: 'expanded_s2g_lora', threshold: choice.chosen[0]!.threshold },
    thresholds: choice.chosen.map(({ judge, threshold }) => ({ judge, value: threshold })),
    choice,
    answerRule: 'squad',
    margin: 0.02,
    seed: 20260728,
    repeats: 10_000,
    fallback: 'native',
    risk: { alpha: 0.1, delta: 0.1 },
    judgeCallInSearches: null,
    hypotheses: [],
    note: '',
    files,
    programVersion: 'test',
  };
  const evaluate = () => judgeAnswers(dataset, squad);
  const look = (repeats: number) =>
    unwrap(takeUnseal(unwrap(takeFreeze(sealed, { ...freeze, repeats }, time(31))), evaluate, time(34)));
  const many = look(10_000);
  published = { ...many.report, log: many.protocol.entries };
  const few = look(100);
  protocol = few.protocol;
  report = { ...few.report, log: few.protocol.entries };
}, 120_000);
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string): string => {
  const path = join(root, name);
  writeFileSync(path, text);
  return path;
};

async function verifyRun(
  changes: {
    readonly protocol?: string;
    readonly report?: string;
    readonly directory?: string;
    readonly format?: string;
  } = {},
) {
  const output: string[] = [];
  const complaints: string[] = [];
  const code = await runVerify(
    [
      write('protocol.json', changes.protocol ?? formatProtocol(protocol)),
      write('report.json', changes.report ?? formatReportFile(report)),
      changes.directory ?? run,
      '--format',
      changes.format ?? 'json',
    ],
    { print: (text) => output.push(text), complain: (line) => complaints.push(line) },
  );
  const text = output.join('');
  const findings = code < 2 && (changes.format ?? 'json') === 'json' ? (JSON.parse(text) as readonly Finding[]) : [];
  const wrong = findings.filter(({ status }) => status === 'mismatch').map(({ id }) => id);
  return { code, text, wrong, findings, complaints: complaints.join('\n') };
}

describe('the paper’s order', () => {
  it('chooses the published thresholds on validation', () => {
    const { choice } = published.freeze;
    expect(choice!.chosen.map(({ judge, threshold, isSentinel }) => [judge, threshold, isSentinel])).toEqual([
      ['expanded_s2g_lora', 7.874999982333975, false],
      ['old_s2g_lora', 8.000000061001629, true],
      ['structured_base', 2.5, true],
    ]);
    expect(choice!.chosen[0]).toMatchObject({ stops: 11, hits: 10, precision: 10 / 11 });
    expect([choice!.states, choice!.positives]).toEqual([245, 83]);
  });

  it('passes both criteria with the published intervals', () => {
    expect(published.verdicts).toEqual({ em: 'PASS', searches: 'PASS' });
    const { results } = published;
    expect(results.em).toEqual({ estimate: -0.00625, low: -0.0125, high: 0 });
    expect(results.searches).toEqual({ estimate: -0.09625, low: -0.12, high: -0.07375 });
    expect([results.questions, results.nativeSearches, results.policySearches]).toEqual([800, 2081, 2004]);
    expect([results.stops, results.safe, results.unsafe, results.harmed, results.rescued]).toEqual([69, 42, 27, 6, 1]);
    expect(results.risk.count / results.risk.of).toBeCloseTo(0.3913, 4);
    expect(results.opportunityRecall).toMatchObject({ count: 42, of: 294 });
  });

  it('shows the precision of validation as a failed transfer', () => {
    expect(published.transfers).toEqual([
      {
        judge: 'expanded_s2g_lora',
        judgeName: 'Expanded S2G LoRA',
        minimumPrecision: 0.9,
        chosenOn: { split: 'validation100', stops: 11, hits: 10 },
        lookedAtOn: { split: '200–999', stops: 74, hits: 46 },
      },
    ]);
  });

  it('claims what appendix B claims, and no more', () => {
    const claims = (isSupported: boolean) =>
      published.claims
        .filter((claim) => claim.isSupported === isSupported)
        .map(({ title, figure }) => `${title}: ${figure}`);
    expect(claims(true)).toEqual([
      'EM loss stays within the margin of 0.02: −0.00625 [−0.01250, 0]',
      'Fewer searches than native: −0.09625 [−0.12000, −0.07375]',
      'Ranks states better than Structured Base: AP +0.03983 [0.00571, 0.07228]',
    ]);
    expect(claims(false)).toEqual([
      'Answers improve: EM −0.00625, interval ends at 0',
      'Stopping is safe: 27 of 69 stops unsafe, 39.13\u2009%',
      expect.stringMatching(/^Risk is certified at 10\u2009%: upper bound 47\.\d\d\u2009% at 90\u2009%$/),
      expect.stringMatching(/^Better than every fixed or matched-cost baseline: at least as good in both on \d of 7$/),
      'Total cost falls: judge cost not in the data',
      'Precision of 0.9 holds beyond validation100: 0.9091 → 0.6216, 46 of 74 states',
    ]);
    expect(published.summary).toBe(
      'On 200–999 (confirmatory, n = 800) the frozen policy made 77 fewer searches (3.70\u2009%) and lost 0.625 points of EM, within the margin of 2 points. 27 of its 69 early stops were unsafe.',
    );
    const text = claimsText(published);
    expect(text).toContain('[synthetic replica]');
    expect(text).toContain('- Stopping is safe: 27 of 69 stops unsafe, 39.13\u2009% (200–999, confirmatory, n = 800)');
  });
});

describe('stopscope verify', () => {
  it('matches what was done, and says what that is worth', async () => {
    const { code, wrong, findings } = await verifyRun();
    expect([code, wrong]).toEqual([0, []]);
    expect(findings.map(({ id }) => id)).toEqual([
      'chain',
      'order',
      'log',
      'link',
      'files',
      'splits',
      'seal',
      'labels',
      'choice',
      'report',
    ]);
    const { text } = await verifyRun({ format: 'text' });
    expect(text).toContain('Everything matches.');
    expect(text).toContain('That nobody looked at the labels elsewhere');
  });

  it('matches a run that was unpacked and renamed, and a log that went on', async () => {
    const folder = join(root, 'unpacked');
    for (const file of FILES) {
      const target = join(folder, dirname(file), basename(file, '.gz'));
      mkdirSync(dirname(target), { recursive: true });
      const bytes = readFileSync(join(SAMPLES, file));
      writeFileSync(target, file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    }
    const later = markPostHoc(protocol, 'threshold 7.5', time(50));
    const { code, wrong, findings } = await verifyRun({ directory: folder, protocol: formatProtocol(later) });
    expect([code, wrong]).toEqual([0, []]);
    expect(findings.at(-1)).toMatchObject({ id: 'post-hoc', status: 'note' });
  });

  /** One byte of a file, unpacked so that it can be changed. */
  async function withChangedFile(file: string, change: (text: string) => string) {
    const folder = copyRun(`changed-${basename(file)}`);
    rmSync(join(folder, file));
    writeFileSync(
      join(folder, file.replace(/\.gz$/, '')),
      change(gunzipSync(readFileSync(join(SAMPLES, file))).toString()),
    );
    const found = await verifyRun({ directory: folder });
    rmSync(folder, { recursive: true });
    return found;
  }

  it('catches a byte of a text that no figure uses', async () => {
    const { code, wrong } = await withChangedFile('dev1000/native-run.jsonl.gz', (text) =>
      text.replace('Doc 1(Title', 'Doc 1(title'),
    );
    expect([code, wrong]).toEqual([1, ['files']]);
  });

  it('catches a digit of a score', async () => {
    const { code, wrong } = await withChangedFile('dev1000/judge-expanded_s2g_lora.jsonl.gz', (text) =>
      text.replace(/("request_id":"dev-0500:search-state:0","score":)-?[\d.]+/, '$18.5'),
    );
    expect(code).toBe(1);
    expect(wrong).toEqual(expect.arrayContaining(['files', 'report']));
  });

  it('catches a label', async () => {
    const { code, wrong } = await withChangedFile('dev1000/labels.jsonl.gz', (text) =>
      text.replace(/("question_id":"dev-0300","answer":")/, '$1X'),
    );
    expect(code).toBe(1);
    expect(wrong).toEqual(expect.arrayContaining(['files', 'seal', 'labels']));
  });

  it('catches a validation score that would choose another threshold', async () => {
    const { wrong } = await withChangedFile('validation100/judge-expanded_s2g_lora.jsonl.gz', (text) =>
      text.replaceAll('"score":7.874999982333975', '"score":7.8'),
    );
    expect(wrong).toEqual(expect.arrayContaining(['files', 'choice']));
  });

  it('catches a missing file', async () => {
    const folder = copyRun('missing');
    rmSync(join(folder, 'validation100/inputs.jsonl.gz'));
    expect((await verifyRun({ directory: folder })).wrong).toContain('files');
  });

  it('catches a threshold changed in the protocol', async () => {
    const text = formatProtocol(protocol);
    expect(text).toContain('7.874999982333975');
    const { code, wrong } = await verifyRun({ protocol: text.replaceAll('7.874999982333975', '7.874999982333974') });
    expect(code).toBe(1);
    expect(wrong).toEqual(expect.arrayContaining(['chain', 'link', 'choice', 'report']));
  });

  it('catches a threshold changed with the whole log forged after it', async () => {
    const forge = (entries: Protocol['entries']): Protocol =>
      entries.reduce((log, { step, time: at }) => {
        if (step.kind === 'frozen') {
          const { freeze } = step;
          const policy = { kind: 'threshold', judge: 'expanded_s2g_lora', threshold: 7.5 } as const;
          return append(log, { ...step, freeze: { ...freeze, policy } }, at);
        }
        if (step.kind !== 'unsealed') return append(log, step, at);
        return append(log, { ...step, freezeHash: log.entries.at(-1)!.hash }, at);
      }, EMPTY_PROTOCOL);
    const { code, wrong } = await verifyRun({ protocol: formatProtocol(forge(protocol.entries)) });
    expect(code).toBe(1);
    expect(wrong).toEqual(expect.arrayContaining(['log', 'link', 'choice', 'report']));
    expect(wrong).not.toContain('chain');
  });

  it.each([
    ['an entry taken out', (entries: Protocol['entries']) => entries.filter((_, i) => i !== 2), 'chain'],
    [
      'a time moved',
      (entries: Protocol['entries']) => entries.map((entry, i) => (i === 4 ? { ...entry, time: time(40) } : entry)),
      'chain',
    ],
    [
      'the seal said to have been blind',
      (entries: Protocol['entries']) =>
        entries.map((entry) =>
          entry.step.kind === 'sealed' ? { ...entry, step: { ...entry.step, wereSeen: true } } : entry,
        ),
      'chain',
    ],
    ['the unseal cut off', (entries: Protocol['entries']) => entries.slice(0, 4), 'complete'],
  ])('catches the log: %s', async (_name, change, id) => {
    const { code, wrong } = await verifyRun({
      protocol: formatProtocol({ ...protocol, entries: change(protocol.entries) }),
    });
    expect(code).toBe(1);
    expect(wrong).toContain(id);
  });

  it.each([
    ['a figure', (file: ReportFile): ReportFile => ({ ...file, results: { ...file.results, unsafe: 26 } })],
    ['a verdict', (file: ReportFile): ReportFile => ({ ...file, verdicts: { em: 'FAIL', searches: 'PASS' } })],
    [
      'a claim',
      (file: ReportFile): ReportFile => ({
        ...file,
        claims: file.claims.map((claim) => ({ ...claim, isSupported: true })),
      }),
    ],
    [
      'a leaf of the published layout',
      (file: ReportFile): ReportFile => ({ ...file, evaluation: { ...file.evaluation!, question_count: 801 } }),
    ],
  ])('catches a changed report: %s', async (_name, change) => {
    const { code, wrong } = await verifyRun({ report: formatReportFile(change(report)) });
    expect(code).toBe(1);
    expect(wrong).toEqual(expect.arrayContaining(['link', 'report']));
  });

  it('gives the audit its splits, its seal and the transfer of precision', async () => {
    const audit = async (entries: Protocol['entries']) => {
      const output: string[] = [];
      const path = write('for-audit.json', formatProtocol({ ...protocol, entries }));
      const code = await runAuditCommand([run, '--protocol', path, '--format', 'json'], {
        print: (text) => output.push(text),
        complain: (line) => output.push(line),
      });
      return { code, report: JSON.parse(output.join('')) as AuditReport };
    };
    const sealed = await audit(protocol.entries.slice(0, 3));
    expect([sealed.code, sealed.report.sealedQuestions]).toEqual([0, 800]);
    const looked = await audit(protocol.entries);
    expect([looked.code, looked.report.sealedQuestions]).toEqual([1, 0]);
    expect(looked.report.results[0]).toMatchObject({
      id: 'precision-transfer',
      status: 'fail',
      figure: '0.9091 \u2192 0.6216',
    });
  });

  it('refuses files of another kind with words', async () => {
    const { code, complaints } = await verifyRun({ protocol: '{"stopscope":"manifest"}' });
    expect(code).toBe(2);
    expect(complaints).toContain('stopscope should be one of protocol');
    expect((await verifyRun({ report: formatProtocol(protocol) })).code).toBe(2);
    expect((await verifyRun({ directory: '/nowhere/at/all' })).code).toBe(2);
  });
});
