/**
 * How many tests passed, failed and were skipped, from the reports of the test runners. A green that was not earned must
 * be impossible: a report that cannot be read, a run without tests and a crash without a failed test each count as failed.
 *
 * `node src/tasks/counts.mjs vitest|playwright REPORT EXIT_CODE`
 */
import { readFileSync } from 'node:fs';
import { isMain, main } from './process.mjs';

export const NOTHING = { passed: 0, failed: 0, skipped: 0 };
export const PASSED = { passed: 1, failed: 0, skipped: 0 };
export const FAILED = { passed: 0, failed: 1, skipped: 0 };

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

function countVitest(report) {
  const counts = { ...NOTHING };
  for (const file of report.testResults) {
    const failedBefore = counts.failed;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (status === 'failed') counts.failed++;
      else counts.skipped++;
    }
    // A file that could not be loaded has no tests to fail.
    if (file.status === 'failed' && counts.failed === failedBefore) counts.failed++;
  }
  if (report.success !== true && counts.failed === 0) counts.failed++;
  return counts;
}

/** No retries are configured, so a flaky test is one too. */
const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
});

const READERS = { vitest: countVitest, playwright: countPlaywright };

const isCount = (value) => Number.isInteger(value) && value >= 0;

/** -> {passed, failed, skipped, complaint}; `complaint` says what is wrong with the run itself, or is null. */
export function countTests(runner, reportPath, exitCode) {
  let counts;
  try {
    counts = READERS[runner](JSON.parse(readFileSync(reportPath, 'utf8')));
    if (!Object.values(counts).every(isCount)) throw new Error('its counts are no numbers');
  } catch (error) {
    return { ...FAILED, complaint: `${runner} left no readable report (exit code ${exitCode}): ${error.message}` };
  }
  const withFailure = (complaint) => ({ ...add(counts, FAILED), complaint });
  if (counts.passed + counts.failed === 0) return withFailure(`${runner} ran no test`);
  if (exitCode !== 0 && counts.failed === 0) return withFailure(`${runner} ended with exit code ${exitCode}`);
  return { ...counts, complaint: null };
}

if (isMain(import.meta.url)) {
  await main(([runner, reportPath, exitCode]) => {
    const { complaint, ...counts } = countTests(runner, reportPath, Number(exitCode));
    if (complaint !== null) console.log(complaint);
    console.log(inWords(counts));
    return counts.failed === 0 ? 0 : 1;
  });
}
