import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { squad } from '../core/answers/squad.ts';
import { type AuditReport, CHECKS, type PrecisionTransfer, runAudit } from '../core/audit/index.ts';
import { splitsOfRanges } from '../core/audit/splits.ts';
import { judgeAnswers } from '../core/correctness.ts';
import type { ByteSource } from './byte-source.ts';
import { collectEvidence } from './evidence.ts';
import { change, FAULTS, transfer } from './testing/audit-faults.ts';
import { auditableRun, auditableSources, TWO_SPLITS } from './testing/auditable-run.ts';
import { ingestOk, textSource } from './testing/sources.ts';

async function audit(sources: readonly ByteSource[], transfers = [transfer(70)]): Promise<AuditReport> {
  const ingested = await ingestOk(sources);
  return runAudit({
    evaluation: judgeAnswers(ingested.dataset, squad),
    evidence: await collectEvidence(ingested, { signal: new AbortController().signal, onBytes: () => {} }),
    problems: ingested.problemCounts,
    splits: splitsOfRanges(ingested.dataset),
    budget: null,
    transfers,
  });
}

const resultOf = (report: AuditReport, id: string) => report.results.find((result) => result.id === id)!;

describe('the audit of a run that records everything', () => {
  let whole: AuditReport;
  beforeAll(async () => {
    whole = await audit(auditableSources(auditableRun(), TWO_SPLITS).concat(labelsHash()));
  });

  it.each(CHECKS.map(({ id }) => id))('passes %s', (id) => {
    const result = resultOf(whole, id);
    expect([result.status, result.finding, result.rows]).toEqual(['pass', result.finding, []]);
  });

  it('has a fault for every check', () => {
    expect(CHECKS.map(({ id }) => id).filter((id) => FAULTS.every(({ check }) => check !== id))).toEqual([]);
  });

  it.each(FAULTS)('$check: $what', async ({ check, status, break: spoil, ranges, transfers, extra = [] }) => {
    const files = auditableRun();
    spoil(files);
    const report = await audit([...auditableSources(files, ranges), ...extra], transfers as PrecisionTransfer[]);
    const result = resultOf(report, check);
    expect([result.status, result.finding]).toEqual([status, result.finding]);
    expect(result.finding).not.toBe('');
    expect(result.why).not.toBe('');
    expect(report.counts[status]).toBeGreaterThan(0);
  });
});

/** A side file with the right hash of the labels. */
const labelsHash = (): ByteSource => {
  const text = auditableRun()
    ['labels.jsonl']!.map((row) => `${JSON.stringify(row)}\n`)
    .join('');
  const hash = createHash('sha256').update(text).digest('hex');
  return textSource('manifest-of-labels.json', JSON.stringify({ outputs: { labels: { sha256: hash, count: 24 } } }));
};

describe('rows of a finding', () => {
  it('say file, line and id', async () => {
    const files = auditableRun();
    change(files, 'states.jsonl', 2, { context: 'Something else.' });
    const { rows } = resultOf(await audit(auditableSources(files)), 'contexts');
    expect(rows[0]).toMatchObject({ file: 'states.jsonl', line: 3, id: 'q0:search-state:2' });
  });

  it('never hold a label', async () => {
    const files = auditableRun();
    change(files, 'states.jsonl', 0, { gold_answer: 'the very secret' });
    const report = await audit(auditableSources(files));
    expect(JSON.stringify(report)).not.toContain('the very secret');
  });
});

describe('parts of one run', () => {
  it('count as one: markers in the first and last part, numbers that go on', async () => {
    const files = auditableRun();
    const rows = files['judge-j.jsonl']!;
    delete files['judge-j.jsonl'];
    const parts = { ...files, 'judge-j-part1.jsonl': rows.slice(0, 30), 'judge-j-part2.jsonl': rows.slice(30) };
    const report = await audit(auditableSources(parts));
    for (const id of ['run-markers', 'run-counts', 'sequence', 'file-order', 'unique-ids']) {
      expect([id, resultOf(report, id).status, resultOf(report, id).rows]).toEqual([id, 'pass', []]);
    }
  });

  it('without records of their own nothing is claimed', async () => {
    const report = await audit([
      textSource(
        'export.jsonl',
        [
          '{"stopscope":"dataset","version":1,"name":"x","judges":[]}',
          '{"id":"a","gold":"x","native":{"answer":"x","searches":1},"states":[]}',
        ].join('\n'),
      ),
    ]);
    for (const id of [
      'run-markers',
      'run-counts',
      'file-order',
      'sequence',
      'hashes',
      'label-isolation',
      'forbidden-fields',
    ]) {
      expect([id, resultOf(report, id).status]).toEqual([id, 'not-applicable']);
    }
    expect(report.counts.fail).toBe(0);
  });
});
