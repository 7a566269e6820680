import type { CheckStatus } from '../../core/audit/index.ts';
import { describePolicy } from '../../core/protocol/confirm.ts';
import type { LogEntry } from '../../core/protocol/types.ts';
import { formatCount } from '../../ui/parts/format.ts';

/** 09:31, in the time zone of the reader. */
export const clockTime = (iso: string): string =>
  new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

export const fullTime = (iso: string): string =>
  `${new Date(iso).toLocaleDateString('en-CA')} ${new Date(iso).toLocaleTimeString('en-GB')}`;

/** One line of the log. */
export function entryWords({ step }: LogEntry): string {
  switch (step.kind) {
    case 'opened':
      return `Opened ${step.dataset}: ${formatCount(step.questions)} questions, ${step.files.length} files.`;
    case 'splits':
      return `Splits: ${step.splits.map(({ name, role }) => `${name} ${role}`).join(', ')}.`;
    case 'sealed':
      return `Sealed ${formatCount(step.questions)} labels${step.wereSeen ? ', which had been computed with before' : ''}.`;
    case 'frozen':
      return `Frozen for ${step.freeze.confirmatory}: ${describePolicy(step.freeze.policy)}.`;
    case 'unsealed':
      return `Unsealed ${step.split}, once.`;
    case 'post-hoc':
      return `Post hoc: ${step.what}.`;
    case 'descriptive':
      return `Called descriptive: ${step.what}.`;
    case 'resumed':
      return step.how === 'import' ? 'Imported and gone on with.' : 'Read again and gone on with.';
  }
}

export const STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  fail: 'Fail',
  warn: 'Warning',
  pass: 'Pass',
  'not-applicable': 'Not applicable',
};
