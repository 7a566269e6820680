import type { Claim } from './claims.ts';
import type { ConfirmatoryReport } from './confirm.ts';
import type { LooseClaims } from './loose-claims.ts';

/** The claims as they are pasted into a paper or a mail: numbers, intervals, split and role with every one. */
export function claimsText(report: ConfirmatoryReport): string {
  const where = `${report.split.name}, ${report.role}, n = ${report.split.questions}`;
  const frozen = `Frozen before the labels were opened: freeze ${report.freezeHash.slice(0, 16)}, unsealed ${report.unsealedAt}.`;
  return textOf(report.notice, report.summary, report.claims, where, report.scope, frozen);
}

export const looseClaimsText = (
  { summary, claims, where, scope, caveat }: LooseClaims,
  notice: string | null,
): string => textOf(notice, summary, claims, where, scope, caveat);

function textOf(
  notice: string | null,
  summary: string,
  claims: readonly Claim[],
  where: string,
  scope: readonly string[],
  last: string,
): string {
  const lines = (isSupported: boolean): readonly string[] => {
    const found = claims.filter((claim) => claim.isSupported === isSupported);
    return found.length === 0 ? ['- nothing'] : found.map(({ title, figure }) => `- ${title}: ${figure} (${where})`);
  };
  return [
    ...(notice === null ? [] : [`[${notice}]`]),
    summary,
    '',
    'Supported:',
    ...lines(true),
    '',
    'Not supported (not refuted either):',
    ...lines(false),
    '',
    'Scope:',
    ...scope.map((line) => `- ${line}`),
    '',
    last,
    '',
  ].join('\n');
}
