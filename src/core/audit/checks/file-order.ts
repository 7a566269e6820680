import type { Check } from '../check.ts';
import { type EvidenceRow, type ListEvidence, MOST_ROWS, type RowKind } from '../evidence.ts';
import { fault, notApplicable, pass } from '../outcome.ts';
import { count, countOf } from '../words.ts';

/**
 * Files that list the same questions or states list them in the same order: inputs = labels = trajectories, states =
 * probes = judge rows. A file may leave rows out (another check's business), never turn them round.
 */
export const fileOrder: Check = {
  id: 'file-order',
  title: 'States, probes and scores in the same order',
  why: 'Published average precision breaks ties by file order, and scripts that join by position would join wrong rows.',
  run({ evidence, evaluation }) {
    const { questions, states } = evaluation.dataset;
    const aboutQuestions = evidence.lists.filter(({ kind }) => ABOUT_QUESTIONS.has(kind));
    const aboutStates = evidence.lists.filter(({ kind }) => !ABOUT_QUESTIONS.has(kind));
    const pairs = [...pairsOf(aboutQuestions), ...pairsOf(aboutStates)];
    if (pairs.length === 0) return notApplicable('No two files list the same rows.');
    const faults: EvidenceRow[] = [];
    let rows = 0;
    let turned = 0;
    for (const [reference, other] of pairs) {
      const size = ABOUT_QUESTIONS.has(reference.kind) ? questions.count : states.count;
      const found = compareOrder(reference, other, size);
      rows += found.common;
      turned += found.turned;
      faults.push(...found.faults);
    }
    if (rows === 0) return notApplicable('No two files list the same rows.');
    if (turned === 0) return pass(count(rows), `rows in ${countOf(pairs.length, 'pair')} of files`);
    const unit = `of ${count(rows)} rows out of order`;
    const finding = 'Here rows are joined by id, so no figure is wrong; ties and scripts that join by position are.';
    return fault('fail', { figure: count(turned), unit, finding }, faults.slice(0, MOST_ROWS), turned);
  },
};

const ABOUT_QUESTIONS: ReadonlySet<RowKind> = new Set<RowKind>(['input', 'label', 'trajectory', 'first-answer']);

/** Each list against one that comes before it in the pipeline: enough to find a list that is turned round. */
function pairsOf(lists: readonly ListEvidence[]): readonly (readonly [ListEvidence, ListEvidence])[] {
  const references = lists.filter(({ kind }) => kind === 'input' || kind === 'state');
  const first = references.length > 0 ? references : lists.slice(0, 1);
  return lists.flatMap((list) =>
    first
      .filter(
        (reference) =>
          reference !== list && (list.kind !== reference.kind || first.indexOf(list) > first.indexOf(reference)),
      )
      .map((reference) => [reference, list] as const),
  );
}

/** Rows of `other` that come after one they should come before. */
function compareOrder(reference: ListEvidence, other: ListEvidence, size: number) {
  const position = new Int32Array(size).fill(-1);
  reference.subjects.forEach((subject, i) => {
    if (subject >= 0) position[subject] = i;
  });
  const faults: EvidenceRow[] = [];
  let common = 0;
  let turned = 0;
  let last = -1;
  other.subjects.forEach((subject, i) => {
    const at = subject < 0 ? -1 : position[subject]!;
    if (at < 0) return;
    common += 1;
    if (at < last) {
      turned += 1;
      const note = `comes later here than in ${reference.file}`;
      if (faults.length < MOST_ROWS) faults.push({ file: other.file, line: other.lines[i]!, id: null, note });
    }
    last = Math.max(last, at);
  });
  return { faults, common, turned };
}
