import type { Claim } from './claims.ts';
import type { ConfirmatoryReport } from './confirm.ts';
import type { LooseClaims } from './loose-claims.ts';

/** Claims with all that must stand beside them, wherever they are written. */
export interface ClaimsBlock {
  readonly notice: string | null;
  readonly summary: string;
  readonly claims: readonly Claim[];
  /** Split, role and number of questions: with every claim. */
  readonly where: string;
  readonly scope: readonly string[];
  /** What stands behind them: a freeze, or that there is none. */
  readonly last: string;
}

export const confirmedClaims = (report: ConfirmatoryReport): ClaimsBlock => ({
  notice: report.notice,
  summary: report.summary,
  claims: report.claims,
  where: `${report.split.name}, ${report.role}, n = ${report.split.questions}`,
  scope: report.scope,
  last: `Frozen before the labels were opened: freeze ${report.freezeHash.slice(0, 16)}, unsealed ${report.unsealedAt}.`,
});

export const describedClaims = (
  { summary, claims, where, scope, caveat }: LooseClaims,
  notice: string | null,
): ClaimsBlock => ({ notice, summary, claims, where, scope, last: caveat });

/** The claims as they are pasted into a paper or a mail: numbers, intervals, split and role with every one. */
export const claimsText = (report: ConfirmatoryReport): string => textOf(confirmedClaims(report));

export const looseClaimsText = (claims: LooseClaims, notice: string | null): string =>
  textOf(describedClaims(claims, notice));

/** One claim as a line of a list. */
export const claimLine = ({ title, figure }: Claim, where: string): string => `${title}: ${figure} (${where})`;

function textOf({ notice, summary, claims, where, scope, last }: ClaimsBlock): string {
  const lines = (isSupported: boolean): readonly string[] => {
    const found = claims.filter((claim) => claim.isSupported === isSupported);
    return found.length === 0 ? ['- nothing'] : found.map((claim) => `- ${claimLine(claim, where)}`);
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
