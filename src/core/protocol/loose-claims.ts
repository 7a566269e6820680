import type { Evaluation } from '../correctness.ts';
import { failed, ok, type Result } from '../result.ts';
import { finish, type ResampleStep, type Steps } from '../steps.ts';
import type { Selection } from '../terms.ts';
import { type Claim, claimsOf, type Ranking, summaryOf } from './claims.ts';
import { describePolicy } from './confirm.ts';
import { primaryInSteps } from './results.ts';
import type { SelectionRole } from './roles.ts';
import type { Freeze } from './types.ts';

/** Claims about what is on screen, with no protocol behind them. */
export interface LooseClaims {
  /** "200–999, confirmatory". */
  readonly where: string;
  readonly claims: readonly Claim[];
  readonly summary: string;
  readonly scope: readonly string[];
  /** What is missing for a confirmation. */
  readonly caveat: string;
}

/** What a freeze would fix, as it is set now. */
export type Settings = Pick<
  Freeze,
  'policy' | 'thresholds' | 'answerRule' | 'margin' | 'seed' | 'repeats' | 'risk' | 'judgeCallInSearches'
>;

/** The same statements as after an unseal. Without a freeze they describe: nothing shows what was fixed beforehand. */
export const looseClaims = (...args: Parameters<typeof looseInSteps>): Result<LooseClaims, string> =>
  finish(looseInSteps(...args));

/** `looseClaims` in steps. */
export function* looseInSteps(
  evaluation: Evaluation,
  selection: Selection,
  name: string,
  role: SelectionRole,
  settings: Settings,
  ranking: Ranking | null,
): Steps<ResampleStep, Result<LooseClaims, string>> {
  const results = yield* primaryInSteps(evaluation, selection, settings);
  if (typeof results === 'string') return failed(results);
  const { dataset } = evaluation;
  const said = role.kind === 'none' ? 'no role' : role.kind === 'pooled' ? 'descriptive' : role.role;
  return ok({
    where: `${name}, ${said}`,
    claims: claimsOf(results, settings, ranking, []),
    summary: summaryOf(results, `${name} (${said}, n = ${selection.length})`, settings.margin, 'the policy'),
    scope: [
      `${dataset.name}${dataset.notice === null ? '' : ` (${dataset.notice})`}`,
      `Policy: ${describePolicy(settings.policy)}`,
      `Answer rule ${settings.answerRule}, ${settings.repeats} resamples of questions, base seed ${settings.seed}`,
    ],
    caveat: 'No freeze is on record here: nothing shows what was fixed before the labels were seen.',
  });
}
