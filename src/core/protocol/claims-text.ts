import type { ConfirmatoryReport } from './confirm.ts';

/** The claims as they are pasted into a paper or a mail: numbers, intervals, split and role with every one. */
export function claimsText(report: ConfirmatoryReport): string {
  const supported = report.claims.filter(({ isSupported }) => isSupported);
  const others = report.claims.filter(({ isSupported }) => !isSupported);
  const where = `${report.split.name}, ${report.role}, n = ${report.split.questions}`;
  const lines = (claims: typeof supported) => claims.map(({ title, figure }) => `- ${title}: ${figure} (${where})`);
  return [
    ...(report.notice === null ? [] : [`[${report.notice}]`]),
    report.summary,
    '',
    'Supported:',
    ...(supported.length === 0 ? ['- nothing'] : lines(supported)),
    '',
    'Not supported (not refuted either):',
    ...(others.length === 0 ? ['- nothing'] : lines(others)),
    '',
    'Scope:',
    ...report.scope.map((line) => `- ${line}`),
    '',
    `Frozen before the labels were opened: freeze ${report.freezeHash.slice(0, 16)}, unsealed ${report.unsealedAt}.`,
    '',
  ].join('\n');
}
